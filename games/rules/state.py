"""The state of one table: a cache of its journal. Frozen; `step` makes a new one.

It holds dealt cards with their positions and counters, never a seed or an undealt card.
`SCHEMA` is raised whenever older code could not read or would misread what is written; see
`games.services.store`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.rules.contracts import Fact, HandOutcome, HandSetup, MatchResult

SCHEMA = 1

ASIDE = "aside"
"""Source of a format's question beside the game: its clock runs on, and it is answered, also while the game is
paused."""

Phase = Literal["seeding", "hand", "between", "over"]


class SeatState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat. Times in ms."""

    player: str = ""
    """Public id of the person; "" when the seat is empty."""
    bot: str = ""
    conn: str = ""
    """The seat's one live connection; "" when there is none."""
    away_since: int | None = None
    """When the present absence began to spend budget; None: not away."""
    budget: int = 0
    """Time away that is left, before the present absence."""
    allowance: int = 0
    """How long the present absence may last."""
    hand_grace: int = 0
    """How long the present absence may last until the hand in play is lost; 0: it is, or absences cost none."""
    exhausted: bool = False
    """The budget is used up. That is final."""
    out: bool = False
    """Out of the match for good, where the others play on."""
    asked_until: int | None = None
    """When this seat's time for questions beside the game runs out, once it has answered one since the last deal."""
    digest: str = ""
    seed: str = ""
    skips: bool = False
    from_hand: int = 0
    """The first hand this player can be in; earlier cards belong to who sat here before."""

    @property
    def empty(self) -> bool:
        return not self.player and not self.bot

    @property
    def human(self) -> bool:
        return bool(self.player) and not self.bot


class Contribution(msgspec.Struct, frozen=True, array_like=True):
    """What one seat brought into the shoe in use; it stays so when the player leaves."""

    seat: int
    player: str
    seed: str
    """Hex; "" for a house bot."""


class Prompt(msgspec.Struct, frozen=True, array_like=True):
    """The decision a seat is asked for. `due` None: no clock."""

    seat: int
    decision: int
    due: int | None
    source: str
    """"hand", "format" or ASIDE: who asks."""


class TableState[H, M](msgspec.Struct, frozen=True, kw_only=True):
    schema: int
    game: str
    version: int
    table: str
    match_number: int
    mode: str
    clock: int
    options: dict[str, int]
    at: int
    """Time of the last command."""
    phase: Phase
    seats: tuple[SeatState, ...]
    phase_due: int | None = None
    """When seeding gives up, or the pause between hands ends."""
    match: M | None = None
    hand: H | None = None
    """The hand in play, or the last one while its result stands."""
    setup: HandSetup | None = None
    outcome: HandOutcome | None = None
    hand_number: int = 0
    deal: int = 0
    """Number of the shoe in use; 0 before the first."""
    root: str = ""
    """Published root of that shoe, hex."""
    contributions: tuple[Contribution, ...] = ()
    """Whose seeds that shoe was shuffled with."""
    next_card: int = 0
    decision: int = 0
    prompts: tuple[Prompt, ...] = ()
    paused_at: int | None = None
    stands_until: int = 0
    """After an outage players' clocks stand until then."""
    origin: int = 0
    """When unpaused time began, moved on by each pause: elapsed = clock time − origin."""
    log: tuple[Fact, ...] = ()
    logged: int = 0
    """How many facts there have been; `log` holds the last of them."""
    result: MatchResult | None = None

    def elapsed(self, at: int) -> int:
        """Unpaused ms since the first deal."""
        return max(0, self.clock_time(at) - self.origin) if self.deal else 0

    def clock_time(self, at: int) -> int:
        """What the players' clocks show at `at`: it stands while paused and for a while after an outage."""
        return max(at if self.paused_at is None else self.paused_at, self.stands_until)

    def prompt_of(self, seat: int) -> Prompt | None:
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    def token(self, prompt: Prompt) -> str:
        """Names one decision of one seat for ever; the id of its answer."""
        return f"{self.match_number}.{self.hand_number}.{prompt.seat}.{prompt.decision}"
