"""A table in a test: commands in, states out, times and cards as given. Nothing real runs."""

from __future__ import annotations

import random
from typing import Any, Self

from games.rules.actions import Action, Bet, Call, Check, Fold, Go, Hit, LeaveTable, Pass, Stand
from games.rules.cards import FACES_PER_DECK, Card, parse
from games.rules.catalog import GAMES
from games.rules.chance import Chance
from games.rules.clocks import State
from games.rules.codec import decode_commands, encode_commands
from games.rules.commands import (
    Act,
    Back,
    Bankroll,
    Begin,
    Command,
    Digest,
    GiveUp,
    Leave,
    Lost,
    NotFunded,
    Open,
    Player,
    Reveal,
    Show,
    Sit,
    SitOut,
    Skip,
    StoodStill,
    Tick,
    Void,
)
from games.rules.commitments import seed_digest
from games.rules.contracts import Effect, Fact, Fund
from games.rules.given import GivenChance
from games.rules.runtime import next_due, step
from games.rules.table_view import TableView, view
from tests import seam

seam.register()

ALICE, BOB, CHARLIE, DORA = 0, 1, 2, 3
NAMES = ("Alice", "Bob", "Charlie", "Dora")
SECOND = 1_000
START = 100 * SECOND
"""When the first hand is dealt. Every time in the tests is counted from here."""
VALUES = tuple(bytes([65 + seat]) * 32 for seat in range(len(NAMES)))
"""The seats' random seeds."""
FRESH_SEED = "5e" * 32
"""Of one more shoe, where each has its own."""


STAKES_IN = Fund((ALICE, BOB), (1, 1))
"""A two-player match begins with both stakes."""


class GivenDeals:
    """Numbered shoes as given; the last one is used again when more are asked for."""

    def __init__(self, *shoes: Chance) -> None:
        self.shoes = shoes

    def chance(self, state: State, number: int) -> Chance:
        return self.shoes[min(number, len(self.shoes)) - 1]

    def root(self, state: State, number: int) -> str:
        return f"{number:064x}"


def even_shoe(first: int = BOB) -> GivenChance:
    """A tame shoe of six decks: whoever gets the first card has 16, the button 18, and whoever hits draws a 9, a
    10, a 7 or an 8. `first` is the button of the first hand. All other dice show 0."""
    faces = [parse(code) for code in ["9c", "Td", "7h", "8s"]] * 78
    return GivenChance(faces, lambda label, counter, n: first if label == "first" else 0)


