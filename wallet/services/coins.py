"""Test coins, for demo installations only. They are currencies of their own, so nothing can take them for money."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from wallet.errors import NoTestCoins
from wallet.models import Transfer
from wallet.payouts import positive
from wallet.postings import Key, Line, Posted, faucet, player_account
from wallet.selectors import decimals_of
from wallet.services.stakes import post

DEMO_COINS = {"TBTC": 1, "TETH": 10, "TUSDT": 10_000}
"""Whole test coins for each player, by currency."""
DEMO_SCOPE = "seed_demo_coins"


def give_test_coins(*, player: int, currency: str, units: int, key: Key, actor: str) -> Posted:
    """From the faucet into a player's free balance. Raises NoTestCoins outside demo mode, LedgerFault for a
    currency that is not a test coin."""
    if not settings.DEMO:
        raise NoTestCoins
    given = positive(units)
    return post(
        kind=Transfer.Kind.TEST_COINS,
        lines=[Line(faucet(currency), -given), Line(player_account(player, currency), given)],
        key=key,
        actor=actor,
    )


def give_demo_coins(players: Iterable[int]) -> list[int]:
    """Each of them DEMO_COINS, once: nobody gets them twice. Who got some now. Raises NoTestCoins."""
    wanted = {(player, currency): f"{player}/{currency}" for player in players for currency in DEMO_COINS}
    given = Transfer.objects.filter(idem_scope=DEMO_SCOPE, idem_key__in=wanted.values())
    had = set(given.values_list("idem_key", flat=True))
    new: dict[int, None] = {}
    for (player, currency), name in wanted.items():
        if name not in had:
            units = DEMO_COINS[currency] * 10 ** decimals_of(currency)
            key = Key(DEMO_SCOPE, name)
            give_test_coins(player=player, currency=currency, units=units, key=key, actor=DEMO_SCOPE)
            new[player] = None
    return list(new)
