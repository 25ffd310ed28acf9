"""Prices of money, asked over real sockets of exchanges that answer in their own formats, well and badly."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from battle21.beat import connection_parameters
from players.models import User
from tests.support.exchange_server import EXCHANGES, SLOW_S, Exchanges, running_exchanges
from tests.wallet.conftest import Give
from tests.wallet.support import free, seat, settle, stake
from wallet import services, tasks
from wallet.currencies import MARKETS
from wallet.errors import NoFreshQuote
from wallet.models import Currency, PriceSource, Quote
from wallet.services.refreshing import ROUND_LOCK

pytestmark = pytest.mark.django_db

USD = 10**8
TIMEOUT_S = 0.3


@pytest.fixture(scope="module")
def server() -> Iterator[Exchanges]:
    with running_exchanges() as exchanges:
        yield exchanges


@pytest.fixture
def exchanges(server: Exchanges, settings: Any) -> Exchanges:
    """All three answer: 1 BTC is $65,000, $65,010 and $65,020. Only BTC is switched on."""
    server.mood.clear()
    server.books.clear()
    server.asked.clear()
    for middle, name in zip((65_000, 65_010, 65_020), EXCHANGES, strict=True):
        server.quote(name, MARKETS["BTC"][name], f"{middle - 5}.00", f"{middle + 5}.00")
    settings.PRICE_URLS = server.urls
    settings.PRICE_TIMEOUT_S = 5.0  # for a slow machine; tests of what is late set their own
    settings.DEMO = False
    Currency.objects.filter(code="BTC").update(enabled=True)
    return server


def source(exchange: str, currency: str = "BTC") -> PriceSource:
    return PriceSource.objects.get(exchange=exchange, currency=currency)


def some_time_passes(seconds: int = 10) -> None:
    """What was asked, rested and quoted lies so much further back."""
    past = timedelta(seconds=seconds)
    PriceSource.objects.update(asked_at=F("asked_at") - past, rest_until=F("rest_until") - past)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE wallet_quote SET fetched_at = fetched_at - %(s)s * interval '1 s',"
            " expires_at = expires_at - %(s)s * interval '1 s'",
            {"s": seconds},
        )
        cursor.execute("SET LOCAL session_replication_role = origin")


# --- all is well -----------------------------------------------------------------------------------
def test_three_that_agree_make_a_quote(exchanges: Exchanges) -> None:
    before = timezone.now()
    made = services.refresh_quotes()
    assert made.keys() == {"BTC"}
    quote = services.fresh_quotes(currencies=["BTC"])["BTC"]
    assert quote.pk == made["BTC"].pk
    assert (quote.usd_price, quote.source) == (65_010 * USD, "median:bitstamp,coinbase,kraken")
    assert quote.expires_at - quote.fetched_at == timedelta(seconds=30)
    assert abs(quote.fetched_at - before) < timedelta(seconds=10)
    assert [source(name).fault for name in EXCHANGES] == ["", "", ""]
    assert source("coinbase").off_bps == 2  # 10 of 65,010 are 1.54 bps, rounded up


def test_a_stablecoin_has_a_price_of_its_own(exchanges: Exchanges) -> None:
    """A dollar is what it should be worth, not what it is."""
    Currency.objects.filter(code="USDC").update(enabled=True)
    for name, symbol in MARKETS["USDC"].items():
        exchanges.quote(name, symbol, "0.9311", "0.9313")
    assert services.refresh_quotes()["USDC"].usd_price == 93_120_000
    assert ("coinbase", "USDC-USD") not in exchanges.asked


def test_every_known_market_is_asked_by_its_name(exchanges: Exchanges) -> None:
    Currency.objects.filter(family="money").update(enabled=True)
    for markets in MARKETS.values():
        for name, symbol in markets.items():
            exchanges.quote(name, symbol, "2.00", "2.00")
    made = services.refresh_quotes()
    assert {code: quote.usd_price for code, quote in made.items()} == dict.fromkeys(MARKETS, 2 * USD)


def test_nobody_is_asked_while_no_money_is_switched_on(exchanges: Exchanges) -> None:
    """An installation for demonstrations calls nobody."""
    Currency.objects.filter(family="money").update(enabled=False)
    assert services.refresh_quotes() == {}
    assert exchanges.asked == []


def test_pages_never_ask(exchanges: Exchanges) -> None:
    """Only workers do: without a stored quote there is none."""
    with pytest.raises(NoFreshQuote) as caught:
        services.fresh_quotes(currencies=["BTC"])
    assert exchanges.asked == []
    assert "no up-to-date price" in str(caught.value.message)


# --- one is not well -------------------------------------------------------------------------------
BAD = (
    "garbage", "empty", "null", "nested", "no text", "numbers", "busy", "teapot", "broken", "unavailable", "forbidden",
    "moved", "packed", "vanishing", "endless", "negative", "zero", "crossed", "wide", "exponent", "infinite", "words",
    "other digits", "too much", "spaces",
)  # fmt: skip


@pytest.mark.parametrize("name", EXCHANGES)
def test_whatever_one_answers_the_others_make_the_quote(
    name: str, exchanges: Exchanges, subtests: pytest.Subtests
) -> None:
    others = [other for other in EXCHANGES if other != name]
    middle = (
        sum({"coinbase": 65_000, "kraken": 65_010, "bitstamp": 65_020}[other] for other in others) * USD // 2
    )
    for mood in BAD:
        with subtests.test(mood):
            exchanges.mood[name] = mood
            exchanges.asked.clear()
            quote = services.refresh_quotes()["BTC"]
            assert (quote.usd_price, quote.source) == (middle, f"median:{','.join(sorted(others))}")
            assert source(name).fault
            assert source(name).usd_price is None
            assert len(exchanges.asked) == 3, "no redirect is followed, nobody asked twice"
            some_time_passes(600)


def test_an_answer_without_end_is_read_no_further_than_its_bound(exchanges: Exchanges) -> None:
    exchanges.mood["kraken"] = "endless"
    services.refresh_quotes()
    assert source("kraken").fault == "more than 65536 bytes"


@pytest.mark.parametrize("mood", ["silent", "dripping"])
def test_who_takes_too_long_is_left_out(mood: str, exchanges: Exchanges, settings: Any) -> None:
    settings.PRICE_TIMEOUT_S = TIMEOUT_S
    exchanges.mood["kraken"] = mood
    services.refresh_quotes()
    assert source("kraken").fault == "no answer within 0.3 s"


def test_a_closed_port_is_a_fault_like_any_other(exchanges: Exchanges, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    settings.PRICE_URLS = {**exchanges.urls, "kraken": f"http://127.0.0.1:{port}"}
    assert services.refresh_quotes()["BTC"].source == "median:bitstamp,coinbase"
    assert source("kraken").fault == "not reached: ConnectError"


def test_one_that_lies_is_left_out_and_named(exchanges: Exchanges) -> None:
    exchanges.quote("coinbase", "BTC-USD", "72000.00", "72000.00")
    quote = services.refresh_quotes()["BTC"]
    assert (quote.usd_price, quote.source) == (65_015 * USD, "median:bitstamp,kraken")
    liar = source("coinbase")
    # 6,980 of 65,020, the middle one: 10.7351… %.
    assert (liar.usd_price, liar.off_bps, liar.fault) == (
        72_000 * USD,
        1_074,
        "left out: 1074 bps off the others",
    )


def test_how_far_one_may_be_off_is_a_setting(exchanges: Exchanges, settings: Any) -> None:
    exchanges.quote("coinbase", "BTC-USD", "66000.00", "66000.00")  # 980 of 65,020: 1.507 %
    assert services.refresh_quotes()["BTC"].source == "median:bitstamp,coinbase,kraken"
    some_time_passes()
    settings.PRICE_MOST_OFF_BPS = 150
    assert services.refresh_quotes()["BTC"].source == "median:bitstamp,kraken"


def test_who_asks_for_a_rest_gets_it(exchanges: Exchanges) -> None:
    """429 with Retry-After 30. It is not asked for other currencies either, nor again before its time."""
    Currency.objects.filter(code="ETH").update(enabled=True)
    exchanges.mood["kraken"] = "busy"
    services.refresh_quotes()
    assert len([name for name, _symbol in exchanges.asked if name == "kraken"]) == 1
    exchanges.asked.clear()
    exchanges.mood.clear()
    some_time_passes(20)
    services.refresh_quotes()
    assert "kraken" not in {name for name, _symbol in exchanges.asked}
    some_time_passes(20)
    assert services.refresh_quotes()["BTC"].source == "median:bitstamp,coinbase,kraken"


def test_a_rest_without_a_time_is_a_minute(exchanges: Exchanges) -> None:
    exchanges.mood["kraken"] = "busy without a time"
    services.refresh_quotes()
    resting = source("kraken")
    assert resting.rest_until is not None
    assert resting.asked_at is not None
    assert resting.rest_until - resting.asked_at == timedelta(seconds=60)


def test_a_source_that_is_switched_off_is_not_asked(exchanges: Exchanges) -> None:
    PriceSource.objects.filter(exchange="kraken").update(enabled=False)
    assert services.refresh_quotes()["BTC"].source == "median:bitstamp,coinbase"
    assert "kraken" not in {name for name, _symbol in exchanges.asked}


def test_the_environment_chooses_nobody_to_believe(
    exchanges: Exchanges, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert services.refresh_quotes().keys() == {"BTC"}


# --- too few are well ------------------------------------------------------------------------------
def test_one_alone_is_not_believed(exchanges: Exchanges) -> None:
    exchanges.mood |= {"kraken": "broken", "bitstamp": "garbage"}
    assert services.refresh_quotes() == {}
    assert not Quote.objects.exists()


def test_two_that_differ_make_no_quote(exchanges: Exchanges) -> None:
    exchanges.mood["bitstamp"] = "broken"
    exchanges.quote("kraken", "XXBTZUSD", "66500.00", "66500.00")  # 2.3 % above the other
    assert services.refresh_quotes() == {}


def test_one_currency_without_a_price_does_not_hide_the_others(exchanges: Exchanges) -> None:
    Currency.objects.filter(code="ETH").update(enabled=True)  # nobody has a market for it
    assert services.refresh_quotes().keys() == {"BTC"}
    assert source("kraken", "ETH").fault == "answered 'EQuery:Unknown asset pair'"
    assert source("coinbase", "ETH").fault == "HTTP 404"


def test_all_down_the_old_quote_counts_until_its_end_and_games_go_on(
    exchanges: Exchanges, alice: User, bob: User, give: Give, settings: Any
) -> None:
    """No fresh quote: nothing is staked. What is in play is paid out."""
    settings.DEMO = True
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", number, player, TBTC=100) for number, player in enumerate((alice, bob))]
    stake("m", *seats)
    old = services.refresh_quotes()["BTC"]
    exchanges.mood |= dict.fromkeys(EXCHANGES, "broken")
    some_time_passes(10)
    assert tasks.refresh_quotes() == []
    assert services.fresh_quotes(currencies=["BTC"])["BTC"].pk == old.pk
    some_time_passes(20)
    with pytest.raises(NoFreshQuote):
        services.fresh_quotes(currencies=["BTC"])
    settle("m", *seats, winners=[alice])
    assert free(alice) == 198


def test_sources_that_flap_leave_a_price_as_long_as_two_agree(exchanges: Exchanges) -> None:
    """Each is down in one round of three, then two at once, then all are back."""
    found = []
    for down in (["kraken"], ["coinbase"], ["bitstamp"], ["kraken", "coinbase"], []):
        exchanges.mood.clear()
        exchanges.mood |= dict.fromkeys(down, "broken")
        made = services.refresh_quotes()
        found.append(made["BTC"].source if made else "")
        assert services.fresh_quotes(currencies=["BTC"]).keys() == {"BTC"}
        some_time_passes(10)
    assert found == [
        "median:bitstamp,coinbase", "median:bitstamp,kraken", "median:coinbase,kraken", "",
        "median:bitstamp,coinbase,kraken",
    ]  # fmt: skip
    assert [source(name).fault for name in EXCHANGES] == ["", "", ""]
    assert source("kraken").fault_at is not None


# --- many workers ----------------------------------------------------------------------------------
def test_a_second_nudge_asks_nobody(exchanges: Exchanges) -> None:
    services.refresh_quotes()
    asked = len(exchanges.asked)
    assert services.refresh_quotes() == {}
    assert len(exchanges.asked) == asked
    some_time_passes(10)
    assert services.refresh_quotes().keys() == {"BTC"}


def test_who_comes_while_another_asks_leaves_it_to_him(exchanges: Exchanges) -> None:
    with psycopg.connect(**connection_parameters()) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [ROUND_LOCK])
        assert services.refresh_quotes() == {}
        assert exchanges.asked == []
    assert services.refresh_quotes().keys() == {"BTC"}


def test_beat_asks_every_ten_seconds() -> None:
    from battle21.celery import BEAT

    entry = BEAT["refresh-quotes"]
    assert (entry["task"], entry["schedule"]) == (tasks.refresh_quotes.name, 10.0)


def test_a_late_answer_is_no_younger_than_its_question(exchanges: Exchanges) -> None:
    exchanges.mood["kraken"] = "slow"
    quote = services.refresh_quotes()["BTC"]
    assert quote.source == "median:bitstamp,coinbase,kraken"
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp() - fetched_at FROM wallet_quote WHERE id = %s", [quote.pk])
        assert cursor.fetchone()[0] >= timedelta(seconds=SLOW_S)
