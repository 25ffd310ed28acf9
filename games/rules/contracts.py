"""What a hand, a format and the runtime say to each other. Nothing else passes between them.

Tuples "by seat" have one item for each seat of the table, in seat order, whether that seat is in the hand
or not.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import msgspec

from games.rules.actions import Action, Legal
from games.rules.cards import Card
from games.rules.chance import Chance

FIRST_BUTTON = "first_button"
"""Option of every match: the seat that begins, set by a rematch; else it is drawn. No creator's choice."""
BANKROLL = "bankroll"
"""Option of a match whose money lies outside: what the seat has there, in the game's units. No creator's choice."""
DRAWN = -1
"""As a button: the dice say whose it is (roll `ROLL_FIRST`)."""
ROLL_FIRST = "first"


class Fact(msgspec.Struct, frozen=True, array_like=True):
    """One public thing that happened; a line of the numbered log is made of it.

    `index` points at a card (`seat`'s card number `index`); whether its face may be told is for the view to
    say. `auto`: the clock, not the player, decided.
    """

    kind: str
    seat: int = -1
    amount: int = 0
    index: int = -1
    auto: bool = False


class Blinds(msgspec.Struct, frozen=True, array_like=True):
    """Who has the blinds of a hand, and how much they are by rule, whatever can be posted (rules.md, Hold'em)."""

    small: int
    big: int
    big_seat: int
    small_seat: int = -1
    """-1: nobody posts the small blind."""
    dead: tuple[int, ...] = ()
    """Chips each seat posts besides that are no bet of its, by seat; empty: none."""


class HandSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What a format hands down for one deal."""

    seats: tuple[int, ...]
    """The seats in the hand, ascending."""
    button: int
    """The seat with the button; in other games the first actor or the banker. DRAWN: the runtime draws one of
    `seats` for this hand, counter: the number of the hand."""
    stacks: tuple[int, ...]
    """Chips by seat, before forced bets."""
    forced: tuple[int, ...]
    """Chips each seat must post (ante, blind), by seat."""
    blinds: Blinds | None = None
    """Where `forced` are blinds: whose, and of what height."""
    bankroll: tuple[int, ...] = ()
    """What each seat could still bring from outside, by seat; empty: nothing."""
    first_card: int = 0
    """Position in the shoe of the first card of this hand (filled in by the runtime)."""
    hand_number: int = 0
    """1, 2, 3 … within the match (filled in by the runtime); the counter of the hand's rolls."""
    carry: tuple[int, ...] = ()
    """What the last hand's outcome carried over; secret."""
    options: dict[str, int] = {}


class Line(msgspec.Struct, frozen=True, array_like=True):
    """The result of one player hand, in chips."""

    seat: int
    staked: int
    returned: int
    flags: tuple[str, ...] = ()


class Pot(msgspec.Struct, frozen=True, array_like=True):
    """One pot, in chips: who put in what, who could win it, who got what. Tuples by seat but `eligible`
    (seat numbers)."""

    contributions: tuple[int, ...]
    eligible: tuple[int, ...]
    shares: tuple[int, ...]
    rake: int = 0


class HandOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a finished hand reports up."""

    reason: str
    """"showdown", "fold", … : a word of the hand's own."""
    lines: tuple[Line, ...]
    pots: tuple[Pot, ...] = ()
    cards_used: int = 0
    carry: tuple[int, ...] = ()

    @property
    def net(self) -> dict[int, int]:
        """Chips won or lost by seat number, of the seats in the hand."""
        total: dict[int, int] = {}
        for line in self.lines:
            total[line.seat] = total.get(line.seat, 0) + line.returned - line.staked
        return total


class MatchResult(msgspec.Struct, frozen=True):
    """How a match ended. `winners` are seat numbers; several share; none: nobody won."""

    reason: str
    """"chips", "hands" or "points" (played to the end), "last_standing" (all others are out), "forfeit", "gave_up",
    "mutual", "void" (staff or our fault), "dropped" (never began), "not_funded" (a stake was not paid in). Between two
    hands that are paid for one by one: "left", "away" (time away used up), "no_quote", "closed" (no further hand may be
    staked). "deserted": all have gone, or bots alone would have to play on."""
    winners: tuple[int, ...] = ()


class Fund(msgspec.Struct, frozen=True, tag="fund", omit_defaults=True):
    """Money must come in, or the command is refused: stakes, or chips where chips are money."""

    seats: tuple[int, ...]
    amounts: tuple[int, ...]
    hand: int = 0
    """Paid in for the hand of this number alone; 0: for the match."""
    extra: int = 0
    """Brought in during that hand: all that has been by then, which tells it from what else was. 0: when it began."""


class Settle(msgspec.Struct, frozen=True, tag="settle", omit_defaults=True):
    """Pots are paid out. Contributions and shares are stakes, or chips where chips are money.

    `hand` 0: the match's stakes. Else what was paid in for that hand or, with `of`, that hand's slice of the
    match's stakes (`games.rules.slices`).
    """

    pots: tuple[Pot, ...]
    rake_bps: int = 0
    hand: int = 0
    of: int = 0
    """How many slices the match's stakes are cut into; 0: they are not."""


class Refund(msgspec.Struct, frozen=True, tag="refund", omit_defaults=True):
    """Money goes back to the seats it came from, without rake.

    `hand` 0: everything that is not settled yet. Else that of one hand, as in `Settle`.
    """

    reason: str
    hand: int = 0
    of: int = 0


