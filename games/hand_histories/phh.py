"""A hand as a PHH file, the published format of poker hand histories (TOML; arxiv.org/abs/2312.11753).

Players are numbered from the left of the button, so heads-up the big blind is p1. Cards that are not the viewer's to
know are ``????``, or ``Ah??`` where one alone was shown. Fields of our own begin with an underscore, as the format
asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.hand_histories.told import ToldHand, ToldSeat, ToldStep
from games.rules.hands.holdem_state import ring

UNKNOWN = "????"
TWO_PLAYERS = HOLE_CARDS = 2


def phh(hand: ToldHand) -> str:
    """One hand, ending with a line break."""
    return "".join(f"{key} = {_toml(value)}\n" for key, value in _fields(hand).items())


def phhs(hands: Iterable[ToldHand]) -> str:
    """Several hands in one file (.phhs): a numbered table each."""
    return "\n".join(f"[{number}]\n{phh(hand)}" for number, hand in enumerate(hands, 1))


def _fields(hand: ToldHand) -> dict[str, Any]:
    players = _players(hand)
    at = hand.started_at
    fields: dict[str, Any] = {
        "variant": "NT",
        "antes": [Chips(hand.chips(_posted(hand, seat, "dead_post"))) for seat in players],
        "blinds_or_straddles": _blinds(hand, players),
        "min_bet": Chips(hand.chips(hand.big_blind)),
        "starting_stacks": [Chips(hand.chips(seat.stack)) for seat in players],
        "actions": list(_actions(hand, players)),
        "venue": "Battle21",
        "time": Bare(f"{at:%H:%M:%S}"),
        "time_zone": "UTC",
        "day": at.day,
        "month": at.month,
        "year": at.year,
        "hand": hand.hand_id,
        "seats": [seat.seat + 1 for seat in players],
        "seat_count": hand.table_seats,
        "table": hand.table,
        "players": [seat.name for seat in players],
    }
    if all(seat.net is not None for seat in players):
        fields["finishing_stacks"] = [Chips(hand.chips(seat.stack + (seat.net or 0))) for seat in players]
    rake = sum(pot.rake for pot in hand.pots)
    return {**fields, "_ending": hand.ending, "_rake": Chips(hand.chips(rake))}


class Bare(str):
    """Written as it is, without quotes."""


class Chips(Bare):
    """A number of chips."""


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str) and not isinstance(value, Bare):
        return f'"{"".join(map(_escaped, value))}"'
    return str(value)


def _escaped(char: str) -> str:
    """In a basic string of TOML."""
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def _players(hand: ToldHand) -> list[ToldSeat]:
    order = ring(hand.table_seats, hand.button)
    return sorted(hand.seats, key=lambda seat: order.index(seat.seat))


def _posted(hand: ToldHand, seat: ToldSeat, kind: str) -> int:
    return sum(step.amount for step in hand.steps if step.seat == seat.seat and step.kind == kind)


def _blinds(hand: ToldHand, players: list[ToldSeat]) -> list[Chips]:
    """By rule, in the order of the players; heads-up small, then big, as the format's own reader wants it. A newcomer's
    post is negative there: a live bet that moves nobody's turn."""
    small, big = hand.small_blind, hand.big_blind
    if len(players) == TWO_PLAYERS:
        return [Chips(hand.chips(small)), Chips(hand.chips(big))]
    by_rule = {hand.small_seat: small, hand.big_seat: big}
    return [
        Chips(hand.chips(by_rule[seat.seat]))
        if seat.seat in by_rule
        else Chips(f"-{posted}" if (posted := hand.chips(_posted(hand, seat, "post"))) != "0" else "0")
        for seat in players
    ]


def _actions(hand: ToldHand, players: list[ToldSeat]) -> Iterator[str]:
    """Up to what the format has no word for: a claim that is lost, a hand that is abandoned."""
    named = {seat.seat: f"p{number}" for number, seat in enumerate(players, 1)}
    for seat in players:
        yield f"d dh {named[seat.seat]} {''.join(seat.cards).ljust(len(UNKNOWN), '?')}"
    for step in hand.steps:
        if step.kind in ("claim_lost", "abandoned"):
            return
        told = _action(hand, step, named.get(step.seat, ""))
        if told:
            yield told


def _action(hand: ToldHand, step: ToldStep, player: str) -> str:
    """ "" for what follows from the other actions, and for one card shown alone, for which the format has no word."""
    match step.kind:
        case "flop" | "turn" | "river":
            return f"d db {''.join(step.cards)}"
        case "fold":
            return f"{player} f"
        case "check" | "call":
            return f"{player} cc"
        case "bet" | "raise":
            return f"{player} cbr {hand.chips(step.to)}"
        case "shows" if len(step.cards) == HOLE_CARDS:
            return f"{player} sm {''.join(step.cards)}"
        case "mucks":
            return f"{player} sm"
    return ""
