from __future__ import annotations

from collections.abc import Callable

import pytest

from players.models import User
from tests.wallet.support import seat, settle, stake
from wallet import services
from wallet.services import Key

BTC, ETH, USDT = "TBTC", "TETH", "TUSDT"


def make_player(name: str) -> User:
    return User.objects.create(username=name.lower(), display_name=name)


@pytest.fixture
def alice(db: None) -> User:
    return make_player("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_player("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_player("Charlie")


Give = Callable[..., None]


@pytest.fixture
def give(db: None) -> Give:
    """`give(alice, TBTC=5)`: test coins from the faucet."""
    given = iter(range(10_000))

    def give_coins(player: User, **units: int) -> None:
        for currency, amount in units.items():
            services.give_test_coins(
                player=player.pk,
                currency=currency,
                units=amount,
                key=Key("test", f"give:{player.pk}:{next(given)}"),
                actor="system:test",
            )

    return give_coins


@pytest.fixture
def played(alice: User, bob: User, give: Give) -> None:
    """Alice won 100 of Bob in TBTC; both have 50 TUSDT in a match that is still open."""
    for player in (alice, bob):
        give(player, TBTC=500, TUSDT=500)
    seats = [seat("match:1", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("match:1", *seats)
    settle("match:1", *seats, winners=[alice])
    stake("match:2", *(seat("match:2", n, player, TUSDT=50) for n, player in enumerate((alice, bob))))
