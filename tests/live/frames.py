"""Frames as sockets send them, made from states, and what of a table nobody may ever find in one."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec.structs import replace

from battle21.errors import socket_error
from games import outbound
from games.errors import from_rules
from games.live.hub import Snapshot
from games.rules.actions import Bet, Call, Check, Fold, Hit, Pass, Raise, Stand
from games.rules.cards import FACES_PER_DECK, Card
from games.rules.clocks import State
from games.rules.commands import Act, Back, Begin, Command, Digest, Player, Reveal, Skip
from games.rules.commitments import deal_seed, seed_digest, table_commitment
from games.rules.dealt import DealtChance
from games.rules.errors import RulesError
from games.rules.runtime import step
from games.selectors import Sitter, TableFacts
from games.services.deals import TableDeals
from tests.live.seating import any_answer
from tests.rules.generic.known import KNOWN

ROLES: tuple[int | None, ...] = (0, 1, None)
NAMES = ("Alice", "Bob", "Charlie", "Dora")
CARD_IN_PAGE = re.compile(r'data-card=\\?"(\d+)\.(\d+)')
STEP_MS = 1_000
ANSWERS = (Check(), Bet(10), Bet(5_000), Call(), Raise(20), Raise(5_000), Fold(), Hit(), Pass(), Stand())


# --- frames of states -------------------------------------------------------------------------------------------------


class Match:
    """A match at random, without a database: every state on the way, with the real shoe."""

    def __init__(self, seed: int, game: str = "tactical", seats: int = 2) -> None:
        self.game = game
        self.names = NAMES[:seats]
        self.dice = random.Random(seed)
        self.secret = self.dice.randbytes(32)
        self.deals = TableDeals(self.secret, table_commitment(self.secret))
        self.facts = TableFacts(
            id=1, public_id="leaks", game=game, mode="free", status="playing", clock=1, private=False,
            invitation="invited", commitment="", created_by=1, users={seat + 1: seat for seat in range(seats)},
            sitters=tuple(Sitter(seat, f"ply_{name}", name, "") for seat, name in enumerate(self.names)),
        )  # fmt: skip

    def states(self) -> Iterator[State]:
        """Every state of the match, from its first hand on."""
        state: State | None = None
        at = 0
        for command in self._beginning():
            state = step(state, command, self.deals).state
        while state is not None and state.phase != "over":
            yield state
            at += STEP_MS
            for command in self._next(state):
                state = step(state, msgspec.structs.replace(command, at=at), self.deals).state
        if state is not None:
            yield state

    def _beginning(self) -> Iterator[Command]:
        players = tuple(Player(f"ply_{name}") for name in self.names)
        yield Begin(
            at=0, game=self.game, version=1, table="leaks", match=1, mode="free", clock=1, options={}, players=players
        )  # fmt: skip
        for seat in range(len(self.names)):
            yield Back(at=0, seat=seat, conn=f"leaks/{seat}")
        values = [self.dice.randbytes(32) for _ in self.names]
        for seat, value in enumerate(values):
            yield Digest(at=0, seat=seat, digest=seed_digest(value).hex())
        for seat, value in enumerate(values):
            yield Reveal(at=0, seat=seat, value=value.hex())

    def _next(self, state: State) -> list[Command]:
        if state.prompts:
            return [any_answer(state, self.dice)]
        return [Skip(at=0, seat=seat) for seat in range(len(self.names))]

    def snapshot(self, state: State) -> Snapshot:
        return Snapshot(self.facts, state.at // STEP_MS + 5, state, False, self.deals)


class Everything(set[tuple[int, int]]):
    """The cards that were proven to a viewer before: all."""

    def __contains__(self, _card: object) -> bool:
        return True


def frames_for(match: Match, state: State, role: int | None, *, newcomer: bool) -> list[str]:
    """What a viewer is sent. A newcomer, by API and by page, gets the proofs of all cards it sees as well."""
    snapshot = match.snapshot(state)
    if not newcomer:
        return [outbound.json_message(snapshot, role, Everything())]
    return [outbound.json_message(snapshot, role, set()), outbound.page_message(snapshot, role, "en", set())]


def errors_for(match: Match, state: State, role: int) -> list[str]:
    """What is said to a seat that asks for what it may not do."""
    token = state.token(state.prompts[0]) if state.prompts else ""
    frames = []
    for seat_token in (token, "1.1.0.1"):
        for answer in ANSWERS:
            try:
                step(state, Act(at=state.at, seat=role, token=seat_token, action=answer), match.deals)
            except RulesError as refused:
                frames.append(msgspec.json.encode(socket_error(from_rules(refused))).decode())
            else:
                frames.append("accepted")
    return frames


def with_other_hidden_cards(state: State, role: int | None) -> State:
    """The same table, but every card that the role may not know is another one, at another place of the shoe."""
    if state.hand is None:
        return state
    known = KNOWN[state.game](state, role).cards

    def other(card: Card) -> Card:
        if (state.deal, card.position) in known:
            return card
        return Card(card.position + 100, (card.face + 17) % FACES_PER_DECK)

    cards = tuple(tuple(map(other, own)) for own in state.hand.cards)
    return replace(state, hand=replace(state.hand, cards=cards))


# --- what is in a frame -----------------------------------------------------------------------------------------------


def known_cards(state: State, role: int | None) -> set[tuple[int, int]]:
    """(position, face) of the cards in play that the rules let the role know."""
    known = KNOWN[state.game](state, role).cards
    dealt = [card for own in (state.hand.cards if state.hand else ()) for card in own]
    dealt += getattr(state.hand, "board", ())
    return {(card.position, card.face) for card in dealt if (state.deal, card.position) in known}


def cards_in(frame: str) -> set[tuple[int, int]]:
    """(position, face) of every card that a frame shows, in JSON, in a page, or as a proof."""
    message = json.loads(frame)
    found = {(int(position), int(face)) for position, face in CARD_IN_PAGE.findall(frame)}
    stack = [message]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if "salt" in item:
                found.add((item["position"], item["face"]))
            stack.extend(item.values())
        elif isinstance(item, list):
            if len(item) == 3 and item[0] == "c":
                found.add((item[1], item[2]))
            stack.extend(item)
    return found


@cache
def _salts(chance: DealtChance) -> tuple[str, ...]:
    return tuple(chance.opening(position).salt for position in range(len(chance.order)))


def forbidden_texts(deals: TableDeals, state: State, role: int | None) -> dict[str, str]:
    """Name by text: seeds, and the salts of cards that the role may not know. Found by no rule of a view."""
    known = {position for deal, position in KNOWN[state.game](state, role).cards if deal == state.deal}
    salts = _salts(deals.chance(state, state.deal))
    texts = {salt: f"salt of card {position}" for position, salt in enumerate(salts) if position not in known}
    for seat in state.seats:
        texts[seat.seed] = "a seat's seed"
    secret = deals._secret
    texts[secret.hex()] = "the table's secret"
    for number in range(state.deal + 2):
        texts[deal_seed(secret, number).hex()] = f"seed of deal {number}"
    return texts
