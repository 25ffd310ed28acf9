"""Legal play at random over any row of the catalogue, connections and clocks included."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from games.rules.actions import (
    Action,
    Bet,
    Call,
    Check,
    Decline,
    Double,
    Fold,
    Go,
    Hit,
    Insure,
    LeaveTable,
    Offer,
    Pass,
    Raise,
    Split,
    Stand,
)
from games.rules.catalog import GAMES
from games.rules.clocks import State, next_due
from games.rules.commands import (
    Act,
    Back,
    Begin,
    Command,
    Digest,
    Leave,
    Lost,
    NotFunded,
    Player,
    Reveal,
    Show,
    Sit,
    SitOut,
    Skip,
    StoodStill,
    Tick,
)
from games.rules.commitments import seed_digest
from games.rules.contracts import Effect, ShowsAfterwards
from games.rules.errors import RulesError
from games.rules.runtime import step
from tests.rules.generic.rows import ROWS
from tests.rules.generic.world import World

PLAIN: dict[str, Action] = {
    "check": Check(),
    "call": Call(),
    "fold": Fold(),
    "hit": Hit(),
    "pass": Pass(),
    "stand": Stand(),
    "double": Double(),
    "split": Split(),
    "insure": Insure(),
    "decline": Decline(),
    "go": Go(),
    "leave": LeaveTable(),
}
SIZED: dict[str, type[Bet] | type[Raise]] = {"bet": Bet, "raise": Raise}
REFUSALS = ("insufficient_funds", "above_consent", "no_fresh_quote", "account_frozen")
LEAVES = 0.1
"""How often leaving is thought of where it is one of the answers; not before there was a hand."""
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Flora", "Gustav")


class Dice(random.Random):
    """Reproduced by its seed alone: a long match then is one small example to hypothesis."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    def __repr__(self) -> str:
        return f"Dice({self.number})"


def action_of(kind: str, amount: int) -> Action:
    return SIZED[kind](amount) if kind in SIZED else PLAIN[kind]


def chosen(rng: random.Random, offer: Offer) -> Action:
    """An answer to the offer: often the smallest size, seldom the greatest, else between."""
    amount = rng.choice((offer.low, offer.low, offer.high, rng.randint(offer.low, offer.high)))
    return action_of(offer.kind, amount)


def answer_to(key: str, at: int, seat: int, token: str, action: Action) -> Act:
    """With a fresh seed where the game has one with each bet."""
    fresh = GAMES[key].fresh_seeds and isinstance(action, Bet)
    return Act(at=at, seat=seat, token=token, action=action, seed=f"{at:064x}" if fresh else "")


def opening(key: str, players: int, mode: str) -> list[Command]:
    """Begin, connections and seeds of a match between that many people; other seats stay empty."""
    game = GAMES[key]
    seats = game.max_seats if game.joins_midway else players
    people = tuple(Player(NAMES[seat]) if seat < players else None for seat in range(seats))
    values = [bytes([seat + 1]) * 32 for seat in range(players)]
    options = ROWS[key].options | ({"bankroll": 2_000} if mode == "ranked" else {})
    return [
        Begin(
            at=0, game=key, version=game.version, table="t", match=1, mode=mode, clock=1, options=options,
            players=people,
        ),
        *(Back(at=0, seat=seat, conn=f"c{seat}") for seat in range(players)),
        *(Digest(at=0, seat=seat, digest=seed_digest(values[seat]).hex()) for seat in range(players)),
        *(Reveal(at=0, seat=seat, value=values[seat].hex()) for seat in range(players)),
    ]  # fmt: skip


