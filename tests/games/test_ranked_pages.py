"""Ranked rounds on pages: sitting down, an hour's chips, the wallet, the history, and what staff see and do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Hand, RoundVoid, Table
from games.rules.actions import Bet, Decline, Stand
from games.services import store
from players.models import User
from players.services.guests import create_guest
from tests.live.ranked import LOST, WON, Patch, account, answer, give_cards, held, ranked_table
from tests.live.seating import state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    store.forget()
    yield
    store.forget()


def round_played(monkeypatch: Patch, client: Client, cards: str, chips: int = 100) -> tuple[User, Table]:
    """Alice is logged in, has bet and stood."""
    give_cards(monkeypatch, cards)
    alice = account()
    client.force_login(alice)
    table = ranked_table(alice)
    answer(table, Bet(chips))
    answer(table, Stand())
    return alice, table


def test_one_press_leads_to_the_players_ranked_match(client: Client) -> None:
    alice = account()
    client.force_login(alice)
    first = client.post("/play/ranked/", {"game": "house"})
    assert first.status_code == 302
    assert client.post("/play/ranked/", {"game": "house"}).url == first.url  # type: ignore[attr-defined]
    assert held(alice) == (2_000, 0)
    assert client.get(first.url).status_code == 200  # type: ignore[attr-defined]


@pytest.mark.parametrize("guest", [False, True])
def test_who_has_no_account_is_told_so(client: Client, guest: bool) -> None:
    if guest:
        client.force_login(create_guest("Alice"))
    page = client.post("/play/ranked/", {"game": "house"})
    assert page.status_code == 403
    assert "need an account" in page.content.decode()
    assert Table.objects.count() == 0


def test_game_without_ranked_rounds_is_refused(client: Client) -> None:
    client.force_login(account())
    assert client.post("/play/ranked/", {"game": "tactical"}).status_code == 409


def test_hours_chips_are_taken_by_a_press_and_refused_with_a_word(monkeypatch: Patch, client: Client) -> None:
    alice, table = round_played(monkeypatch, client, LOST, chips=1_000)
    assert client.post("/chips/").url == f"/t/{table.public_id}/"  # type: ignore[attr-defined]
    assert held(alice) == (2_000, 0)
    page = client.post("/chips/", follow=True).content.decode()
    assert "You have chips to play with" in page
    assert held(alice) == (2_000, 0)


@pytest.mark.parametrize(
    "address", ["/wallet/", "/wallet/statement/", "/wallet/statement/?currency=CHIP&kind=play"]
)
def test_wallet_shows_chips_and_what_moved_them(monkeypatch: Patch, client: Client, address: str) -> None:
    round_played(monkeypatch, client, WON)
    page = client.get(address)
    assert page.status_code == 200
    assert "CHIP" in page.content.decode()


def test_chips_are_said_to_be_worth_nothing(monkeypatch: Patch, client: Client) -> None:
    round_played(monkeypatch, client, WON)
    page = client.get("/wallet/").content.decode()
    (tile,) = [part for part in page.split('<li class="tile purse">') if "Play chips" in part]
    assert "worth nothing" in tile
    assert "Estimate" not in tile


def test_match_and_round_are_in_the_history(client: Client) -> None:
    """With cards of a real shoe, for the files hold their proofs."""
    alice = account()
    client.force_login(alice)
    table = ranked_table(alice)
    answer(table, Bet(100))
    while (state := state_of(table.id)).phase == "hand":
        answer(table, Decline() if state.hand.asks_insurance else Stand())  # type: ignore[union-attr]
    hand = Hand.objects.get()
    for address in (
        "/matches/",
        f"/matches/{table.public_id}/",
        f"/matches/{table.public_id}/settlement/",
        f"/hands/{hand.public_id}/",
        f"/hands/{hand.public_id}.json",
        f"/t/{table.public_id}/",
    ):
        assert client.get(address, follow=True).status_code == 200, address


# --- staff ------------------------------------------------------------------------------------------------------------


def staff(name: str) -> Client:
    """A member of staff who may look at hands and void rounds."""
    user = User.objects.create_user(username=name, display_name=name, password=None, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=("view_hand", "add_roundvoid")))
    client = Client()
    client.force_login(user)
    return client


def test_one_member_of_staff_asks_and_another_voids(monkeypatch: Patch, client: Client) -> None:
    alice, _ = round_played(monkeypatch, client, WON)
    hand = Hand.objects.get()
    sue, tom = staff("sue"), staff("tom")
    page, void = f"/admin/games/hand/{hand.pk}/change/", f"/admin/games/hand/{hand.pk}/void/"
    assert void in sue.get(page).content.decode()
    assert sue.post(void, {"reason": ""}).status_code == 302
    assert RoundVoid.objects.count() == 0
    sue.post(void, {"reason": "wrong card"})
    sue.post(void, {"approves": "yes"})
    assert held(alice) == (2_200, 0)
    assert tom.post(void, {"reason": "he has not seen that sue asked"}).url == void  # type: ignore[attr-defined]
    assert held(alice) == (2_200, 0)
    read = tom.get(void).content.decode()
    assert "staff:sue asks for it: wrong card" in read
    assert 'name="approves"' in read
    assert tom.post(void, {"approves": "yes"}).url == page  # type: ignore[attr-defined]
    assert held(alice) == (2_000, 0)
    assert "staff:tom" in tom.get(page).content.decode()


def test_staff_without_the_right_void_nothing(monkeypatch: Patch, client: Client) -> None:
    round_played(monkeypatch, client, WON)
    hand = Hand.objects.get()
    looker = staff("sue")
    User.objects.get(username="sue").user_permissions.set(Permission.objects.filter(codename="view_hand"))
    assert "/void/" not in looker.get(f"/admin/games/hand/{hand.pk}/change/").content.decode()
    assert looker.post(f"/admin/games/hand/{hand.pk}/void/", {"reason": "why"}).status_code == 403
    assert RoundVoid.objects.count() == 0


def test_staff_read_the_rounds_timeline_and_its_transfers(monkeypatch: Patch, client: Client) -> None:
    round_played(monkeypatch, client, WON)
    page = staff("sue").get(f"/admin/games/hand/{Hand.objects.get().pk}/change/").content.decode()
    assert "Timeline" in page
    assert "CHIP" in page
