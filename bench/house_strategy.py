"""Basic strategy and house edge of House Blackjack, worked out. ``python -m bench.house_strategy`` prints both.

Two decks, the dealer stands on soft 17 and peeks, doubles on any two cards and after a split, one split, one card on
split aces, no surrender (seed 001). Nothing is simulated and no deck is taken as endless: every draw takes its card
out of the shoe, the dealer's too.

The hole card after a peek is any card of the shoe but the one that would make a natural. What the player draws is
then a little likelier to be that one; given the cards that are left, the rest of the shoe is as if unseen.

Splits are exact for a player who does not look at his other hand: cards that nobody has seen yet are as good as fresh
ones, wherever in the shoe they lie, so each hand is worth what the first would be with both cards of the pair gone.

Found: 0.237 % of the first bet against a player who plays by the table, 0.223 % against the best play of each hand
(splits by their own cards). Published: http://www.thecolorofblackjack.com/solution_one.html has -0.02 % for one deck,
-0.32 % for two of them, +0.13 % for doubles after a split and -0.03 % for no second split: -0.24 % together.
https://www.americancasinoguidebook.com/blackjack/how-to-play-blackjack-part-four-rules.html has 0, -0.35 % and +0.13 %,
-0.22 %, with second splits. Those sums are of rounded effects, each measured by itself.

Values are profits in first bets. Ranks are numbers: 1 the ace, 10 all ten-value cards.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache

from games.rules.bots import house_basic

RANKS = range(1, 11)
UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""The dealer's cards in the order of the table."""
SHOE = (8,) * 9 + (32,)
"""How many of each rank two decks hold."""
NATURAL = 1.5
BUST = 22
TARGET, DEALER_STANDS = 21, 17

Counts = tuple[int, ...]
Outcomes = tuple[tuple[int, tuple[tuple[int, int], ...], int, int], ...]


def without(shoe: Counts, rank: int) -> Counts:
    return (*shoe[: rank - 1], shoe[rank - 1] - 1, *shoe[rank:])


def best(hard: int, ace: bool) -> int:
    return hard + 10 if ace and hard <= 11 else hard


def forbidden(up: int) -> int:
    """The hole card that a peek has ruled out; 0: no peek."""
    return {1: 10, 10: 1}.get(up, 0)


@cache
def dealer_ways(up: int) -> Outcomes:
    """All ways in which the dealer can end: (total, how often each rank is drawn, cards drawn, orders of them)."""
    ways: Counter[tuple[int, tuple[int, ...]]] = Counter()

    def draw(hard: int, ace: bool, drawn: tuple[int, ...]) -> None:
        total = best(hard, ace)
        if total >= DEALER_STANDS:
            ways[min(total, BUST), tuple(sorted(drawn))] += 1
            return
        for rank in RANKS:
            if drawn or rank != forbidden(up):
                draw(hard + rank, ace or rank == 1, (*drawn, rank))

    draw(up, up == 1, ())
    return tuple(
        (total, tuple(Counter(drawn).items()), len(drawn), orders) for (total, drawn), orders in ways.items()
    )


@cache
def dealer_ends(shoe: Counts, up: int) -> dict[int, float]:
    """How likely the dealer ends with each total (22: bust), from a shoe without all cards seen, no natural."""
    cards = sum(shoe)
    barred = forbidden(up)
    per_length = [1.0, 1.0 / (cards - (shoe[barred - 1] if barred else 0))]
    for length in range(1, 12):
        per_length.append(per_length[-1] / (cards - length))
    falling = [[1.0, float(n), float(n * (n - 1))] for n in shoe]
    for n, products in zip(shoe, falling, strict=True):
        for k in range(2, 12):
            products.append(products[-1] * (n - k) if n > k else 0.0)
    ends = dict.fromkeys(range(DEALER_STANDS, BUST + 1), 0.0)
    for total, drawn, length, orders in dealer_ways(up):
        chance = orders * per_length[length]
        for rank, times in drawn:
            chance *= falling[rank - 1][times]
        ends[total] += chance
    return ends


