"""Pots of one to four currencies a seat, split among winners: each currency by itself, to the unit, nothing left."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.models import User
from tests.wallet.coins import ORDER, make_coins, quote_coins
from tests.wallet.conftest import make_player
from tests.wallet.support import free, quote_ids, refund, seat, totals
from wallet import selectors, services
from wallet.services import Escrow, Key

pytestmark = pytest.mark.django_db
runs = itertools.count()
# Around where rake begins at 1 and 2 %, above 2^63, and what no number of winners divides.
UNITS = st.sampled_from([1, 2, 49, 50, 51, 99, 100, 101, 199, 200, 201, 777, 2**63 + 1, 10**27 + 7])
purses = st.dictionaries(st.sampled_from(ORDER), UNITS, min_size=1, max_size=4)
few = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True)
def coins() -> None:
    make_coins()


def paid_in(stakes: list[dict[str, int]]) -> tuple[str, list[User], list[Escrow]]:
    """A match whose seats bring these; nobody has anything else."""
    quote_coins()
    match = f"match:{next(runs)}"
    players = [make_player(f"{match}{number}") for number in range(len(stakes))]
    for player, stake in zip(players, stakes, strict=True):
        for code, units in stake.items():
            services.give_test_coins(
                player=player.pk, currency=code, units=units, key=Key(match, f"{player.pk}{code}"), actor="t"
            )
    seats = [
        seat(match, n, player, **stake) for n, (player, stake) in enumerate(zip(players, stakes, strict=True))
    ]
    quotes = quote_ids(*{code for stake in stakes for code in stake})
    services.transfer_stake(stakes=seats, quotes=quotes, subject=match, key=Key(match, "fund"), actor="t")
    assert not any(free(player, code) for player in players for code in ORDER)
    return match, players, seats


def left(seats: list[Escrow]) -> tuple[Escrow, ...]:
    return selectors.escrows([each.ref for each in seats])


@few
@given(
    stakes=st.lists(purses, min_size=2, max_size=4), winners=st.integers(1, 4), bps=st.sampled_from([100, 200])
)  # fmt: skip
def test_a_split_pot_is_divided_by_currency_and_odd_units_go_one_each_to_the_first(
    stakes: list[dict[str, int]], winners: int, bps: int
) -> None:
    match, players, seats = paid_in(stakes)
    won = players[: min(winners, len(players))]
    services.settle_pot(
        contributions=seats, winners=[player.pk for player in won], rake_bps=bps, subject=match,
        key=Key(match, "settle"), actor="t",
    )  # fmt: skip
    raked = dict.fromkeys(ORDER, 0)
    for line in selectors.settlement(match).lines:
        if line.account_kind == "rake":
            raked[line.currency] += line.units
    for code in ORDER:
        pot = sum(stake.get(code, 0) for stake in stakes)
        rake = pot * bps // 10_000
        assert raked[code] == rake
        share, odd = divmod(pot - rake, len(won))
        expected = [share + (number < odd) for number in range(len(won))] + [0] * (len(players) - len(won))
        assert [free(player, code) for player in players] == expected
    assert left(seats) == ()
    assert not any(totals().values())


@few
@given(stakes=st.lists(purses, min_size=2, max_size=4))
def test_a_tied_pot_goes_back_as_it_came(stakes: list[dict[str, int]]) -> None:
    match, players, seats = paid_in(stakes)
    refund(match, *seats)
    for player, stake in zip(players, stakes, strict=True):
        assert {code: free(player, code) for code in stake} == stake
    assert left(seats) == ()
    assert not any(line.account_kind == "rake" for line in selectors.settlement(match).lines)
