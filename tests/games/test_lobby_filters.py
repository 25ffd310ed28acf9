"""Filters of the lobby: they stand in the address, and what they say is what is listed."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.test import Client

from games.lobby_filters import BANDS, PAGE, Filters, read_filters
from games.services import tables
from tests.games.lobby_lists import GAME, open_five_tables, open_ids
from tests.games.test_views import open_free, text_of
from tests.live.seating import guests

pytestmark = pytest.mark.django_db

CURRENCIES = {"TBTC": "Test Bitcoin"}
STRANGE = "The address asked for a filter that does not exist."


@pytest.fixture
def five_tables() -> dict[str, str]:
    return open_five_tables()


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ({}, {"free", "five", "more", "fifty", "much"}),
        ({"game": GAME}, {"free", "five", "more", "fifty", "much"}),
        ({"mode": "free"}, {"free"}),
        ({"mode": "stake"}, {"five", "more", "fifty", "much"}),
        ({"mode": "practice"}, set()),
        ({"band": "low"}, {"five"}),
        ({"band": "middle"}, {"more", "fifty"}),
        ({"band": "high"}, set()),
        ({"band": "top"}, {"much"}),
        ({"currency": "TUSDT"}, {"fifty"}),
        ({"currency": "TBTC", "band": "middle"}, {"more"}),
        ({"mine": "1"}, set()),
        ({"free": "1"}, {"free", "five", "more", "fifty", "much"}),
    ],
)
def test_filter_keeps_what_fits(five_tables: dict[str, str], asked: dict[str, str], kept: set[str]) -> None:
    page = Client().get("/", asked)
    assert set(open_ids(page)) == {five_tables[name] for name in kept}
    assert STRANGE not in text_of(page)


def test_bands_join_without_gap_or_overlap() -> None:
    ends = list(BANDS.values())
    assert ends[0][0] == 100
    assert ends[-1][1] == 1_000_000
    assert all(after[0] == before[1] + 1 for before, after in pairwise(ends))


def test_chosen_chip_is_marked_and_leads_back() -> None:
    html = Client().get("/", {"mode": "free"}).content.decode()
    on = re.findall(r'<a class="chip on" href="([^"]*)" aria-current="true">([^<]*)</a>', html)
    assert on == [("?#tables", "Nothing")]
    assert 'href="?mode=free&amp;band=low#tables"' in html  # others keep it


def test_free_seats_only_hides_what_is_being_played() -> None:
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice)
    tables.join_table(bob, table.public_id)
    assert f'id="watch-{table.public_id}"' in Client().get("/").content.decode()
    assert f'id="watch-{table.public_id}"' not in Client().get("/", {"free": "1"}).content.decode()


def test_columns_sort_up_down_and_not_at_all(five_tables: dict[str, str]) -> None:
    by_stake = ["free", "five", "more", "fifty", "much"]
    for sort, order, address in (
        ("stake", "ascending", "?sort=-stake#tables"),
        ("-stake", "descending", "?#tables"),
    ):
        page = Client().get("/", {"sort": sort})
        wanted = by_stake if sort == "stake" else by_stake[::-1]
        assert open_ids(page) == [five_tables[name] for name in wanted]
        assert f'aria-sort="{order}"><a href="{address}"' in page.content.decode()
    assert open_ids(Client().get("/")) == [five_tables[name] for name in reversed(list(five_tables))]


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "chess"},
        {"mode": "<b>"},
        {"band": "\u202eelddim"},
        {"currency": "x" * 10_000},
        {"currency": "\x00"},
        {"sort": "password"},
        {"colour": "red"},
        {"free": "2"},
        {"page": "0"},
        {"page": "-1"},
        {"page": "1" + "0" * 30},
        {"page": "٣"},
        {"page": "1e9"},
    ],
)
@pytest.mark.parametrize("address", ["/", "/lobby/"])
def test_filter_there_is_not_is_left_out_with_a_sentence(asked: dict[str, str], address: str) -> None:
    table = open_free(guests("Alice")[0])
    page = Client().get(address, asked)
    assert page.status_code == 200
    assert open_ids(page) == [table.public_id]
    assert next(iter(asked.values()))[:100] not in text_of(page) or len(next(iter(asked.values()))) < 3
    assert (STRANGE in text_of(page)) == (address == "/")


@pytest.mark.parametrize("page", ["2", "1000000000"])
def test_page_behind_the_last_leads_back(page: str) -> None:
    open_free(guests("Alice")[0])
    shown = Client().get("/", {"page": page})
    assert shown.status_code == 200
    assert "The list has no such page." in text_of(shown)
    assert 'rel="prev" href="?#tables"' in shown.content.decode()


def test_pages_hold_all_tables_once() -> None:
    made = [open_free(guest).public_id for guest in guests(*[f"Alice {n}" for n in range(PAGE + 2)])]
    first, second = Client().get("/"), Client().get("/", {"page": "2"})
    assert open_ids(first) + open_ids(second) == made[::-1]
    assert len(open_ids(first)) == PAGE
    assert 'rel="next" href="?page=2#tables"' in first.content.decode()
    assert "Page 2 of 2" in text_of(second)
    live = Client().get("/lobby/")
    assert open_ids(live) == open_ids(first)
    assert f'data-elsewhere="{" ".join(open_ids(second))}"' in live.content.decode()


def test_filters_go_into_the_address_and_come_back() -> None:
    chosen = Filters(game=GAME, mode="stake", band="low", currency="TBTC", free="1", sort="-stake", page=3)
    asked = dict(part.split("=") for part in chosen.query[1:].split("&"))
    assert read_filters(asked, CURRENCIES) == chosen
    assert read_filters({}, CURRENCIES) == Filters()
    assert "page" not in chosen.address(mode="free")