@cache
def draws(shoe: Counts, up: int) -> tuple[float, ...]:
    """How likely the player's next card is of each rank: the hole card is no longer in the way."""
    cards = sum(shoe)
    barred = forbidden(up)
    holes = cards - (shoe[barred - 1] if barred else 0)
    return tuple(
        (shoe[rank - 1] - (0.0 if rank == barred else shoe[rank - 1] / holes)) / (cards - 1) for rank in RANKS
    )


@cache
def stand(shoe: Counts, up: int, total: int) -> float:
    if total > TARGET:
        return -1.0
    ends = dealer_ends(shoe, up)
    return ends[BUST] + sum(
        chance * ((total > end) - (total < end)) for end, chance in ends.items() if end != BUST
    )


class Player:
    """Values of a hand under one way of playing. `table` None: the best play of each very hand; else by the table."""

    def __init__(self, table: dict[str, str] | None = None) -> None:
        self.table = table
        self.memo: dict[tuple[Counts, int, int, bool], float] = {}

    def hit(self, shoe: Counts, up: int, hard: int, ace: bool) -> float:
        value = 0.0
        for rank, chance in zip(RANKS, draws(shoe, up), strict=True):
            if chance:
                value += chance * self.drawn(without(shoe, rank), up, hard + rank, ace or rank == 1)
        return value

    def drawn(self, shoe: Counts, up: int, hard: int, ace: bool) -> float:
        """With three cards or more."""
        total = best(hard, ace)
        if total > TARGET:
            return -1.0
        if total == TARGET:
            return stand(shoe, up, total)
        key = (shoe, up, hard, ace)
        if key not in self.memo:
            if self.table is None:
                value = max(stand(shoe, up, total), self.hit(shoe, up, hard, ace))
            elif self.looked_up(up, hard, ace) in "Sd":
                value = stand(shoe, up, total)
            else:
                value = self.hit(shoe, up, hard, ace)
            self.memo[key] = value
        return self.memo[key]

    def double(self, shoe: Counts, up: int, hard: int, ace: bool) -> float:
        return 2 * sum(
            chance * stand(without(shoe, rank), up, best(hard + rank, ace or rank == 1))
            for rank, chance in zip(RANKS, draws(shoe, up), strict=True)
            if chance
        )

    def choices(self, shoe: Counts, up: int, hard: int, ace: bool) -> dict[str, float]:
        """What two cards are worth without a split."""
        total = best(hard, ace)
        return {
            "S": stand(shoe, up, total),
            "H": self.hit(shoe, up, hard, ace),
            "D": self.double(shoe, up, hard, ace),
        }

    def two_cards(self, shoe: Counts, up: int, hard: int, ace: bool) -> float:
        if best(hard, ace) == TARGET:
            return stand(shoe, up, TARGET)
        if self.table is None:
            return max(self.choices(shoe, up, hard, ace).values())
        play = self.looked_up(up, hard, ace)
        if play == "S":
            return stand(shoe, up, best(hard, ace))
        return self.hit(shoe, up, hard, ace) if play == "H" else self.double(shoe, up, hard, ace)

    def split(self, shoe: Counts, up: int, rank: int) -> float:
        value = 0.0
        for second, chance in zip(RANKS, draws(shoe, up), strict=True):
            after, hard, ace = without(shoe, second), rank + second, 1 in (rank, second)
            one = stand(after, up, best(hard, ace)) if rank == 1 else self.two_cards(after, up, hard, ace)
            value += chance * one
        return 2 * value

    def looked_up(self, up: int, hard: int, ace: bool) -> str:
        assert self.table is not None
        total = best(hard, ace)
        return self.table[f"{'soft' if total != hard else 'hard'} {total}"][UPS.index(up)]

    def dealt(self, shoe: Counts, up: int, one: int, two: int, same_rank: float) -> float:
        """The value of two cards without naturals; `same_rank`: how likely equal values are of one rank."""
        plain = self.two_cards(shoe, up, one + two, 1 in (one, two))
        if one != two:
            return plain
        if self.table is None:
            split = max(plain, self.split(shoe, up, one))
        else:
            splits = self.table[f"pair {one}"][UPS.index(up)] == "P"
            split = self.split(shoe, up, one) if splits else plain
        return same_rank * split + (1 - same_rank) * plain


