"""What the generic suites must be told about each row of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.rules.cards import Card, hand_totals
from games.rules.catalog import GAMES
from games.rules.chance import Chance
from games.rules.clocks import State
from games.rules.commands import Command, Open
from games.rules.hands.polish_state import total as polish_total
from tests import seam

seam.register()

Leak = Callable[[State, int | None, Chance], Any]
"""(state, viewer, the shoe in use) -> something the viewer must not be told."""


@dataclass(frozen=True)
class Row:
    """Hooks of one game."""

    missing: Callable[[State], int]
    """Chips that are not where the rules say that all chips must be; 0 when none is lost and none made."""
    leaks: dict[str, Leak]
    """Planted leaks by name: the leak suite must find each of them."""
    harmless: dict[str, Leak]
    """What a viewer may be told in more words: the leak suite must not object."""
    brings: Callable[[State, Chance], Command | None] = lambda state, chance: None
    """What must come from outside before the hand goes on."""
    options: dict[str, int] = field(default_factory=dict)
    ends: str = "chips"
    """Why a match is over that is played to its end; "": it has none."""
    may_be_level: bool = False
    """Played to its end it may have no winner."""
    worlds: int = 3
    """Other worlds that the leak suite makes for each look of each viewer."""
    most_commands: int = 4_000
    """A match of random play is over after so many."""


# --- tactical --------------------------------------------------------------------------------------------


def tactical_missing(state: State) -> int:
    match: Any = state.match
    hand: Any = state.hand
    if match is None:
        return 0
    there: tuple[int, ...] = (*hand.stacks, *hand.committed) if state.phase == "hand" else match.stacks
    return 2_000 - sum(there)


def _others_cards(state: State, viewer: int | None) -> list[tuple[Card, ...]]:
    cards = () if state.hand is None else state.hand.cards
    return [own for seat, own in enumerate(cards) if seat != viewer]


def _totals(state: State, viewer: int | None) -> list[int]:
    return [hand_totals(card.face for card in own)[1] for own in _others_cards(state, viewer)]


def _others_offers(state: State, viewer: int | None, chance: Chance) -> Any:
    hand = GAMES[state.game].hand
    return [hand.legal_actions(state.hand, prompt.seat) for prompt in state.prompts if prompt.seat != viewer]


def _next_face(state: State, viewer: int | None, chance: Chance) -> Any:
    return None if state.hand is None else chance.card(state.hand.next_card)


TWO_HANDS_LEAKS: dict[str, Leak] = {
    "the other's total": lambda state, viewer, chance: _totals(state, viewer),
    "whether the other has 21": lambda state, viewer, chance: [t == 21 for t in _totals(state, viewer)],
    "that the other cannot hit": _others_offers,
    "a clock that is shorter at 21": lambda state, viewer, chance: [
        (prompt.due or 0) - 1_000 * (21 in _totals(state, viewer)) for prompt in state.prompts
    ],
    "the suit of the other's second card": lambda state, viewer, chance: [
        own[1].face // 13 for own in _others_cards(state, viewer)
    ],
    "the next card of the shoe": _next_face,
}
TWO_HANDS_HARMLESS: dict[str, Leak] = {
    "one's own total": lambda state, viewer, chance: (
        None
        if viewer is None or state.hand is None
        else hand_totals(c.face for c in state.hand.cards[viewer])
    ),
    "where the other's cards lay": lambda state, viewer, chance: [
        card.position for own in _others_cards(state, viewer) for card in own
    ],
}
TACTICAL = Row(missing=tactical_missing, leaks=TWO_HANDS_LEAKS, harmless=TWO_HANDS_HARMLESS)


# --- hold'em ---------------------------------------------------------------------------------------------


def holdem_missing(state: State) -> int:
    match: Any = state.match
    hand: Any = state.hand
    if match is None:
        return 0
    in_play: tuple[int, ...] = (*hand.stacks, *hand.committed, *hand.dead)
    there: tuple[int, ...] = in_play if state.phase == "hand" else match.stacks
    return 2_000 - sum(there)


def _hidden_of(state: State, viewer: int | None) -> list[Card]:
    """Hands that were folded or mucked, or are not shown yet."""
    hand: Any = state.hand
    return [card for seat, own in enumerate(hand.cards) if seat not in (viewer, *hand.shown) for card in own]


HEADS_UP = Row(
    missing=holdem_missing,
    leaks={
        "the suits of the other's cards": lambda state, viewer, chance: [
            card.face // 13 for card in _hidden_of(state, viewer)
        ],
        "that the other has an ace": lambda state, viewer, chance: any(
            card.face % 13 == 12 for card in _hidden_of(state, viewer)
        ),
        "a hand that was folded or mucked": lambda state, viewer, chance: [
            card.face for card in _hidden_of(state, viewer) if state.phase == "between"
        ],
        "the next card of the deck": _next_face,
        "a clock that is shorter with a pair": lambda state, viewer, chance: [
            (prompt.due or 0) - 1_000 * (first.face % 13 == second.face % 13)
            for prompt in state.prompts
            for first, second in [state.hand.cards[prompt.seat]]  # type: ignore[union-attr]
        ],
    },
    harmless={
        "where the other's cards lay": lambda state, viewer, chance: [
            card.position for card in _hidden_of(state, viewer)
        ],
    },
    worlds=2,
)


# --- classic ---------------------------------------------------------------------------------------------


def classic_missing(state: State) -> int:
    """Hands that were played to their end and are in no history. Who forfeits has not played his to its end."""
    match: Any = state.match
    if match is None:
        return 0
    over = state.hand_number - (state.hand_number > 0 and state.outcome is None)
    counted = match.hands if state.game == "classic_unlimited" else len(match.history)
    forfeited = getattr(match, "forfeited", 0)
    if state.game == "classic_unlimited":
        forfeited = int(state.result is not None and bool(state.result.winners))
    return over - (counted - forfeited)


def classic(ends: str, **more: Any) -> Row:
    """Three formats over one hand: what the hand may leak is looked for in each of them, not so often in each."""
    harmless = dict([next(iter(TWO_HANDS_HARMLESS.items()))])
    return Row(missing=classic_missing, leaks=TWO_HANDS_LEAKS, harmless=harmless, ends=ends, worlds=1, **more)


# --- polish ----------------------------------------------------------------------------------------------


def polish_missing(state: State) -> int:
    """Rounds that were played to their end and are in no history, and points that are not one for each winner."""
    match: Any = state.match
    if match is None:
        return 0
    over = state.hand_number - (state.hand_number > 0 and state.outcome is None)
    won = sum(winner >= 0 for winner in match.history)
    return int(over - len(match.history) + abs(sum(match.points) - won))


def _in_the_dark(state: State, viewer: int | None) -> list[tuple[Card, ...]]:
    return _others_cards(state, viewer) if state.phase == "hand" else []


def _polish_totals(state: State, viewer: int | None) -> list[int]:
    return [polish_total(own, False) for own in _in_the_dark(state, viewer)]


POLISH = Row(
    missing=polish_missing,
    leaks={
        "another's total": lambda state, viewer, chance: _polish_totals(state, viewer),
        "that another is bust": lambda state, viewer, chance: [
            count > 21 for count in _polish_totals(state, viewer)
        ],
        "that another cannot draw": _others_offers,
        "that another has an ace": lambda state, viewer, chance: [
            any(card.face % 13 == 12 for card in own) for own in _in_the_dark(state, viewer)
        ],
        "the next card of the deck": _next_face,
    },
    harmless={
        "where another's cards lay": lambda state, viewer, chance: [
            card.position for own in _in_the_dark(state, viewer) for card in own
        ],
    },
    ends="points",
    options={"rounds": 3},
    worlds=2,
)


# --- house -----------------------------------------------------------------------------------------------


def house_missing(state: State) -> int:
    """Chips that are neither lent nor won from the house, at the end of a round: each bet is of this round alone, so
    the balance is what it was when the last round began, less its stakes and with its returns."""
    match: Any = state.match
    if match is None or state.outcome is None or state.setup is None:
        return 0
    lines = state.outcome.lines
    before = state.setup.stacks[0] + state.setup.bankroll[0]
    after = before - sum(line.staked for line in lines) + sum(line.returned for line in lines)
    return int(match.balance - after) % 2_000


def _hole(state: State) -> list[Card]:
    hand: Any = state.hand
    turned = any(fact.kind == "turned" for fact in hand.facts)
    return [] if turned else [hand.dealer[1]]


HOUSE = Row(
    missing=house_missing,
    leaks={
        "the hole card's suit": lambda state, viewer, chance: [card.face // 13 for card in _hole(state)],
        "the dealer's total": lambda state, viewer, chance: hand_totals(
            card.face
            for card in state.hand.dealer  # type: ignore[union-attr]
        ),
        "that insurance would win": lambda state, viewer, chance: any(
            state.hand.asks_insurance and card.face % 13 in (8, 9, 10, 11)  # type: ignore[union-attr]
            for card in _hole(state)
        ),
        "the next card of the shoe": _next_face,
    },
    harmless={
        "where the hole card lay": lambda state, viewer, chance: [card.position for card in _hole(state)],
    },
    ends="left",
    may_be_level=True,
)


# --- seam ------------------------------------------------------------------------------------------------


def seam_missing(state: State) -> int:
    match: Any = state.match
    hand: Any = state.hand
    if match is None:
        return 0
    there = sum(match.stacks)
    if state.phase == "hand":
        drawn = sum(seam.SEAM.hand.drawn(hand))
        behind = sum(max(0, stack - pot) for stack, pot in zip(hand.stacks, hand.pot, strict=True))
        joined = there - sum(hand.stacks)
        there = behind + sum(hand.pot) - drawn + joined
    return int(match.brought - match.taken - there)


def seam_brings(state: State, chance: Chance) -> Command | None:
    """The middle card, when all bets are in."""
    hand: Any = state.hand
    if state.phase != "hand" or not hand.bets_shown:
        return None
    card = chance.card(hand.middle.position)
    assert isinstance(card, Card)
    return Open(at=state.at, position=card.position, face=card.face)


def _hidden_positions(state: State, viewer: int | None, chance: Chance) -> Any:
    """Of a re-shuffled pile a position names a card that everybody has seen."""
    return [card.position for own in _others_cards(state, viewer) for card in own]


SEAM = Row(
    missing=seam_missing,
    leaks={
        "another's luck": lambda state, viewer, chance: None if state.hand is None else state.hand.luck,
        "the grudges": lambda state, viewer, chance: None if state.match is None else state.match.grudges,
        "a bet that is not in yet": lambda state, viewer, chance: (
            None if state.hand is None else state.hand.bets
        ),
        "where re-shuffled cards lay": _hidden_positions,
        "the middle card": lambda state, viewer, chance: (
            None if state.hand is None else chance.card(state.hand.middle.position)
        ),
        "the sum of another's cards": lambda state, viewer, chance: [
            sum(card.face % 13 for card in own) for own in _others_cards(state, viewer)
        ],
    },
    harmless={
        "how many cards are dealt": lambda state, viewer, chance: len(
            _hidden_positions(state, viewer, chance)
        ),
    },
    brings=seam_brings,
    options={"hands": 12},
)

ROWS = {
    "tactical": TACTICAL,
    "heads_up": HEADS_UP,
    "seam": SEAM,
    "polish": POLISH,
    "house": HOUSE,
    "classic_series": classic("hands", options={"hands": 4}),
    "classic_fixed": classic("hands", options={"hands": 6}, may_be_level=True),
    "classic_unlimited": classic(""),
}
