"""The currencies this installation knows from the start. Made after every migrate, never changed by it.

Test coins are currencies of their own: no code, account or transfer can hold them and money at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from wallet.models import Currency, PriceSource


class Known(NamedTuple):
    code: str
    name: str
    decimals: int
    family: str
    enabled: bool


# Real money is off until staff switch a currency on.
CURRENCIES = (
    Known("TBTC", "Test Bitcoin", 8, Currency.Family.TEST, True),
    Known("TETH", "Test Ether", 18, Currency.Family.TEST, True),
    Known("TUSDT", "Test Tether", 6, Currency.Family.TEST, True),
    Known("BTC", "Bitcoin", 8, Currency.Family.MONEY, False),
    Known("ETH", "Ether", 18, Currency.Family.MONEY, False),
    Known("USDT", "Tether", 6, Currency.Family.MONEY, False),
    Known("USDC", "USD Coin", 6, Currency.Family.MONEY, False),
    Known("LTC", "Litecoin", 8, Currency.Family.MONEY, False),
    # For games against the house. Chips can buy nothing and be bought with nothing: no stake, so never on.
    Known("CHIP", "Play chips", 1, Currency.Family.CHIPS, False),
)
# An exchange's name for its market in USD. Coinbase takes USDC for a dollar and has none.
MARKETS = {
    "BTC": {"coinbase": "BTC-USD", "kraken": "XXBTZUSD", "bitstamp": "btcusd"},
    "ETH": {"coinbase": "ETH-USD", "kraken": "XETHZUSD", "bitstamp": "ethusd"},
    "LTC": {"coinbase": "LTC-USD", "kraken": "XLTCZUSD", "bitstamp": "ltcusd"},
    "USDT": {"coinbase": "USDT-USD", "kraken": "USDTZUSD", "bitstamp": "usdtusd"},
    "USDC": {"kraken": "USDCUSD", "bitstamp": "usdcusd"},
}
DECIMALS = {known.code: known.decimals for known in CURRENCIES}


def make_known_currencies(**_signal: Any) -> None:
    """Add the rows that are missing. Connected to Django's post_migrate."""
    Currency.objects.bulk_create(
        (Currency(**known._asdict(), shown_order=order) for order, known in enumerate(CURRENCIES, 1)),
        ignore_conflicts=True,
    )
    PriceSource.objects.bulk_create(
        (
            PriceSource(currency_id=code, exchange=exchange, symbol=symbol)
            for code, markets in MARKETS.items()
            for exchange, symbol in markets.items()
        ),
        ignore_conflicts=True,
    )