SAME_TEN = 7 / 31
"""A second ten-value card is of the first one's rank: 7 of the 31 left."""


def deals(up: int) -> list[tuple[float, Counts, int, int]]:
    """All two cards beside the dealer's: how likely they are given his, and the shoe without the three."""
    shoe = without(SHOE, up)
    cards = sum(shoe)
    found = []
    for one in RANKS:
        for two in range(one, 11):
            after = without(shoe, one)
            chance = shoe[one - 1] / cards * after[two - 1] / (cards - 1) * (1 if one == two else 2)
            found.append((chance, without(after, two), one, two))
    return found


def worth(player: Player) -> float:
    """Of a round, before the first card."""
    value = 0.0
    for up in UPS:
        for chance, shoe, one, two in deals(up):
            barred = forbidden(up)
            dealers = shoe[barred - 1] / sum(shoe) if barred else 0.0
            if (one, two) == (1, 10):
                round_value = (1 - dealers) * NATURAL
            else:
                same = SAME_TEN if one == 10 else 1.0
                round_value = (1 - dealers) * player.dealt(shoe, up, one, two, same) - dealers
            value += SHOE[up - 1] / sum(SHOE) * chance * round_value
    return value


def basic_table() -> dict[str, str]:
    """The best play by total alone: each total's two-card hands weighed by how often they are dealt.

    H hit, S stand, D double or else hit, d double or else stand, P split, - no split. Columns as `UPS`.
    """
    player = Player()
    table: dict[str, str] = {}
    for up in UPS:
        sums: dict[str, Counter[str]] = {}
        for chance, shoe, one, two in deals(up):
            hard, ace = one + two, 1 in (one, two)
            total = best(hard, ace)
            if total < TARGET:
                name = f"{'soft' if ace else 'hard'} {total}"
                for play, value in player.choices(shoe, up, hard, ace).items():
                    sums.setdefault(name, Counter())[play] += chance * value  # type: ignore[assignment]
            if one == two:
                better = player.split(shoe, up, one) > player.two_cards(shoe, up, hard, ace)
                table[f"pair {one}"] = table.get(f"pair {one}", "") + ("P" if better else "-")
        for name, values in sums.items():
            play = max(values, key=values.__getitem__)
            if play == "D":
                play = "D" if values["H"] >= values["S"] else "d"
            table[name] = table.get(name, "") + play
    return table


def insurance() -> float:
    """The best that insurance is ever worth, in insurance bets, to a player who sees his two cards."""
    return max(3 * shoe[9] / sum(shoe) - 1 for _, shoe, _, _ in deals(1))


def kept_table() -> dict[str, str]:
    """The table that the hint plays by, named as here."""
    return {
        **{f"hard {total}": row for total, row in house_basic.HARD.items()},
        **{f"soft {total}": row for total, row in house_basic.SOFT.items()},
        **{f"pair {value % 10 if value > 10 else value}": row for value, row in house_basic.PAIRS.items()},
    }


def main() -> None:
    table = basic_table()
    if table != kept_table():
        sys.stdout.write("the hint plays by ANOTHER table\n")
    for name in sorted(table, key=lambda name: (name.split()[0], int(name.split()[1]))):
        sys.stdout.write(f"{name:8} {table[name]}\n")
    sys.stdout.write(f"insurance at best {insurance():+.4%} of its bet\n")
    sys.stdout.write(f"by the table {worth(Player(table)):+.5%} of the first bet\n")
    sys.stdout.write(f"each hand's best play {worth(Player()):+.5%}\n")


if __name__ == "__main__":
    main()
