"""Three public exchanges and how each writes a price. Pure: what to ask for, and what an answer says.

All have markets in USD itself. (Binance, the largest, has only markets in USDT: its prices would take one USDT for one
dollar.) A price is the middle of the best bid and the best ask: a last trade can be hours old where few trade.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from wallet.units import BPS, USD_SCALE

PRICE = re.compile(r"([0-9]{1,10})(?:\.([0-9]{1,18}))?")
"""Digits and a point, nothing else: no sign, no exponent. 10^10 dollars are the most the database holds."""
PLACES = len(str(USD_SCALE)) - 1
WIDEST_BPS = 200
"""Bid and ask further apart are no market."""


class ExchangeFault(Exception):
    """An answer that gives no price; the text is for staff. `rest_s`: leave the exchange alone so long."""

    def __init__(self, text: str, rest_s: int = 0) -> None:
        super().__init__(text)
        self.rest_s = rest_s


REST_S = 60
"""After "too many requests" without a time."""


class _Coinbase(msgspec.Struct):
    bid: str
    ask: str


class _KrakenPair(msgspec.Struct):
    b: tuple[str, str, str]
    a: tuple[str, str, str]
    """Price, whole lot volume, lot volume."""


class _Kraken(msgspec.Struct):
    error: list[str]
    result: dict[str, _KrakenPair] = {}


class _Bitstamp(msgspec.Struct):
    bid: str
    ask: str


def _read_coinbase(body: bytes) -> tuple[str, str]:
    found = msgspec.json.decode(body, type=_Coinbase)
    return found.bid, found.ask


def _read_kraken(body: bytes) -> tuple[str, str]:
    """Faults come with status 200, in `error`. The pair's name in the answer may be another one than was asked for."""
    found = msgspec.json.decode(body, type=_Kraken)
    if found.error:
        text = " ".join(found.error)
        raise ExchangeFault(f"answered {text[:60]!r}", REST_S if "limit" in text or "Too many" in text else 0)
    if len(found.result) != 1:
        raise ExchangeFault("answered for other markets than one")
    pair = next(iter(found.result.values()))
    return pair.b[0], pair.a[0]


def _read_bitstamp(body: bytes) -> tuple[str, str]:
    found = msgspec.json.decode(body, type=_Bitstamp)
    return found.bid, found.ask


class Exchange(NamedTuple):
    url: str
    path: str
    """With `{symbol}`; symbols are letters, digits and hyphens."""
    read: Callable[[bytes], tuple[str, str]]
    """Bid and ask. Raises ExchangeFault, msgspec.DecodeError."""


EXCHANGES = {
    # docs.cdp.coinbase.com, Exchange REST API, "Get product ticker"
    "coinbase": Exchange("https://api.exchange.coinbase.com", "/products/{symbol}/ticker", _read_coinbase),
    # docs.kraken.com, REST API, "Get Ticker Information"
    "kraken": Exchange("https://api.kraken.com", "/0/public/Ticker?pair={symbol}", _read_kraken),
    # www.bitstamp.net/api, "Ticker"
    "bitstamp": Exchange("https://www.bitstamp.net", "/api/v2/ticker/{symbol}/", _read_bitstamp),
}


def price_in(exchange: str, body: bytes) -> int:
    """USD for one coin in 1e-8, rounded down. Raises ExchangeFault."""
    try:
        bid_text, ask_text = EXCHANGES[exchange].read(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise ExchangeFault("not the answer this exchange gives") from wrong
    bid, ask = exact_price(bid_text), exact_price(ask_text)
    if not 0 < bid <= ask:
        raise ExchangeFault(f"bid {bid_text[:20]!r} and ask {ask_text[:20]!r} are no prices")
    if (ask - bid) * BPS > WIDEST_BPS * ask:
        raise ExchangeFault("bid and ask are too far apart")
    return (bid + ask) // 2


def exact_price(text: str) -> int:
    """ "65432.1" is 6_543_210_000_000; digits past the eighth are dropped. Raises ExchangeFault."""
    found = PRICE.fullmatch(text)
    if found is None:
        raise ExchangeFault(f"{text[:20]!r} is no price")
    whole, part = found.groups()
    return int(whole) * USD_SCALE + int((part or "")[:PLACES].ljust(PLACES, "0"))
