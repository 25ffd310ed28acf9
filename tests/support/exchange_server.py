"""Exchanges of our own: one HTTP server that answers as Coinbase, Kraken and Bitstamp do, well or badly."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

SLOW_S = 0.3
EXCHANGES = ("coinbase", "kraken", "bitstamp")
Book = tuple[str, str]
"""Best bid and best ask, as the exchange writes them."""


class Exchanges(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.books: dict[tuple[str, str], Book] = {}
        """By (exchange, symbol)."""
        self.mood: dict[str, str] = {}
        """By exchange: one of `_Handler.MOODS`; without one it answers well."""
        self.asked: list[tuple[str, str]] = []
        self.stopped = threading.Event()

    @property
    def urls(self) -> dict[str, str]:
        return {name: f"http://127.0.0.1:{self.server_port}/{name}" for name in EXCHANGES}

    def quote(self, exchange: str, symbol: str, bid: str, ask: str) -> None:
        self.books[exchange, symbol] = (bid, ask)

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are what is tested."""


class _Handler(BaseHTTPRequestHandler):
    server: Exchanges
    protocol_version = "HTTP/1.1"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        _, exchange, *rest = address.path.split("/")
        symbol = _symbol(exchange, rest, parse_qs(address.query))
        self.server.asked.append((exchange, symbol))
        mood = self.server.mood.get(exchange)
        if mood is not None:
            self.MOODS[mood](self, exchange, symbol)
            return
        book = self.server.books.get((exchange, symbol))
        status, body = _answer(exchange, symbol, book)
        self._send(status, body)

    def _send(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _silent(self, exchange: str, symbol: str) -> None:
        self.server.stopped.wait(30)
        self.close_connection = True

    def _slow(self, exchange: str, symbol: str) -> None:
        """Right, but late."""
        self.server.stopped.wait(SLOW_S)
        self._send(*_answer(exchange, symbol, self.server.books[exchange, symbol]))

    def _dripping(self, exchange: str, symbol: str) -> None:
        """A byte now and then: no single wait is long, all together they never end."""
        with suppress(OSError):
            for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n" + b" " * 999:
                self.wfile.write(bytes([byte]))
                if self.server.stopped.wait(0.05):
                    break
        self.close_connection = True

    def _endless(self, exchange: str, symbol: str) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while not self.server.stopped.is_set():
                self.wfile.write(b" " * 65_536)
        self.close_connection = True

    def _moved(self, exchange: str, symbol: str) -> None:
        """To a place where a price is to be had."""
        other = "kraken" if exchange != "kraken" else "bitstamp"
        _status, body = _answer(exchange, symbol, ("1.00", "1.00"))
        self._send(302, body, Location=f"/{other}{self.path.removeprefix('/' + exchange)}")

    def _packed(self, exchange: str, symbol: str) -> None:
        _status, body = _answer(exchange, symbol, self.server.books[exchange, symbol])
        self._send(200, gzip.compress(body), Content_Encoding="gzip")

    def _numbers(self, exchange: str, symbol: str) -> None:
        """Prices as JSON numbers, which a reader would take for floats."""
        _status, body = _answer(exchange, symbol, self.server.books[exchange, symbol])
        bid, ask = self.server.books[exchange, symbol]
        text = body.decode()
        self._send(200, text.replace(f'"{bid}"', bid).replace(f'"{ask}"', ask).encode())

    def _vanishing(self, exchange: str, symbol: str) -> None:
        self.close_connection = True

    @staticmethod
    def _book(bid: str, ask: str) -> Callable[[_Handler, str, str], None]:
        return lambda self, exchange, symbol: self._send(*_answer(exchange, symbol, (bid, ask)))

    @staticmethod
    def _plain(status: int, body: bytes, **headers: str) -> Callable[[_Handler, str, str], None]:
        return lambda self, exchange, symbol: self._send(status, body, **headers)

    MOODS: dict[str, Callable[[_Handler, str, str], None]] = {
        "silent": _silent,
        "slow": _slow,
        "dripping": _dripping,
        "endless": _endless,
        "moved": _moved,
        "packed": _packed,
        "numbers": _numbers,
        "vanishing": _vanishing,
        "garbage": _plain(200, b"<html>We'll be right back</html>"),
        "empty": _plain(200, b""),
        "null": _plain(200, b"null"),
        "nested": _plain(200, b"[" * 60_000),
        "no text": _plain(200, b'{"bid": "\xff\xfe", "ask": "1"}'),
        "busy": _plain(429, b"{}", Retry_After="30"),
        "busy without a time": _plain(429, b"slow down"),
        "teapot": _plain(418, b"{}"),
        "broken": _plain(500, b"Internal Server Error"),
        "unavailable": _plain(503, b"{}"),
        "forbidden": _plain(403, b"{}"),
        "negative": _book("-65000.00", "-64990.00"),
        "zero": _book("0", "0.00000000"),
        "crossed": _book("65010.00", "64990.00"),
        "wide": _book("60000.00", "65000.00"),
        "exponent": _book("6.5e4", "6.5e4"),
        "infinite": _book("Infinity", "NaN"),
        "words": _book("sixty-five", "thousand"),
        "other digits": _book("٦٥٠٠٠", "٦٥٠٠٠"),
        "too much": _book("99999999999", "99999999999"),
        "spaces": _book(" 65000 ", "65000\n"),
    }


def _symbol(exchange: str, rest: list[str], query: dict[str, list[str]]) -> str:
    """Only under the very path that the exchange documents; "" elsewhere."""
    if exchange == "coinbase" and len(rest) == 3 and (rest[0], rest[2]) == ("products", "ticker"):
        return rest[1]
    if exchange == "kraken" and rest == ["0", "public", "Ticker"]:
        return query["pair"][0]
    if exchange == "bitstamp" and rest[:3] == ["api", "v2", "ticker"] and rest[4:] == [""]:
        return rest[3]
    return ""


def _answer(exchange: str, symbol: str, book: Book | None) -> tuple[int, bytes]:
    """What the exchange sends: field by field as its documents have it."""
    if book is None:
        return {
            "coinbase": (404, b'{"message":"NotFound"}'),
            "kraken": (200, b'{"error":["EQuery:Unknown asset pair"]}'),
            "bitstamp": (404, b'{"status": "error", "reason": "Not found."}'),
        }[exchange]
    bid, ask = book
    return 200, json.dumps(WRITERS[exchange](symbol, bid, ask)).encode()


def _coinbase(symbol: str, bid: str, ask: str) -> object:
    return {
        "ask": ask, "bid": bid, "volume": "53602.03940154", "trade_id": 86326522, "price": "268.48",
        "size": "0.00698254", "time": "2026-01-20T00:22:57.833897Z", "rfq_volume": "2193.2",
    }  # fmt: skip


def _kraken(symbol: str, bid: str, ask: str) -> object:
    pair = {
        "a": [ask, "1", "1.000"], "b": [bid, "1", "1.000"], "c": ["30303.20000", "0.00067643"],
        "v": ["4083.67001100", "4412.73601799"], "p": ["30706.77771", "30689.13205"], "t": [34619, 38907],
        "l": ["29868.30000", "29868.30000"], "h": ["31631.00000", "31631.00000"], "o": "30502.80000",
    }  # fmt: skip
    return {"error": [], "result": {symbol: pair}}


def _bitstamp(symbol: str, bid: str, ask: str) -> object:
    return {
        "timestamp": "1643640186", "open": "2188.97", "high": "2811.00", "low": "2188.97", "last": "2211.00",
        "volume": "213.26801100", "vwap": "2189.80", "bid": bid, "ask": ask, "side": "0", "open_24": "2188.97",
        "percent_change_24": "13.57", "market_type": "SPOT",
    }  # fmt: skip


WRITERS = {"coinbase": _coinbase, "kraken": _kraken, "bitstamp": _bitstamp}


@contextmanager
def running_exchanges() -> Iterator[Exchanges]:
    server = Exchanges()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
