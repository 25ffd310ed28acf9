"""Only the page's own host may open a socket, unless the operator names others."""

from __future__ import annotations

import pytest
from django.test import RequestFactory, override_settings
from pytest_django.fixtures import Settings

from battle21.origins import address_for_others, is_allowed_origin, visitors_address
from games.visitors import address_of

HEADERS = list[tuple[bytes, bytes]]


def scope(origin: str | None, host: str | None = "localhost:8021") -> dict[str, HEADERS]:
    named = {b"origin": origin, b"host": host}
    return {"headers": [(name, value.encode()) for name, value in named.items() if value is not None]}


@pytest.fixture(autouse=True)
def plain_http() -> object:
    with override_settings(HTTPS=False, WS_ORIGINS=[], ALLOWED_HOSTS=["localhost", "[::1]"]):
        yield


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8021", "localhost:8021"),
        ("http://localhost", "localhost"),
        ("http://[::1]:8021", "[::1]:8021"),
    ],
)
def test_the_pages_own_host_may(origin: str, host: str) -> None:
    assert is_allowed_origin(scope(origin, host))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://localhost",  # another port
        "https://localhost:8021",  # another scheme
        "http://localhost:8021.evil.example",
        "http://evil.example",
        "http://localhost:8021/",
        "http://user@localhost:8021",
    ],
)
def test_foreign_origins_may_not(origin: str | None) -> None:
    assert not is_allowed_origin(scope(origin))


def test_a_name_pointed_at_us_may_not_although_it_matches() -> None:
    assert not is_allowed_origin(scope("http://rebound.example:8021", "rebound.example:8021"))


def test_two_origin_headers_may_not() -> None:
    doubled = scope("http://localhost:8021")
    doubled["headers"].append((b"origin", b"http://localhost:8021"))
    assert not is_allowed_origin(doubled)


def test_behind_https_the_origin_is_https() -> None:
    with override_settings(HTTPS=True):
        assert is_allowed_origin(scope("https://localhost:8021"))
        assert not is_allowed_origin(scope("http://localhost:8021"))


def test_named_origins_replace_the_own_host() -> None:
    with override_settings(WS_ORIGINS=["https://play.example"]):
        assert is_allowed_origin(scope("https://play.example"))
        assert not is_allowed_origin(scope("http://localhost:8021"))


def program(*others: tuple[bytes, bytes]) -> dict[str, HEADERS]:
    """An API client: a key, no Origin."""
    return {"headers": [(b"host", b"localhost:8021"), (b"authorization", b"Bearer b21_test_x"), *others]}


def test_a_program_with_a_key_needs_no_origin() -> None:
    assert is_allowed_origin(program())


@pytest.mark.parametrize(
    "header",
    [
        (b"origin", b"http://evil.example"),
        (b"origin", b""),
        (b"Origin", b"\xff"),
        (b"authorization", b"Bearer other"),
    ],
)
def test_an_origin_or_a_second_key_is_looked_at_all_the_same(header: tuple[bytes, bytes]) -> None:
    assert not is_allowed_origin(program(header))


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "1.1.1.1", "9.9.9.9"),
        (1, "", "9.9.9.9"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, "2.2.2.2", "2.2.2.2"),
    ],
)
def test_address_is_what_our_outermost_proxy_says(proxies: int, forwarded: str, address: str) -> None:
    with override_settings(TRUST_PROXY=proxies > 0, ALLAUTH_TRUSTED_PROXY_COUNT=proxies):
        assert visitors_address(forwarded, "9.9.9.9") == address


def test_header_that_a_visitor_sends_besides_the_proxys_counts_for_nothing() -> None:
    """Some proxies add a line of their own instead of writing on."""
    lines = [(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"1.1.1.1")]
    with override_settings(TRUST_PROXY=True, ALLAUTH_TRUSTED_PROXY_COUNT=1):
        assert address_of({"headers": lines, "client": ("9.9.9.9", 1)}) == "1.1.1.1"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("localhost:8021", "http://192.168.1.20:8021/i/x/"),
        ("127.0.0.1:8021", "http://192.168.1.20:8021/i/x/"),
        ("[::1]:8021", "http://192.168.1.20:8021/i/x/"),
        ("10.0.0.7:8021", "http://10.0.0.7:8021/i/x/"),
    ],
)
def test_what_is_sent_to_others_is_never_the_hosts_own_name_for_itself(
    settings: Settings, rf: RequestFactory, host: str, address: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.LAN_ADDRESS = "http://192.168.1.20:8021"
    assert address_for_others(rf.get("/", HTTP_HOST=host), "/i/x/") == address
    settings.LAN_ADDRESS = ""
    assert address_for_others(rf.get("/", HTTP_HOST=host), "/i/x/") == f"http://{host}/i/x/"