Effect = Fund | Settle | Refund


class Shoe(msgspec.Struct, frozen=True):
    """How many decks are shuffled together, and how few cards may remain before a hand."""

    decks: int
    keep_until: int
    """A new shoe when this many cards or fewer remain before a hand; 52·decks: a fresh one for each hand."""

    @property
    def size(self) -> int:
        return 52 * self.decks


class HandView(Protocol):
    """What one viewer may know of a hand: a Struct of each game's own, built up, never stripped down."""

    def open_cards(self) -> tuple[Card, ...]:
        """Every card whose face this viewer may know."""


class HandRules[H](Protocol):
    """How one deal is played. Implementations are stateless singletons; `H` is a frozen Struct with a field
    `facts: tuple[Fact, ...]` that only grows."""

    version: int
    shoe: Shoe
    state_type: type[H]

    def start(self, setup: HandSetup, chance: Chance) -> H: ...

    def to_act(self, hand: H) -> tuple[int, ...]:
        """Seats with a decision to make, ascending. Several: simultaneous. None: the hand is over."""

    def legal_actions(self, hand: H, seat: int) -> Legal:
        """In the fixed order of the action bar; empty when it is not the seat's turn."""

    def apply_action(self, hand: H, seat: int, action: Action, chance: Chance, *, auto: bool = False) -> H:
        """The hand after `seat` answered; `auto`: its clock did. Raises a RulesError and changes nothing."""

    def default_action(self, hand: H, seat: int) -> Action:
        """What the clock answers for a seat whose time is up."""

    def withdraw(self, hand: H, seat: int, chance: Chance) -> H:
        """The seat leaves the hand for good: what that means (fold, bust, stand) is the hand's business."""

    def open_card(self, hand: H, card: Card, chance: Chance) -> H:
        """A card that was `Sealed` is now known. Raises NotLegal where no card is."""

    def drawn(self, hand: H) -> tuple[int, ...]:
        """What each seat has brought into this hand from outside so far, by seat; empty: nothing."""

    def outcome(self, hand: H) -> HandOutcome | None: ...

    def view(self, hand: H, seat: int | None) -> HandView: ...


@runtime_checkable
class ShowsAfterwards(Protocol):
    """What `HandRules` can besides, if a winner may show cards that he need not while the result stands."""

    def showable(self, hand: Any, seat: int) -> tuple[int, ...]:
        """Numbers of the cards that the seat may show now; empty before the hand is over, and for all who may not."""

    def show(self, hand: Any, seat: int, cards: tuple[int, ...]) -> Any:
        """The hand with these cards open, and a fact more. Raises a RulesError and changes nothing."""


class MatchFormat[M](Protocol):
    """How deals make a match. Implementations are stateless; `M` is a frozen Struct."""

    state_type: type[M]

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> M:
        """`seats`: of the table. Where players join midway it begins empty and `sit` follows for each."""

    def next_hand(self, match: M, elapsed: int) -> HandSetup | None:
        """The next deal, or None while one cannot start. `elapsed`: unpaused ms since the first deal."""

    def deal(self, match: M, setup: HandSetup) -> tuple[M, tuple[Effect, ...]]:
        """The hand of `setup` begins: the match with it in play, and what must be paid in, in the same commit."""

    def not_funded(self, match: M, seat: int, code: str, elapsed: int) -> tuple[M, int | None]:
        """What `deal` asked for was not paid in, so the hand did not begin. `seat` -1: nobody's fault.

        Also gives the ms after which to try again; None: not by itself. Raises NotLegal where only the whole
        match is paid for."""

    def sit_out(self, match: M, seat: int, out: bool) -> M:
        """While a hand is in play: the seat is out of the next one, or not. Raises NotLegal where nobody can."""

    def record(self, match: M, setup: HandSetup, outcome: HandOutcome) -> tuple[M, tuple[Effect, ...]]: ...

    def withdraw(
        self, match: M, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[M, tuple[Effect, ...]]:
        """The seat is out of the match ("forfeit", "gave_up", "left", "away"). `in_hand`: chips of it are in
        the hand in play, whose outcome brings them up."""

    def call_off(self, match: M, reason: str) -> tuple[M, tuple[Effect, ...]]:
        """Nobody wins what is not settled yet ("mutual", "void")."""

    def sit(self, match: M, seat: int) -> M:
        """A player takes the seat while the match runs; raises NotLegal where nobody can."""

    def to_act(self, match: M) -> tuple[int, ...]:
        """Seats whom the format asks something between hands."""

    def question(self, match: M, seat: int) -> str:
        """Why this seat is asked, for its eyes only: a word of the format's, or of the ledger's. "": no matter."""

    def legal_actions(self, match: M, seat: int) -> Legal: ...

    def apply_action(self, match: M, seat: int, action: Action) -> M: ...

    def default_action(self, match: M, seat: int) -> Action: ...

    def result(self, match: M) -> MatchResult | None: ...

    def view(self, match: M, elapsed: int) -> Any:
        """Public facts of the match (stacks, level), a Struct of its own."""


@runtime_checkable
class FedFromOutside(Protocol):
    """What a `MatchFormat` can besides, if the money of its seats lies outside the match."""

    def bankroll(self, match: Any, seat: int, amount: int) -> Any:
        """The match, now that the seat has `amount` outside; in a hand: had it before what that has drawn so far."""
