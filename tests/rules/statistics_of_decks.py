"""Chi-square and fixed points of many shuffles, with our own survival function (no scipy)."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence


def chi_square_survival(statistic: float, freedom: int) -> float:
    """P(X >= statistic) for a chi-square variable: the regularised upper incomplete gamma function."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _lower_series(a, x) if x < a + 1 else scale * _upper_fraction(a, x)


def _lower_series(a: float, x: float) -> float:
    term = total = 1 / a
    while abs(term) > abs(total) * 1e-16:
        a += 1
        term *= x / a
        total += term
    return total


def _upper_fraction(a: float, x: float) -> float:
    """Lentz's continued fraction."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    step = 0
    change = 0.0
    while abs(change - 1) > 1e-15:
        step += 1
        weight = -step * (step - a)
        b += 2
        d = 1 / (weight * d + b or tiny)
        c = b + weight / c or tiny
        change = d * c
        value *= change
    return value


def position_p_value(decks: Iterable[Sequence[int]]) -> float:
    """Position x card, chi-square. Rows and columns are fixed, hence the factor 51/52 and 51^2 degrees."""
    counts: Counter[tuple[int, int]] = Counter()
    total = 0
    for deck in decks:
        total += 1
        counts.update(enumerate(deck))
    size = 52
    expected = total / size
    cells = ((place, face) for place in range(size) for face in range(size))
    statistic = sum((counts[cell] - expected) ** 2 for cell in cells) / expected
    return chi_square_survival(statistic * (size - 1) / size, (size - 1) ** 2)


def fixed_points_p_value(decks: Iterable[Sequence[int]]) -> float:
    """Cards left at their own place: mean 1 and variance 1 per deck, so the sum is nearly normal."""
    found = [sum(place == face for place, face in enumerate(deck)) for deck in decks]
    z = (sum(found) - len(found)) / math.sqrt(len(found))
    return math.erfc(abs(z) / math.sqrt(2))
