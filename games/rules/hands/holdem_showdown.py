"""How a hand of Hold'em ends: what was not called goes back, cards are shown, pots are paid (TDA 16 to 21).

A hand that cannot win is not shown unless somebody is all-in; it is mucked, and nobody but its owner ever sees it.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.contracts import Fact, Pot
from games.rules.hand_ranks import strength
from games.rules.hands.holdem_pots import given_back, layers, shared, uncalled
from games.rules.hands.holdem_state import NOBODY, Ending, HoldemHand, clockwise, contenders


def with_uncalled_back(hand: HoldemHand) -> HoldemHand:
    """What nobody has matched is its owner's again."""
    back = uncalled(hand)
    if not any(back):
        return hand
    return replace(
        hand,
        stacks=tuple(stack + units for stack, units in zip(hand.stacks, back, strict=True)),
        committed=tuple(put - units for put, units in zip(hand.committed, back, strict=True)),
        bets=tuple(max(0, bet - units) for bet, units in zip(hand.bets, back, strict=True)),
        facts=hand.facts + tuple(Fact("returned", seat, units) for seat, units in enumerate(back) if units),
    )


def won_without_showing(hand: HoldemHand) -> HoldemHand:
    """All others are out: the one that is left takes everything and shows nothing."""
    hand = with_uncalled_back(hand)
    winner = contenders(hand)
    pots = tuple(shared(hand, pot, winner) for pot in layers(hand))
    return _over(hand, "fold", pots, hand.facts)


def abandoned(hand: HoldemHand) -> HoldemHand:
    """All contenders stayed away: each gets back his own, and a part of what others left."""
    hand = with_uncalled_back(hand)
    pots = tuple(given_back(hand, pot) for pot in layers(hand))
    return _over(hand, "abandoned", pots, (*hand.facts, Fact("abandoned")))


def all_shown(hand: HoldemHand) -> HoldemHand:
    """Somebody is all-in and no betting is left: every contender's cards are turned up at once (TDA 16)."""
    order = clockwise(hand, hand.button)
    facts = (*hand.facts, Fact("showdown"), *(Fact("shows", seat) for seat in order))
    return replace(hand, shown=tuple(order), facts=facts)


def show_down(hand: HoldemHand) -> HoldemHand:
    """The board is complete: the best hands that are shown take the pots."""
    board = [card.face for card in hand.board]
    values = {
        seat: strength([*board, *(card.face for card in hand.cards[seat])]) for seat in contenders(hand)
    }
    if not hand.shown:
        hand = _shown_in_turn(hand, values)
    pots = []
    for pot in layers(hand):
        best = max(values[seat] for seat in pot.eligible)
        pots.append(shared(hand, pot, [seat for seat in pot.eligible if values[seat] == best]))
    return _over(hand, "showdown", tuple(pots), hand.facts)


def _shown_in_turn(hand: HoldemHand, values: dict[int, int]) -> HoldemHand:
    """The last to bet or raise on the river shows first, else the first left of the button; then each in turn who is
    not beaten by what lies open (TDA 17). All have put in the same here, so there is one pot."""
    first = hand.aggressor
    order = clockwise(hand, hand.button if first == NOBODY else first - 1)
    best, shown, facts = 0, [], [*hand.facts, Fact("showdown")]
    for seat in order:
        if values[seat] >= best:
            best = values[seat]
            shown.append(seat)
            facts.append(Fact("shows", seat))
        else:
            facts.append(Fact("mucks", seat))
    return replace(hand, shown=tuple(shown), facts=tuple(facts))


def _over(hand: HoldemHand, ending: Ending, pots: tuple[Pot, ...], facts: tuple[Fact, ...]) -> HoldemHand:
    told = [*facts]
    for number, pot in enumerate(pots):
        winners = [seat for seat, share in enumerate(pot.shares) if share]
        kind = "back" if ending == "abandoned" else "won" if len(winners) == 1 else "splits"
        told += [Fact(kind, seat, pot.shares[seat], number) for seat in winners]
    return replace(
        hand,
        street="over",
        actor=NOBODY,
        bets=(0,) * len(hand.bets),
        ending=ending,
        pots=pots,
        facts=tuple(told),
    )
