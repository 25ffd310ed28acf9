"""What each bet of a finished round returns, in half-chips (seed 001, payouts; rules.md, House Blackjack)."""

from __future__ import annotations

from games.rules.cards import TARGET, Card
from games.rules.contracts import Fact, Line
from games.rules.hands.house_state import PLAYER, TWO, Ending, PlayerHand, total

WIN = 2
INSURANCE_WIN = 3
"""Times the bet that comes back, the bet itself included."""
NATURAL_NUMERATOR, NATURAL_DENOMINATOR = 5, 2
"""2.5 times the bet. Bets are whole chips, so in half-chips nothing is lost."""


def settled_lines(
    hands: tuple[PlayerHand, ...], dealer: tuple[Card, ...], insurance: int, ending: Ending
) -> tuple[Line, ...]:
    """One line for each player hand, in their order, and one for insurance if there was any.

    A player hand's flags: ``won``, ``push`` or ``lost`` first; then, where they apply, ``natural``, ``doubled``,
    ``split``, ``bust``, ``forfeit``. The line of insurance: ``insurance``, then ``won`` or ``lost``. So completed hands
    are the lines without ``insurance``, and the score of one is its profit where it begins with ``won``.
    """
    dealers = total(dealer)
    split = len(hands) > 1
    lines = tuple([_line(own, split, dealers, ending) for own in hands])
    if not insurance:
        return lines
    won = ending == "dealer_natural"
    returned = INSURANCE_WIN * insurance if won else 0
    return (*lines, Line(PLAYER, insurance, returned, ("insurance", "won" if won else "lost")))


def result_facts(lines: tuple[Line, ...]) -> list[Fact]:
    """Index: the number of the player hand; amount: what it returned. Insurance comes first, as it is paid first."""
    facts: list[Fact] = []
    for number, line in enumerate(lines):
        if line.flags[0] == "insurance":
            facts.insert(0, Fact("insurance_" + line.flags[1], PLAYER, line.returned))
        else:
            facts.append(Fact("hand_" + line.flags[0], PLAYER, line.returned, number))
    return facts


def _line(own: PlayerHand, split: bool, dealers: int, ending: Ending) -> Line:
    best = total(own.cards)
    natural = not split and best == TARGET and len(own.cards) == TWO
    result, returned = _result(own.bet, best, natural, dealers, ending)
    flags = [result]
    if natural:
        flags.append("natural")
    if own.doubled:
        flags.append("doubled")
    if split:
        flags.append("split")
    if best > TARGET:
        flags.append("bust")
    if ending == "forfeit":
        flags.append("forfeit")
    return Line(PLAYER, own.bet, returned, tuple(flags))


def _result(bet: int, best: int, natural: bool, dealers: int, ending: Ending) -> tuple[str, int]:
    if ending == "forfeit" or best > TARGET:
        return "lost", 0
    if ending == "dealer_natural":
        return ("push", bet) if natural else ("lost", 0)
    if natural:
        return "won", bet * NATURAL_NUMERATOR // NATURAL_DENOMINATOR
    if dealers > TARGET or best > dealers:
        return "won", WIN * bet
    return ("push", bet) if best == dealers else ("lost", 0)
