"""The statement: lines, filters, sums, pages, the file."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from games import statement_csv
from players.models import User
from tests.games.staking import COIN, GAME, RAKE, STAKE, amounts, over, page, player, staked
from tests.games.test_views import browser_of, text_of
from tests.live.seating import guests
from tests.wallet.filling import fill
from wallet import statements
from wallet.models import Transfer
from wallet.postings import Key
from wallet.services import give_test_coins
from wallet.services import reverse as reverse_transfer

pytestmark = pytest.mark.django_db


NOON = re.compile(r" \d+ \w+ \d{4}, \d\d:\d\d(:\d\d)?( UTC)?")


def lines_of(client: Client, **asked: str) -> list[str]:
    """Kind of each line shown."""
    shown = client.get(page("statement"), asked).content.decode()
    return re.findall(r'<th class="what"[^>]*>\s*<strong>([^<]+)</strong>', shown)


def coins(alice: User, number: int, currency: str = "TBTC") -> None:
    """So many lines more, of 1, 2, 3 … units."""
    for unit in range(1, number + 1):
        key = Key("more", f"{alice.pk}{currency}{unit}")
        give_test_coins(player=alice.pk, currency=currency, units=unit, key=key, actor="t")


# --- lines ------------------------------------------------------------------------------------------------------


def test_statement_tells_each_line_with_what_it_changed() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    shown = browser_of(alice).get(page("statement"))
    text = NOON.sub("", text_of(shown))
    assert "Paid out Tactical Blackjack against Bob Details : Paid out," in text
    assert "Change 15,233 units Before 0.99992307 TBTC (99,992,307 units) After 1.0000754 TBTC" in text
    assert "Price used 1 TBTC = $65,000.00 at, source: demo" in text
    # $5 are 7,692.3 units; 7,693 of them are $5.00045.
    assert "\u22120.00007693 TBTC ≈ $5.00 at the time Balance after: 0.99992307 TBTC" in text
    # 15,233 of them are $9.90145; the pay-out used no price, so this is the one that counted then.
    assert "Price at the time 1 TBTC = $65,000.00 at, source: demo" in text
    assert "+0.00015233 TBTC ≈ $9.90 at the time Balance after: 1.0000754 TBTC" in text
    assert lines_of(browser_of(alice)) == ["Paid out", "Stake paid in", "Test coins received"]
    assert f'href="{page("match", table.public_id)}"' in shown.content.decode()
    assert amounts(alice) == (COIN + STAKE - RAKE, 0)


def test_statement_is_of_accounts_alone() -> None:
    for name in ("statement", "statement_file"):
        assert Client().get(page(name)).status_code == 302
        assert "A wallet needs an account" in text_of(browser_of(guests("Bob")[0]).get(page(name)))


def test_statement_shows_what_is_in_play() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = staked(alice, bob)
    shown = browser_of(alice).get(page("statement"), {"currency": "TETH"})
    assert "Tactical Blackjack against Bob 0.00007693 TBTC 7,693 units" in text_of(shown)
    assert f'href="{page("table", table.public_id)}"' in shown.content.decode()


# --- sums -------------------------------------------------------------------------------------------------------


def test_sums_tell_play_from_the_rest_and_balance() -> None:
    alice, bob = player("Alice", TBTC=COIN, TETH=5), player("Bob")
    over(alice, bob)
    staked(alice, bob)
    text = text_of(browser_of(alice).get(page("statement")))
    # 1 + 0.00015233 - 2 x 0.00007693; the net of play has one stake that is still in play.
    assert (
        "TBTC Balance at the beginning 0 TBTC Stake paid in \u22120.00015386 TBTC Paid out +0.00015233 TBTC "
        "Net of play \u22120.00000153 TBTC Test coins received +1 TBTC All movements +0.99999847 TBTC "
        "Balance now 0.99999847 TBTC"
    ) in text
    assert (
        "TETH Balance at the beginning 0 TETH Test coins received +0.000000000000000005 TETH "
        "All movements +0.000000000000000005 TETH Balance now 0.000000000000000005 TETH"
    ) in text
    assert "The lines chosen below" not in text


def test_chosen_lines_are_added_up_beside_the_whole_period() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    over(alice, bob)
    client = browser_of(alice)
    for asked, picked in (
        ({"kind": "play"}, "+0.0001508 TBTC"),  # twice 15,233 - 7,693
        ({"kind": "settle"}, "+0.00030466 TBTC"),
        ({"kind": "deposit"}, "0 TBTC"),
        ({"game": GAME}, "+0.0001508 TBTC"),
        ({"game": GAME, "kind": "stake"}, "\u22120.00015386 TBTC"),
        ({"match": table.public_id}, "+0.0000754 TBTC"),
        ({"match": table.public_id, "kind": "stake"}, "\u22120.00007693 TBTC"),
    ):
        text = text_of(client.get(page("statement"), asked))
        assert f"The lines chosen below: {picked}" in text, asked
        assert "All movements +1.0001508 TBTC Balance now 1.0001508 TBTC" in text, asked


def test_period_too_long_to_be_split_is_balanced_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = player("Alice")
    coins(alice, 3)
    monkeypatch.setattr(statements, "MOST_SUMMED", 3)
    text = text_of(browser_of(alice).get(page("statement"), {"kind": "stake"}))
    assert (
        "Balance at the beginning 0 TBTC All movements +1.00000006 TBTC Balance now 1.00000006 TBTC" in text
    )
    assert "Choose a shorter one to see play and the rest apart." in text


# --- filters ----------------------------------------------------------------------------------------------------


def test_filters_choose_lines_and_stay_in_the_address() -> None:
    alice, bob = player("Alice", TBTC=COIN, TETH=10**18), player("Bob")
    table = over(alice, bob)
    other = over(alice, bob)
    client = browser_of(alice)
    assert len(lines_of(client)) == 6
    assert lines_of(client, currency="TETH") == ["Test coins received"]
    assert lines_of(client, kind="stake") == ["Stake paid in"] * 2
    assert lines_of(client, kind="play") == ["Paid out", "Stake paid in"] * 2
    assert lines_of(client, match=table.public_id) == ["Paid out", "Stake paid in"]
    assert lines_of(client, match=table.public_id, kind="settle", currency="TBTC", game=GAME) == ["Paid out"]
    assert lines_of(client, match=other.public_id, currency="TETH") == []
    assert lines_of(client, game=GAME) == ["Paid out", "Stake paid in"] * 2
    shown = client.get(page("statement"), {"currency": "TBTC", "kind": "play", "match": table.public_id})
    body = shown.content.decode()
    assert "<option selected>TBTC</option>" in body
    assert '<option value="play" selected>' in body
    assert f'name="match" value="{table.public_id}"' in body
    assert f"/wallet/statement.csv?currency=TBTC&amp;kind=play&amp;match={table.public_id}" in body


def test_days_of_the_period_are_both_included() -> None:
    alice = player("Alice")
    client = browser_of(alice)
    today = datetime.now(UTC).date()
    day = timedelta(days=1)
    assert lines_of(client, **{"from": str(today - day), "to": str(today + day)}) == ["Test coins received"]
    assert lines_of(client, **{"from": str(today + 2 * day)}) == []
    assert lines_of(client, to=str(today - 2 * day)) == []
    text = text_of(client.get(page("statement"), {"from": str(today + 2 * day)}))
    assert "All movements 0 TBTC Balance now 1 TBTC" in text
    assert "No line fits this choice." in text


@pytest.mark.parametrize(
    "asked",
    [
        {"currency": "DOGE"},
        {"currency": "<b>"},
        {"currency": "tbtc"},
        {"kind": "gift"},
        {"game": "chess"},
        {"from": "9999-99-99"},
        {"from": "0000-01-01"},
        {"to": "2026-W48-1"},
        {"to": "20261130"},
        {"to": "٢٠٢٦-١١-٣٠"},
        {"from": "1795996800"},
        {"colour": "red"},
    ],
)
def test_what_there_is_not_is_left_out_and_said(asked: dict[str, str]) -> None:
    client = browser_of(player("Alice"))
    shown = client.get(page("statement"), asked)
    assert "says something there is not, and was left out" in text_of(shown)
    assert lines_of(client, **asked) == ["Test coins received"]
    assert 'href="/wallet/statement.csv?"' in shown.content.decode(), "and goes nowhere from here"


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ({"from": "0001-01-01"}, 1),
        ({"to": "0001-01-01"}, 0),
        ({"from": "9999-12-31"}, 0),
        ({"to": "9999-12-31"}, 1),
        ({"from": "0001-01-01", "to": "9999-12-31"}, 1),
        ({"from": "3058-01-01"}, 0),
        ({"from": "9999-12-31", "to": "0001-01-01"}, 0),
        ({"match": "nosuchmatch"}, 0),
    ],
)
def test_far_away_days_are_days(asked: dict[str, str], lines: int) -> None:
    client = browser_of(player("Alice"))
    shown = client.get(page("statement"), asked)
    assert shown.status_code == 200
    assert len(lines_of(client, **asked)) == lines
    assert "left out" not in text_of(shown)
    assert ("no day lies between them" in text_of(shown)) is (
        asked.get("to") == "0001-01-01" and len(asked) == 2
    )


def test_match_of_others_is_shown_as_one_there_is_not() -> None:
    table = over(player("Alice"), player("Bob"))
    client = browser_of(player("Charlie"))

    def shown(match: str) -> str:
        body = client.get(page("statement"), {"match": match}).content.decode()
        return body[body.index("<main") : body.index("</main>")].replace(match, "…")

    assert lines_of(client, match=table.public_id) == []
    assert shown(table.public_id) == shown("NoSuchMatch")


# --- pages ------------------------------------------------------------------------------------------------------


def test_statement_goes_on_page_by_page_with_its_filters() -> None:
    alice = player("Alice", TBTC=COIN, TETH=10**18)
    coins(alice, 26)
    client = browser_of(alice)
    first = client.get(page("statement"), {"currency": "TBTC", "kind": "test_coins"})
    assert first.content.decode().count('class="entry"') == 25
    found = re.search(r'href="(\?[^"]*cursor=[^"]+)#lines-title"', first.content.decode())
    assert found is not None
    older = found[1].replace("&amp;", "&")
    assert older.startswith("?currency=TBTC&kind=test_coins&cursor=")
    coins(alice, 5, "TETH")
    coins(player("Bob"), 3)
    second = client.get(page("statement") + older)
    assert second.content.decode().count('class="entry"') == 2
    assert "+0.00000001 TBTC" in text_of(second)
    assert "+1 TBTC" in text_of(second)
    assert "Older lines" not in text_of(second)
    assert "Back to the newest" in text_of(second)
    assert 'href="?currency=TBTC&amp;kind=test_coins#lines-title"' in second.content.decode()


@pytest.mark.parametrize(
    "cursor", ["1.x", "x", "1", "-1.1", "1.1-", "9" * 3_000, "1.²", "1.99999999999999999999"]
)
def test_cursor_that_is_none_is_refused(cursor: str) -> None:
    assert browser_of(player("Alice")).get(page("statement"), {"cursor": cursor}).status_code == 400


def test_cursor_of_another_player_leads_nowhere() -> None:
    alice, bob = player("Alice"), player("Bob")
    coins(bob, 26)
    body = browser_of(bob).get(page("statement")).content.decode()
    (cursor,) = re.findall(r"cursor=([0-9.-]+)", body)
    assert lines_of(browser_of(bob), cursor=cursor)
    shown = browser_of(alice).get(page("statement"), {"cursor": cursor})
    assert lines_of(browser_of(alice), cursor=cursor) == []
    assert "There are no older lines." in text_of(shown)


def test_statement_that_is_searched_far_says_how_far_it_got(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = player("Alice"), player("Bob")
    over(alice, bob)
    coins(alice, 5)
    monkeypatch.setattr(statements, "CHUNK", 2)
    monkeypatch.setattr(statements, "MOST_READ", 4)
    client = browser_of(alice)
    first = client.get(page("statement"), {"kind": "settle"})
    assert "Looked through back to" in text_of(first)
    assert "No line fits" not in text_of(first)
    found = re.search(r'href="([^"]+)#lines-title">Look further', first.content.decode())
    assert found is not None
    second = client.get(page("statement") + found[1].replace("&amp;", "&"))
    assert second.content.decode().count('class="entry"') == 1
    assert "+0.00015233 TBTC" in text_of(second)


# --- the file ---------------------------------------------------------------------------------------------------


async def file_of(user: User, **asked: str) -> tuple[list[dict[str, str]], list[int]]:
    """Its lines by the names of the header, and how long each piece of it was, in lines."""
    client = AsyncClient()
    await client.aforce_login(user, backend="players.backends.PlayerBackend")
    answer: Any = await client.get(page("statement_file"), asked)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="battle21-statement')
    pieces = [piece.decode() async for piece in answer.streaming_content]
    return list(csv.DictReader(io.StringIO("".join(pieces)))), [piece.count("\n") for piece in pieces]


def read_file(user: User, **asked: str) -> list[dict[str, str]]:
    return async_to_sync(file_of)(user, **asked)[0]


def test_file_has_exactly_the_chosen_lines_in_coins_and_units() -> None:
    alice, bob = player("Alice", TBTC=COIN, TETH=10**18 + 1), player("Bob")
    table = over(alice, bob)
    won, paid, *given = read_file(alice)
    assert [line["kind"] for line in (won, paid, *given)] == ["settle", "stake", "test_coins", "test_coins"]
    assert paid.items() >= {
        "currency": "TBTC", "in": "", "out": "0.00007693", "balance": "0.99992307",
        "in_units": "", "out_units": "7693", "balance_units": "99992307",
        "game": "Tactical Blackjack", "match": table.public_id, "hand": "",
        # 7,693 units at $65,000: 7,693 x 65,000 / 10^8
        "usd_estimate": "5.00045000", "usd_price": "65000.00000000", "price_source": "demo", "reason": "",
    }.items()  # fmt: skip
    assert won.items() >= {
        "in": "0.00015233", "out": "", "balance": "1.00007540", "in_units": "15233", "line": "3",
        # 15,233 x 65,000 / 10^8, at the price that counted then
        "usd_estimate": "9.90145000", "usd_price": "65000.00000000", "price_source": "demo",
    }.items()  # fmt: skip
    assert given[0].items() >= {
        "currency": "TETH", "usd_estimate": "", "usd_price": "", "price_time_utc": "", "price_source": "",
    }.items()  # fmt: skip
    assert given[0]["in"] == "1.000000000000000001"
    assert given[0]["balance_units"] == str(10**18 + 1)
    for line in (won, paid, *given):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line["time_utc"])
        assert Transfer.objects.filter(pk=line["transfer"], kind=line["kind"]).exists()


def test_file_follows_the_filters_of_the_page() -> None:
    alice, bob = player("Alice", TBTC=COIN, TETH=1), player("Bob")
    table = over(alice, bob)
    over(alice, bob)
    tomorrow = str(datetime.now(UTC).date() + timedelta(days=2))
    for asked, kinds in (
        ({"currency": "TETH"}, ["test_coins"]),
        ({"kind": "play"}, ["settle", "stake"] * 2),
        ({"match": table.public_id}, ["settle", "stake"]),
        ({"game": GAME, "kind": "stake"}, ["stake", "stake"]),
        ({"from": tomorrow}, []),
        ({"kind": "nonsense", "currency": "TETH"}, ["test_coins"]),
    ):
        assert [line["kind"] for line in read_file(alice, **asked)] == kinds, asked
    assert read_file(player("Charlie"), match=table.public_id) == []


def test_no_cell_of_the_file_is_a_formula() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    result = Transfer.objects.get(kind="settle", subject__contains=table.public_id)
    reverse_transfer(transfer_id=result.pk, reason="=1+1", actor="staff:1", approved_by="staff:2")
    lines = read_file(alice)
    assert lines[0]["kind"] == "reverse"
    assert lines[0]["reason"] == "'=1+1"
    assert (lines[0]["out_units"], lines[0]["in_units"]) == ("15233", "")
    for line in lines:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in line.values())
    assert statement_csv.guarded("\t=1") == "'\t=1"
    assert statement_csv.guarded("\uff1d1") == "'\uff1d1"


def test_file_of_10_000_lines_is_sent_in_pieces() -> None:
    alice = User.objects.create_user(username="alice", display_name="Alice", password=None)
    fill(alice, 10_000)
    lines, pieces = async_to_sync(file_of)(alice)
    assert [line["line"] for line in lines] == [str(number) for number in range(10_000, 0, -1)]
    assert sum(int(line["in_units"]) for line in lines) == int(lines[0]["balance_units"]) == 10_000
    assert pieces == [1] + [statement_csv.CHUNK] * (10_000 // statement_csv.CHUNK)


def test_period_with_too_many_lines_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = player("Alice")
    coins(alice, 3)
    monkeypatch.setattr(statement_csv, "MOST_LINES", 3)
    client = browser_of(alice)
    for name, status in (("statement", 200), ("statement_file", 422)):
        shown = client.get(page(name))
        assert shown.status_code == status
        assert "A file holds at most 3 lines. Choose a shorter period" in text_of(shown)
        assert "These lines as a file" not in text_of(shown)