class Match:
    """A match in play: state, accepted commands and effects."""

    def __init__(self, key: str, world: World, players: int = 2, mode: str = "free") -> None:
        self.key = key
        self.row = ROWS[key]
        self.world = world
        self.journal: list[Command] = []
        self.effects: list[Effect] = []
        self.state: State | None = None
        for command in opening(key, players, mode):
            self.send(command)

    def send(self, command: Command) -> State:
        after = step(self.state, command, self.world)
        if after.state is not self.state:
            self.journal.append(command)
        self.state = after.state
        self.effects += after.effects
        return after.state

    @property
    def now(self) -> State:
        assert self.state is not None
        return self.state

    def play(self, rng: random.Random, most: int, *, troubles: float = 0.05) -> Iterator[State]:
        """One state after each accepted command, until the match is over or `most` commands were taken.

        `troubles`: how often something else than an answer happens: a line drops, a seat changes, nobody answers.
        """
        for _ in range(most):
            if self.now.phase == "over":
                return
            command = self._next(rng, troubles)
            try:
                yield self.send(command)
            except RulesError:
                # Time has moved on meanwhile: the clock answered first, as it should.
                yield self.send(Tick(at=command.at))

    def _next(self, rng: random.Random, troubles: float) -> Command:
        state = self.now
        at = state.at + rng.choice((0, 200, 1_000, 4_000, 9_000))
        gone = [seat for seat, of in enumerate(state.seats) if of.human and not of.conn]
        if gone and (rng.random() < 0.5 or next_due(state) is None):
            seat = rng.choice(gone)
            return Back(at=at, seat=seat, conn=f"c{seat}.{len(self.journal)}")
        shown = self._show(rng, at)
        if shown is not None:
            return shown
        if rng.random() < troubles:
            trouble = self._trouble(rng, at)
            if trouble is not None:
                return trouble
        brought = self.row.brings(state, self.world.chance(state, state.deal))
        if brought is not None:
            return msgspec.structs.replace(brought, at=at)
        if state.prompts and state.paused_at is None:
            return self._answer(rng, at)
        due = next_due(state)
        if due is not None:
            return Tick(at=max(due, state.at))
        return self._seat_somebody(at)

    def _show(self, rng: random.Random, at: int) -> Command | None:
        """Now and then a winner shows cards, where the game lets him."""
        state = self.now
        rules = GAMES[self.key].rules(state.version)[0]
        if not isinstance(rules, ShowsAfterwards) or state.phase != "between" or rng.random() < 0.5:
            return None
        left = {
            seat: cards for seat in range(len(state.seats)) if (cards := rules.showable(state.hand, seat))
        }
        if not left:
            return None
        seat = rng.choice(list(left))
        cards = rng.choice((left[seat], left[seat][:1], left[seat][-1:]))
        return Show(at=at, seat=seat, hand=state.hand_number, cards=cards)

    def _answer(self, rng: random.Random, at: int) -> Command:
        state = self.now
        hand, match = GAMES[self.key].rules(state.version)
        prompt = rng.choice(state.prompts)
        if prompt.source == "hand":
            legal = hand.legal_actions(state.hand, prompt.seat)
        else:
            legal = match.legal_actions(state.match, prompt.seat)
        staying = tuple(offer for offer in legal if offer.kind != "leave") or legal
        leaves = rng.random() < LEAVES and state.hand_number > 0
        action = chosen(rng, rng.choice(legal if leaves else staying))
        return answer_to(self.key, at, prompt.seat, state.token(prompt), action)

    def _trouble(self, rng: random.Random, at: int) -> Command | None:
        state = self.now
        connected = [seat for seat, of in enumerate(state.seats) if of.conn]
        if GAMES[self.key].leaves_between and rng.random() < 0.3:
            return self._open_ended(rng, at)
        kind = rng.choice(("lost", "silence", "outage", "skip", "leave", "sit"))
        if kind == "lost" and connected:
            seat = rng.choice(connected)
            return Lost(at=at, seat=seat, conn=state.seats[seat].conn, ours=rng.random() < 0.3)
        if kind == "silence" and next_due(state) is not None:
            return Tick(at=max(state.at, (next_due(state) or 0) + rng.choice((0, 1, 500))))
        if kind == "outage":
            return StoodStill(at=at, since=state.at, until=at + 30_000)
        if kind == "skip" and state.phase == "between" and state.paused_at is None:
            return Skip(at=state.at, seat=rng.choice([n for n, of in enumerate(state.seats) if of.human]))
        people = [seat for seat, of in enumerate(state.seats) if of.human and not of.out]
        may_leave = GAMES[self.key].joins_midway or GAMES[self.key].others_play_on
        last_may = GAMES[self.key].alone and state.hand_number > 0
        if (may_leave or last_may) and kind == "leave" and len(people) > (0 if last_may else 1):
            return Leave(at=at, seat=rng.choice(people))
        if GAMES[self.key].joins_midway and kind == "sit" and len(people) < len(state.seats):
            return self._seat_somebody(at)
        return None

    def _open_ended(self, rng: random.Random, at: int) -> Command | None:
        """What happens where hands are paid for one by one and anybody may go in between."""
        state = self.now
        seat, following = rng.randrange(2), state.hand_number + 1
        if state.phase == "hand":
            return SitOut(at=at, seat=seat, out=rng.random() < 0.7, hand=following)
        if state.phase == "between" and rng.random() < 0.2:
            return Leave(at=at, seat=seat)
        if state.phase == "between":
            return NotFunded(at=at, seat=rng.choice((-1, 0, 1)), code=rng.choice(REFUSALS), hand=following)
        return None

    def _seat_somebody(self, at: int) -> Command:
        empty = next(seat for seat, of in enumerate(self.now.seats) if of.empty)
        return Sit(at=at, seat=empty, player=Player(f"guest-{len(self.journal)}"))
