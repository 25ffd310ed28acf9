"""The lobby: what it lists and for whom; signing up and invitations, and the code of one."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from games import lobby
from games.models import Match, Seat, Table
from games.qr import QUIET, qr_svg
from games.rules.catalog import GAMES
from games.rules.commands import GiveUp
from games.services import play, tables
from players.models import User
from players.partner_models import Partner, PartnerPlayer
from tests.games.lobby_lists import GAME, open_ids, staked
from tests.games.staking import player
from tests.games.test_views import browser_of, open_free, text_of
from tests.live.seating import bring_seeds, guests

pytestmark = pytest.mark.django_db


def match_over(winner: User, loser: User, **options: Any) -> Table:
    """A match between two that the second gave up in its first hand."""
    table = tables.open_table(winner, GAME, mode="free", **options)
    tables.join_table(loser, table.public_id, invitation=table.invitation)
    bring_seeds(table.id)
    play.submit(table.id, GiveUp(at=0, seat=1))
    return table


# --- what is listed ----------------------------------------------------------------------------------------


def test_every_game_is_offered_and_free_practice_needs_nobody() -> None:
    page = Client().get("/")
    html = page.content.decode()
    rows = [row.partition("</li>")[0] for row in html.split('class="game-row"')[1:]]
    assert len(rows) == len(GAMES)
    for row, (key, game) in zip(rows, GAMES.items(), strict=True):
        assert game.title in row
        assert reverse("games:rules", args=[key]) in row
        opens = (
            reverse("games:alone", args=[key]) if game.alone else f"{reverse('games:new_table')}?game={key}"
        )
        assert opens in row
        practises = bool(game.bots) and "practice" in game.modes
        assert (f'form="practise" name="game" value="{key}"' in row) == practises
    assert f'<form id="practise" method="post" action="{reverse("games:practice")}" data-once>' in html
    assert html.index("Play now") < html.index('class="game-row"') < html.index('id="open-rows"')


@pytest.fixture
def nine_more(monkeypatch: Any) -> list[str]:
    """Keys of games that will come: other numbers of players, without bots, without stakes."""
    row = GAMES[GAME]
    keys = [f"game_{number}" for number in range(9)]
    for number, key in enumerate(keys):
        seats = {"min_seats": 1 + number % 2, "max_seats": 2 + number % 6}
        modes = ("free", "stake") if number % 3 else ("practice", "free")
        bots = row.bots if "practice" in modes else {}
        other = replace(row, key=key, title=f"Game No. {number}", modes=modes, bots=bots, **seats)
        monkeypatch.setitem(GAMES, key, other)
    return keys


def test_lobby_has_room_for_games_that_will_come(nine_more: list[str]) -> None:
    (alice,) = guests("Alice")
    others = {key: tables.open_table(alice, key, mode="free").public_id for key in nine_more[1:4:2]}
    html = Client().get("/").content.decode()
    assert html.count('class="game-row"') == len(GAMES)
    for key in nine_more:
        assert f'href="?game={key}#tables"' in html  # its chip
        assert Client().get(reverse("games:rules", args=[key])).status_code == 200
        assert Client().get(reverse("games:new_table"), {"game": key}).status_code == 200
    for key, public_id in others.items():
        assert open_ids(Client().get("/", {"game": key})) == [public_id]


def test_row_says_who_for_what_how_fast_and_how_good() -> None:
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    match_over(alice, bob)
    match_over(alice, bob, private=True)
    match_over(charlie, alice)
    open_free(alice)
    row = "Alice won 2 of 3 Tactical Blackjack For nothing 30 s Sit down"
    assert row in text_of(Client().get("/"))


def test_record_leaves_out_practice_matches_nobody_won_and_other_games() -> None:
    alice, bob = guests("Alice", "Bob")
    won = match_over(alice, bob)
    assert lobby.records_of([(alice.id, GAME), (bob.id, GAME)]) == {
        (alice.id, GAME): (1, 1),
        (bob.id, GAME): (0, 1),
    }
    assert lobby.records_of([(alice.id, "another")]) == {}
    Match.objects.filter(table=won).update(winners=[])
    assert lobby.records_of([(alice.id, GAME)]) == {}
    Match.objects.filter(table=won).update(winners=[0])
    Table.objects.filter(pk=won.pk).update(mode="practice")
    assert lobby.records_of([(alice.id, GAME)]) == {}


def test_own_tables_come_with_the_own_turn_first() -> None:
    alice, bob = guests("Alice", "Bob")
    waiting = open_free(alice)
    two = [open_free(alice) for _ in range(2)]
    for table in two:
        tables.join_table(bob, table.public_id)
        bring_seeds(table.id)
    rows = {user: lobby.own_tables(user.id) for user in (alice, bob)}
    assert [row.status for row in rows[alice]] == ["playing", "playing", "open"]
    assert rows[alice][-1].public_id == waiting.public_id
    for row in rows[alice][:2]:
        others = next(other for other in rows[bob] if other.public_id == row.public_id)
        assert row.own_turn != others.own_turn  # one of the two is asked
    turns = [row.own_turn for row in rows[alice]]
    assert turns == sorted(turns, reverse=True)
    for user in (alice, bob):
        html = browser_of(user).get("/").content.decode()
        assert html.count("own-table own-turn") == sum(row.own_turn for row in rows[user])


def test_own_open_table_is_cancelled_from_the_lobby() -> None:
    (alice,) = guests("Alice")
    table = open_free(alice)
    client = browser_of(alice)
    assert f'action="{reverse("games:leave", args=[table.public_id])}"' in client.get("/").content.decode()
    client.post(reverse("games:leave", args=[table.public_id]))
    table.refresh_from_db()
    assert table.status == "closed"
    assert open_ids(Client().get("/")) == []


def test_stake_shows_exact_units_in_the_currency_one_filters_by() -> None:
    staked(player("Alice"), 500)
    bob = browser_of(player("Bob", TBTC=10**8, TUSDT=10**9))
    for currency, cost in (("TBTC", "0.00007693 TBTC"), ("", "0.00007693 TBTC")):
        html = bob.get("/", {"currency": currency} if currency else {}).content.decode()
        assert re.search(rf'<option value="TBTC" selected>{cost}</option>', html)
    assert '<option value="TUSDT">' in html


def test_tables_of_a_sandbox_are_shown_in_a_demo_alone(settings: Any) -> None:
    robot, alice = guests("Robot", "Alice")
    sandbox = Partner.objects.create(name="Sandbox", is_test=True)
    PartnerPlayer.objects.create(user=robot, partner=sandbox)
    apart, seen = open_free(robot).public_id, open_free(alice).public_id
    for demo, listed in ((True, [seen, apart]), (False, [seen])):
        settings.DEMO = demo
        assert [row.public_id for row in lobby.open_tables()] == listed
    Partner.objects.update(is_test=False)
    assert [row.public_id for row in lobby.open_tables()] == [seen, apart]


# --- signing up --------------------------------------------------------------------------------------------


def test_sign_up_is_one_form_and_leads_back_to_the_seat_one_wanted() -> None:
    table = staked(player("Alice"), 500)
    seat = reverse("games:join", args=[table.public_id])
    client = Client()
    way = re.search(r'href="(/accounts/signup/\?next=[^"]+)"', client.get(seat).content.decode())
    assert way is not None
    form = client.get(way[1]).content.decode()
    assert f'name="next" value="{seat}"' in form
    sent = {"username": "Bob", "password1": "five long words in row", "next": seat}
    answer = client.post("/accounts/signup/", sent)
    assert (answer.status_code, answer.headers["Location"]) == (302, seat)
    assert "Each player pays in $5.00" in text_of(client.get(seat))


def test_head_of_a_page_leads_back_to_it_after_signing_up() -> None:
    page = Client().get(reverse("games:rules", args=[GAME]), {"a": "b"}).content.decode()
    for door in ("login", "signup"):
        assert f'href="/accounts/{door}/?next=/games/{GAME}/%3Fa%3Db"' in page


# --- bad names, invitations --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x" * 10_000, "\u202egnorw", "Al\u200bice", "a\x00b"])
@pytest.mark.parametrize("address", ["new_table", "join"])
def test_bad_names_are_refused_with_a_sentence_and_nothing_changes(name: str, address: str) -> None:
    (alice,) = guests("Alice")
    table = open_free(alice)
    to = (
        reverse("games:new_table")
        if address == "new_table"
        else reverse("games:join", args=[table.public_id])
    )
    refused = Client().post(to, {"game": GAME, "company": "friend", "name": name})
    assert refused.status_code == 422
    assert "A name can" in text_of(refused) or "Null characters are not allowed." in text_of(refused)
    assert (Table.objects.count(), Seat.objects.count(), User.objects.count()) == (1, 1, 1)


def test_markup_in_a_name_is_text() -> None:
    open_free(guests("<b>A&B</b>")[0])
    html = Client().get("/").content.decode()
    assert "<bdi>&lt;b&gt;A&amp;B&lt;/b&gt;</bdi>" in html
    assert "<b>A&B" not in html


@pytest.mark.parametrize("currency", ["\x00", "x" * 10_000, "'; --"])
def test_currency_there_is_not_takes_no_seat(currency: str) -> None:
    table = staked(player("Alice"), 500)
    address = reverse("games:join", args=[table.public_id])
    sent = urlencode({"currency": currency, f"most_{currency}": "9999999999"})
    kind = "application/x-www-form-urlencoded"
    shown = browser_of(player("Bob")).post(address, sent, content_type=kind)
    assert shown.status_code == 422  # and asked again
    assert table.seats.count() == 1


def test_invitation_has_a_code_for_a_phone() -> None:
    (alice,) = guests("Alice")
    table = open_free(alice, private=True)
    address = reverse("games:invitation_code", args=[table.invitation])
    page = browser_of(alice).get(reverse("games:table", args=[table.public_id]))
    assert f'src="{address}"' in page.content.decode()
    picture = Client().get(address)
    assert picture.headers["Content-Type"] == "image/svg+xml"
    link = f"http://testserver{reverse('games:invitation', args=[table.invitation])}"
    assert picture.content.decode() == qr_svg(link)
    assert Client().get(reverse("games:invitation_code", args=["A" * 22])).status_code == 404


def test_code_has_the_three_corners_a_camera_looks_for() -> None:
    """ISO 18004: rings of 7, 5 and 3 modules at three corners, and four modules of white around all."""
    picture = qr_svg("https://play.example/i/AAAAAAAAAAAAAAAAAAAAAA/")
    size = int(re.search(r'viewBox="0 0 (\d+)', picture)[1])  # type: ignore[index]
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", picture)}
    far = size - QUIET - 7
    for left, top in ((QUIET, QUIET), (far, QUIET), (QUIET, far)):
        for x in range(7):
            for y in range(7):
                ring = max(abs(x - 3), abs(y - 3))
                assert ((left + x, top + y) in dark) == (ring != 2)
    assert min(min(spot) for spot in dark) == QUIET
    assert max(max(spot) for spot in dark) == size - QUIET - 1
