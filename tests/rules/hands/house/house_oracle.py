"""An own reckoning of a round's money from cards and answers alone; it shares no code with the rules.

Everything in half-chips, cards as two characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product


def worth(cards: Sequence[str]) -> int:
    """The best of all ways to count the aces: up to 21 the highest, beyond it the lowest."""
    ways = [(1, 11) if card[0] == "A" else (10,) if card[0] in "TJQK" else (int(card[0]),) for card in cards]
    sums = [sum(way) for way in product(*ways)]
    return max([value for value in sums if value < 22] or [min(sums)])


def natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and worth(cards) == 21


class Reckoning:
    """Deals from `shoe` (player, dealer, player, dealer, …) and follows the answers as they come."""

    def __init__(self, shoe: Sequence[str], bet: int, rest: int) -> None:
        self.left = list(shoe)
        one, up, two, hole = (self.left.pop(0) for _ in range(4))
        self.hands = [[one, two]]
        self.bets = [bet]
        self.dealer = [up, hole]
        self.rest = rest
        self.insurance = 0
        self.at = 0
        self.split = False
        self.asked = up[0] == "A"
        self.over = False
        if not self.asked:
            self._look()

    def _look(self) -> None:
        self.over = natural(self.dealer) or natural(self.hands[0])

    def may(self) -> set[str]:
        if self.over:
            return set()
        if self.asked:
            return {"decline"} | ({"insure"} if self.rest * 2 >= self.bets[0] else set())
        own = self.hands[self.at]
        can = {"hit", "stand"}
        if len(own) == 2 and self.rest >= self.bets[self.at]:
            can.add("double")
            if not self.split and own[0][0] == own[1][0]:
                can.add("split")
        return can

    def answer(self, kind: str) -> None:
        if kind in ("insure", "decline"):
            if kind == "insure":
                self.insurance = self.bets[0] // 2
                self.rest -= self.insurance
            self.asked = False
            self._look()
            return
        if kind == "split":
            self.rest -= self.bets[0]
            self.bets *= 2
            one, two = self.hands[0]
            self.hands = [[one, self.left.pop(0)], [two, self.left.pop(0)]]
            self.split = True
            if one[0] == "A":
                self.at = 2
        elif kind == "stand":
            self.at += 1
        else:
            if kind == "double":
                self.rest -= self.bets[self.at]
                self.bets[self.at] *= 2
            self.hands[self.at].append(self.left.pop(0))
            if kind == "double":
                self.at += 1
        while self.at < len(self.hands) and worth(self.hands[self.at]) >= 21:
            self.at += 1
        if self.at >= len(self.hands):
            self._dealer()

    def _dealer(self) -> None:
        self.over = True
        if any(worth(own) < 22 for own in self.hands):
            while worth(self.dealer) < 17:
                self.dealer.append(self.left.pop(0))

    def back(self) -> list[int]:
        """What each player hand returns, and then what insurance does if there was any."""
        paid = []
        for own, bet in zip(self.hands, self.bets, strict=True):
            mine, theirs = worth(own), worth(self.dealer)
            best = natural(own) and not self.split
            if best and natural(self.dealer):
                paid.append(bet)
            elif best:
                paid.append(bet + bet + bet // 2)
            elif natural(self.dealer) or mine > 21:
                paid.append(0)
            elif theirs > 21 or mine > theirs:
                paid.append(bet + bet)
            else:
                paid.append(bet if mine == theirs else 0)
        if self.insurance:
            paid.append(3 * self.insurance if natural(self.dealer) else 0)
        return paid