class MixedShoe(GivenChance):
    """A shoe, dice and re-shuffles that look like chance and are the same for the same seed."""

    def __init__(self, seed: object, decks: int) -> None:
        faces = list(range(FACES_PER_DECK)) * decks
        random.Random(f"{seed}/shoe").shuffle(faces)
        super().__init__(faces, lambda label, at, n: random.Random(f"{seed}/{label}/{at}").randrange(n))
        self._seed = seed

    def reshuffle(self, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        order = sorted(positions)
        random.Random(f"{self._seed}/again/{k}").shuffle(order)
        return tuple(order)


class Table:
    """Commands go in by short names; every accepted one is kept, so that a test can replay them."""

    def __init__(self, deals: GivenDeals | None = None) -> None:
        self.deals = deals or GivenDeals(even_shoe())
        self.journal: list[Command] = []
        self.effects: list[Effect] = []
        self.now = 0
        self._state: State | None = None

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    @property
    def hand(self) -> Any:
        return self.state.hand

    @property
    def match(self) -> Any:
        return self.state.match

    def send(self, command: Command) -> Self:
        """Raises what `step` raises, and then keeps nothing."""
        after = step(self._state, command, self.deals)
        if after.state is not self._state:
            self.journal.append(command)
        self._state = after.state
        self.effects += after.effects
        return self

    def at(self, ms: int) -> Self:
        """What follows happens `ms` after the first hand was dealt. Clocks run out only by `tick`."""
        self.now = START + ms
        return self

    # --- commands ----------------------------------------------------------------------------------------

    def begin(
        self,
        game: str = "tactical",
        *,
        mode: str = "free",
        clock: int = 1,
        options: dict[str, int] | None = None,
        players: tuple[Player | None, ...] = (),
    ) -> Self:
        return self.send(
            Begin(
                at=self.now,
                game=game,
                version=1,
                table="table-1",
                match=1,
                mode=mode,
                clock=clock,
                options=options or {},
                players=players or tuple(map(Player, NAMES[: GAMES[game].max_seats])),
            )
        )

    def digest(self, seat: int, value: bytes = b"") -> Self:
        return self.send(Digest(at=self.now, seat=seat, digest=seed_digest(value or VALUES[seat]).hex()))

    def reveal(self, seat: int, value: bytes = b"") -> Self:
        return self.send(Reveal(at=self.now, seat=seat, value=(value or VALUES[seat]).hex()))

    def act(self, seat: int, action: Action, seed: str = "") -> Self:
        return self.send(Act(at=self.now, seat=seat, token=self.token(seat), action=action, seed=seed))

    def deal(self, chips: int) -> Self:
        """House: Alice bets and brings the seed of the round."""
        return self.act(ALICE, Bet(chips), seed=FRESH_SEED)

    def bankroll(self, amount: int) -> Self:
        return self.send(Bankroll(at=self.now, seat=ALICE, amount=amount))

    def skip(self, seat: int) -> Self:
        return self.send(Skip(at=self.now, seat=seat))

    def show(self, seat: int, *cards: int, hand: int | None = None) -> Self:
        """Of the hand whose result stands, unless said otherwise."""
        number = self.state.hand_number if hand is None else hand
        return self.send(Show(at=self.now, seat=seat, hand=number, cards=cards))

    def tick(self) -> Self:
        return self.send(Tick(at=self.now))

    def back(self, seat: int, conn: str = "") -> Self:
        return self.send(Back(at=self.now, seat=seat, conn=conn or f"conn-{seat}"))

    def lose(self, seat: int, conn: str = "", *, ours: bool = False) -> Self:
        return self.send(Lost(at=self.now, seat=seat, conn=conn or f"conn-{seat}", ours=ours))

    def give_up(self, seat: int) -> Self:
        return self.send(GiveUp(at=self.now, seat=seat))

    def leave(self, seat: int) -> Self:
        return self.send(Leave(at=self.now, seat=seat))

    def sit(self, seat: int, player: Player) -> Self:
        return self.send(Sit(at=self.now, seat=seat, player=player))

    def sit_out(self, seat: int, out: bool = True, *, hand: int | None = None) -> Self:
        """Of the next hand, unless said otherwise."""
        number = self.state.hand_number + 1 if hand is None else hand
        return self.send(SitOut(at=self.now, seat=seat, out=out, hand=number))

    def not_funded(self, seat: int, code: str, *, hand: int | None = None) -> Self:
        """Of the next hand, unless said otherwise. What the money side sends after a refused `Fund`."""
        number = self.state.hand_number + 1 if hand is None else hand
        return self.send(NotFunded(at=self.now, seat=seat, code=code, hand=number))

    def stood_still(self, since: int, until: int) -> Self:
        """Both counted from START."""
        return self.send(StoodStill(at=self.now, since=START + since, until=START + until))

    def void(self) -> Self:
        return self.send(Void(at=self.now, staff="staff-1", reason="test"))

    # --- longer ways -------------------------------------------------------------------------------------

    def start(self, game: str = "tactical", **how: Any) -> Self:
        """Everybody connects, brings a seed, and the first hand is dealt at START."""
        self.at(0).begin(game, **how)
        people = [number for number, seat in enumerate(self.state.seats) if seat.human]
        for seat in people:
            self.back(seat)
        for seat in people:
            self.digest(seat)
        for seat in people:
            self.reveal(seat)
        return self

    def play(self, script: str) -> Self:
        """``Alice check, Bob bet 100``, all at the present time."""
        plain: dict[str, Action] = {
            "check": Check(),
            "call": Call(),
            "fold": Fold(),
            "hit": Hit(),
            "pass": Pass(),
            "stand": Stand(),
            "go": Go(),
            "leave": LeaveTable(),
        }
        for sentence in script.split(", "):
            name, kind, *amount = sentence.split()
            self.act(NAMES.index(name), Bet(int(amount[0])) if kind == "bet" else plain[kind])
        return self

    def play_out(self) -> Self:
        """The hand ends by a showdown in which nobody bet or took a card."""
        while self.state.phase == "hand":
            (prompt,) = self.state.prompts
            kinds = [offer.kind for offer in self.seen_by(prompt.seat).prompt.legal]  # type: ignore[union-attr]
            self.act(prompt.seat, Check() if "check" in kinds else Pass())
        return self

    def stand_out(self) -> Self:
        """Classic: the hand ends, and nobody takes a card."""
        while self.state.phase == "hand":
            (prompt,) = self.state.prompts
            self.act(prompt.seat, Stand())
        return self

    def skips(self) -> Self:
        """Both have seen the result."""
        return self.skip(ALICE).skip(BOB)

    def open_middle(self) -> Self:
        """Seam: the middle card is opened, as the chance knows it."""
        card = self.deals.chance(self.state, self.state.deal).card(self.hand.middle.position)
        assert isinstance(card, Card)
        return self.send(Open(at=self.now, position=card.position, face=card.face))

    def fold_out(self) -> Self:
        """The hand ends by a fold: the first to speak bets, the other folds."""
        (first,) = (prompt.seat for prompt in self.state.prompts)
        return self.act(first, Bet(10)).act(1 - first, Fold())

    # --- what there is to see ----------------------------------------------------------------------------

    def token(self, seat: int) -> str:
        """Of the seat's prompt; one that names no decision when it has none."""
        return next((self.state.token(p) for p in self.state.prompts if p.seat == seat), "1.0.0.0")

    def due(self, seat: int) -> int | None:
        """When the seat's decision runs out, counted from START."""
        (due,) = (prompt.due for prompt in self.state.prompts if prompt.seat == seat)
        return None if due is None else due - START

    def next_due(self) -> int | None:
        due = next_due(self.state)
        return None if due is None else due - START

    def asked(self) -> tuple[int, ...]:
        return tuple(prompt.seat for prompt in self.state.prompts)

    def seen_by(self, seat: int | None) -> TableView:
        return view(self.state, seat)

    def said(self, *kinds: str) -> list[tuple[str, int]]:
        """(kind, seat) of the log's lines of these kinds."""
        return [(fact.kind, fact.seat) for fact in self.state.log if fact.kind in kinds]

    def last_said(self) -> Fact:
        return self.state.log[-1]

    def replayed(self) -> State | None:
        """The state after the stored journal, read again."""
        state = None
        for command in decode_commands(encode_commands(self.journal)):
            state = step(state, command, self.deals).state
        return state
