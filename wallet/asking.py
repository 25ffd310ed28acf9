"""Asks exchanges for prices over the network. Workers do, nobody else: no page waits for somebody else's server.

What an answer can do to us is bounded: its time, its size, where it sends us (nowhere).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import httpx
import structlog

from wallet.exchanges import EXCHANGES, REST_S, ExchangeFault, price_in

log = structlog.get_logger(__name__)

MOST_BYTES = 64 * 1024
MOST_REST_S = 300
OK = 200
TOO_MANY = (418, 429)
ROUND_TIMEOUTS = 3
"""All markets of one exchange together have the time of three that do not answer."""
HEADERS = {"User-Agent": "Battle21", "Accept": "application/json", "Accept-Encoding": "identity"}


class Market(NamedTuple):
    exchange: str
    symbol: str


class Answer(NamedTuple):
    """One of `price` (of one coin in 1e-8 USD) and `fault` (a text for staff)."""

    price: int | None = None
    fault: str = ""
    rest_s: int = 0


def ask(markets: Collection[Market], urls: Mapping[str, str], timeout_s: float) -> dict[Market, Answer]:
    """An answer for every market, whatever happens; not within a running event loop. All exchanges at once, the markets
    of one after another: none gets more than one request of ours at a time. `urls` replace exchanges' own addresses.
    """
    return asyncio.run(_ask(markets, urls, timeout_s))


async def _ask(
    markets: Collection[Market], urls: Mapping[str, str], timeout_s: float
) -> dict[Market, Answer]:
    by_exchange: dict[str, list[Market]] = {}
    for market in markets:
        by_exchange.setdefault(market.exchange, []).append(market)
    # Nothing of the environment: neither a proxy nor a file of passwords decides whom we believe.
    async with httpx.AsyncClient(
        trust_env=False, follow_redirects=False, timeout=timeout_s, headers=HEADERS
    ) as client:
        rounds = (
            _ask_exchange(client, urls.get(name) or EXCHANGES[name].url, asked, timeout_s)
            for name, asked in by_exchange.items()
        )
        found: dict[Market, Answer] = {}
        for answers in await asyncio.gather(*rounds):
            found |= answers
    return found


async def _ask_exchange(
    client: httpx.AsyncClient, url: str, markets: Sequence[Market], timeout_s: float
) -> dict[Market, Answer]:
    """Who asks for a rest is not asked for the other markets."""
    end = asyncio.get_running_loop().time() + ROUND_TIMEOUTS * timeout_s
    found: dict[Market, Answer] = {}
    resting: Answer | None = None
    for market in markets:
        found[market] = resting or await _ask_market(client, url, market, timeout_s, end)
        resting = found[market] if found[market].rest_s else None
    return found


async def _ask_market(
    client: httpx.AsyncClient, url: str, market: Market, timeout_s: float, end: float
) -> Answer:
    path = EXCHANGES[market.exchange].path.format(symbol=market.symbol)
    try:
        async with asyncio.timeout_at(min(end, asyncio.get_running_loop().time() + timeout_s)):
            return Answer(price_in(market.exchange, await _body(client, url + path)))
    except ExchangeFault as fault:
        return Answer(fault=str(fault), rest_s=fault.rest_s)
    except (TimeoutError, httpx.TimeoutException):
        return Answer(fault=f"no answer within {timeout_s:g} s")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return Answer(fault=f"not reached: {type(error).__name__}")
    except Exception as error:
        # One exchange's trouble must not cost the others' answers.
        log.exception("an exchange was not asked", exchange=market.exchange)
        return Answer(fault=f"our fault: {type(error).__name__}")


async def _body(client: httpx.AsyncClient, url: str) -> bytes:
    """Read as it comes and no further than we must. Raises ExchangeFault."""
    async with client.stream("GET", url) as response:
        if response.status_code in TOO_MANY:
            raise ExchangeFault(
                f"HTTP {response.status_code}: too many requests",
                _rest(response.headers.get("Retry-After", "")),
            )
        if response.status_code != OK:
            raise ExchangeFault(f"HTTP {response.status_code}")
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise ExchangeFault("packed, which we did not ask for")
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > MOST_BYTES:
                raise ExchangeFault(f"more than {MOST_BYTES} bytes")
    return bytes(body)


def _rest(retry_after: str) -> int:
    """Seconds to leave the exchange alone; what it asks for, within reason."""
    if retry_after.isascii() and retry_after.isdecimal() and len(retry_after) < 6:
        return min(max(int(retry_after), 1), MOST_REST_S)
    return REST_S
