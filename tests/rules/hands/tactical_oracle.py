"""Tactical once more, written from the rules in another way, to compare with: a coroutine plays a whole hand.

It shares no code with `games.rules`. Cards are texts (``Td``), an answer is (kind, amount); legal sizes are
found by trying every amount.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import product

Answer = tuple[str, int]


@dataclass
class Question:
    """Whose turn it is, and every legal answer: kinds with all their amounts (just 0 where there is none)."""

    seat: int
    legal: dict[str, list[int]]


@dataclass
class Result:
    """`chips`: what each seat has at the end."""

    chips: list[int]
    hands: list[list[str]]
    folded: bool


Hand = Generator[Question, Answer, Result]


def value(cards: list[str]) -> int:
    """The best of all ways to count the aces: the greatest up to 21, else the smallest."""
    choices = [(1, 11) if c[0] == "A" else (10,) if c[0] in "TJQK" else (int(c[0]),) for c in cards]
    sums = {sum(choice) for choice in product(*choices)}
    return max((s for s in sums if s <= 21), default=min(sums))


class Deal:
    """The things on the table."""

    def __init__(self, shoe: Iterator[str], button: int, chips: list[int], ante: int) -> None:
        self.shoe = shoe
        self.button = button
        self.first = 1 if button == 0 else 0
        self.chips = [amount - ante for amount in chips]
        self.pot = [ante, ante]
        self.hands: list[list[str]] = [[], []]
        for seat in (self.first, button, self.first, button):
            self.hands[seat].append(next(shoe))

    def play(self) -> Hand:
        """Betting, cards, betting, cards … and the end."""
        while True:
            if all(self.chips):
                folder = yield from self.betting()
                if folder is not None:
                    return self.end(folded=folder)
            passes = yield from self.card_round()
            if passes == 2:
                break
        if all(self.chips):
            folder = yield from self.betting()
            if folder is not None:
                return self.end(folded=folder)
        return self.end(folded=None)

    def betting(self) -> Generator[Question, Answer, int | None]:
        """The seat that folded, or None."""
        base = list(self.pot)
        seat, checks = self.first, 0
        while True:
            rival = 1 if seat == 0 else 0
            gap = self.pot[rival] - self.pot[seat]
            sizes = [self.pot[seat] - base[seat] + chips for chips in self.sizes(seat, rival, gap)]
            legal = {"fold": [0], "call": [0], "raise": sizes} if gap else {"check": [0], "bet": sizes}
            kind, amount = yield Question(seat, {name: amounts for name, amounts in legal.items() if amounts})
            if kind == "fold":
                return seat
            if kind == "call":
                self.pay(seat, gap)
                return None
            if kind == "check":
                checks += 1
                if checks == 2:
                    return None
            else:
                self.pay(seat, amount - (self.pot[seat] - base[seat]))
            seat = rival

    def sizes(self, seat: int, rival: int, gap: int) -> list[int]:
        """Chips that may be put in to bet or raise: the call and ten or more, and the rival can match it; if
        the most that goes is less than the call and ten, that alone."""
        possible = [c for c in range(gap + 1, self.chips[seat] + 1) if c - gap <= self.chips[rival]]
        return [c for c in possible if c >= gap + 10] or possible[-1:]

    def card_round(self) -> Generator[Question, Answer, int]:
        """How many passed."""
        passes = 0
        for seat in (self.button, self.first):
            hand = self.hands[seat]
            free = value(hand) != 21 and len(hand) != 10
            kind, _ = yield Question(seat, {"hit": [0], "pass": [0]} if free else {"pass": [0]})
            if kind == "hit":
                hand.append(next(self.shoe))
            else:
                passes += 1
        return passes

    def pay(self, seat: int, chips: int) -> None:
        self.chips[seat] -= chips
        self.pot[seat] += chips

    def end(self, folded: int | None) -> Result:
        """The pot goes to who has not folded, or by the cards; in a tie each takes back his own."""
        mine, theirs = value(self.hands[0]), value(self.hands[1])
        if folded is not None:
            winner: int | None = 1 if folded == 0 else 0
        elif mine == theirs:
            winner = None
        elif mine > 21 and theirs > 21:
            winner = 0 if mine < theirs else 1
        elif mine > 21 or theirs > 21:
            winner = 0 if theirs > 21 else 1
        else:
            winner = 0 if mine > theirs else 1
        for seat in (0, 1):
            if winner is None:
                self.chips[seat] += self.pot[seat]
            elif winner == seat:
                self.chips[seat] += self.pot[0] + self.pot[1]
        return Result(self.chips, self.hands, folded is not None)
