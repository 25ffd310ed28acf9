"""Which house bot one practises against: chosen on the page, refused where there is none of that name."""

from __future__ import annotations

import pytest
from django.test import Client

from battle21.errors import AppError
from games.models import Seat, Table
from games.rules.catalog import GAMES
from games.rules.commands import GiveUp
from games.services import play, tables
from tests.live.seating import guests, state_of

pytestmark = pytest.mark.django_db

KEY = "heads_up"
STYLES = ("steady", "careful", "bold")


def bots() -> list[str]:
    return list(Seat.objects.exclude(bot="").values_list("bot", flat=True))


def test_first_style_sits_down_where_none_is_chosen() -> None:
    (alice,) = guests("Alice")
    tables.open_table(alice, KEY, mode="practice", clock=0)
    assert tuple(GAMES[KEY].bots) == STYLES
    assert bots() == ["steady"]


@pytest.mark.parametrize("style", STYLES)
def test_chosen_style_plays_and_plays_again(style: str) -> None:
    (alice,) = guests("Alice")
    table = tables.open_table(alice, KEY, mode="practice", clock=0, bot=style)
    assert [seat.bot for seat in state_of(table.id).seats] == ["", style]
    play.submit(table.id, GiveUp(at=0, seat=0))
    tables.rematch(alice, Table.objects.get(pk=table.pk))
    assert bots() == [style, style]


@pytest.mark.parametrize(
    ("mode", "bot"), [("practice", "reckless"), ("practice", "Bold"), ("free", "bold"), ("free", "reckless")]
)
def test_style_that_there_is_not_is_refused_and_no_table_is_left(mode: str, bot: str) -> None:
    (alice,) = guests("Alice")
    with pytest.raises(AppError) as refusal:
        tables.open_table(alice, KEY, mode=mode, bot=bot)
    assert (refusal.value.code, refusal.value.data["option"]) == ("bad_option", "bot")
    assert not Table.objects.exists()


def test_page_offers_the_styles_and_takes_the_chosen_one(client: Client) -> None:
    page = client.get(f"/tables/new/?game={KEY}&company=bot").content.decode()
    assert all(f'value="{style}"' in page for style in STYLES)
    sent = {"game": KEY, "company": "bot", "clock": "0", "bot": "careful", "name": "Alice"}
    assert client.post("/tables/new/", sent).status_code == 302
    assert bots() == ["careful"]
    assert client.post("/tables/new/", sent | {"bot": "reckless"}).status_code == 422
    assert Table.objects.count() == 1


def test_page_of_a_game_with_one_bot_asks_nothing(client: Client) -> None:
    assert 'name="bot"' not in client.get("/tables/new/?game=tactical&company=bot").content.decode()
