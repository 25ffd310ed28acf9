"""Pages of the lobby and of tables: who sees what, and what one press does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Seat, Table
from games.rules.catalog import GAMES
from games.rules.commands import GiveUp
from games.services import play, tables
from players.models import User
from tests.live.seating import bring_seeds, guests
from tests.rules.generic.keys import KEYS

pytestmark = pytest.mark.django_db

GAME = "tactical"


def browser_of(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="players.backends.PlayerBackend")
    return client


def text_of(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def open_free(user: User, *, private: bool = False) -> Table:
    return tables.open_table(user, GAME, mode="free", private=private)


def play_again(table: Table) -> str:
    return reverse("games:rematch", args=[table.public_id])


def over(*, private: bool = True) -> tuple[Table, User, User]:
    """A match that Bob gave up."""
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice, private=private)
    tables.join_table(bob, table.public_id, invitation=table.invitation)
    bring_seeds(table.id)
    play.submit(table.id, GiveUp(at=0, seat=1))
    table.refresh_from_db()
    return table, alice, bob


# --- front page --------------------------------------------------------------------------------------------


def test_front_page_offers_a_game_without_account() -> None:
    page = Client().get("/")
    assert page.status_code == 200
    assert f'action="{reverse("games:practice")}"' in page.content.decode()
    assert not User.objects.exists()


def test_one_press_seats_a_new_guest_against_the_bot() -> None:
    client = Client()
    answer = client.post(reverse("games:practice"), {"game": GAME, "clock": "0"})
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("games:table", args=[table.public_id])
    assert (table.mode, table.clock, table.status) == ("practice", 0, "playing")
    guest = User.objects.get()
    assert guest.is_guest
    assert Seat.objects.values_list("user", "bot")[0] == (guest.id, "")
    assert client.get(answer.headers["Location"]).status_code == 200


def test_second_press_is_the_same_guests() -> None:
    client = Client()
    for clock in ("0", "4"):
        client.post(reverse("games:practice"), {"game": GAME, "clock": clock})
    assert User.objects.count() == 1
    assert sorted(Table.objects.values_list("clock", flat=True)) == [0, 4]


@pytest.mark.parametrize(
    ("sent", "status"),
    [({"game": GAME, "clock": "3"}, 400), ({"game": "chess", "clock": "0"}, 404), ({}, 404)],
)
def test_practice_refuses_what_there_is_not(sent: dict[str, str], status: int) -> None:
    assert Client().post(reverse("games:practice"), sent).status_code == status
    assert not Table.objects.exists()
    assert not User.objects.exists()


def test_guests_are_limited_by_address_with_a_sentence() -> None:
    for _ in range(30):
        assert Client().post(reverse("games:practice"), {"game": GAME}).status_code == 302
    refused = Client().post(reverse("games:practice"), {"game": GAME})
    assert refused.status_code == 429
    assert "Too many new guests" in text_of(refused)


def test_front_page_lists_free_seats_matches_and_ones_own_tables() -> None:
    alice, bob, charlie, dora = guests("Alice", "Bob", "Charlie", "Dora")
    open_free(alice)
    open_free(dora, private=True)
    running = open_free(bob)
    tables.join_table(charlie, running.public_id)
    seen_by_nobody = text_of(Client().get("/"))
    assert "Alice first match Tactical Blackjack For nothing 30 s Sit down Watch" in seen_by_nobody
    assert "Bob against Charlie" in seen_by_nobody
    assert "Dora" not in seen_by_nobody
    own = text_of(browser_of(dora).get("/"))
    assert "Your tables Tactical Blackjack Dora For nothing · by invitation, waiting Cancel" in own


def test_front_page_asks_no_more_of_the_database_for_more_tables(django_assert_max_num_queries: Any) -> None:
    for name in ("Alice", "Bob", "Charlie", "Dora", "Emil", "Fritz"):
        open_free(guests(name)[0])
    with django_assert_max_num_queries(6):  # currencies, open tables, seats, records, played tables, seats
        Client().get("/")


# --- new tables --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("company", "mode", "private", "clock"),
    [("bot", "practice", False, 2), ("friend", "free", True, 1), ("anyone", "free", False, 1)],
)
def test_new_table_is_for_the_company_chosen(company: str, mode: str, private: bool, clock: int) -> None:
    (alice,) = guests("Alice")
    browser_of(alice).post(reverse("games:new_table"), {"game": GAME, "company": company, "clock": "2"})
    table = Table.objects.get()
    assert (table.mode, table.private, table.clock, table.created_by) == (mode, private, clock, alice)


def test_new_table_asks_who_is_nobody_for_a_name() -> None:
    client = Client()
    assert 'name="name"' in client.get(reverse("games:new_table")).content.decode()
    wrong = client.post(reverse("games:new_table"), {"game": GAME, "company": "friend", "name": "Admin"})
    assert wrong.status_code == 422
    assert "That name belongs to the house." in text_of(wrong)
    assert not Table.objects.exists()
    client.post(reverse("games:new_table"), {"game": GAME, "company": "friend", "name": "Alice"})
    assert Table.objects.get().created_by.display_name == "Alice"


def test_new_table_refuses_unknown_company() -> None:
    (alice,) = guests("Alice")
    refused = browser_of(alice).post(reverse("games:new_table"), {"game": GAME, "company": "crowd"})
    assert refused.status_code == 422
    assert not Table.objects.exists()


# --- the table ---------------------------------------------------------------------------------------------


def test_private_table_looks_to_strangers_like_one_that_is_not_there() -> None:
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice, private=True)
    address = reverse("games:table", args=[table.public_id])
    missing = reverse("games:table", args=["2222222222"])
    for client in (Client(), browser_of(bob)):
        hidden, unknown = client.get(address), client.get(missing)
        assert hidden.status_code == unknown.status_code == 404
        assert text_of(hidden) == text_of(unknown)
    assert browser_of(alice).get(address).status_code == 200


def test_page_holds_the_first_view_of_the_seat_it_is_for() -> None:
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice)
    tables.join_table(bob, table.public_id)
    bring_seeds(table.id)
    address = reverse("games:table", args=[table.public_id])
    for client, seat in ((browser_of(alice), "0"), (browser_of(bob), "1")):
        html = client.get(address).content.decode()
        assert f'data-seat="{seat}"' in html
        assert 'data-phase="hand"' in html
    watching = Client().get(address).content.decode()
    assert 'data-phase="hand"' in watching
    assert "data-seat=" not in watching


def test_page_of_a_waiting_table_shows_the_invitation_to_its_owner_alone() -> None:
    (alice,) = guests("Alice")
    table = open_free(alice)
    address = reverse("games:table", args=[table.public_id])
    link = f"http://testserver{reverse('games:invitation', args=[table.invitation])}"
    assert link in browser_of(alice).get(address).content.decode()
    assert table.invitation not in Client().get(address).content.decode()


def test_page_keeps_to_the_strict_policy() -> None:
    client = Client()
    address = client.post(reverse("games:practice"), {"game": GAME}).headers["Location"]
    page = client.get(address)
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    html = page.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", html)


def test_page_of_a_match_that_is_over_offers_another() -> None:
    table, alice, _bob = over()
    html = browser_of(alice).get(reverse("games:table", args=[table.public_id])).content.decode()
    assert 'data-phase="over"' in html
    assert f'action="{play_again(table)}"' in html


# --- sitting down ------------------------------------------------------------------------------------------


def test_opening_an_invitation_takes_no_seat() -> None:
    (alice,) = guests("Alice")
    table = open_free(alice, private=True)
    page = Client().get(reverse("games:invitation", args=[table.invitation]))
    assert "Alice invites you to play" in text_of(page)
    assert Seat.objects.count() == 1
    assert User.objects.count() == 1


def test_accepting_an_invitation_seats_a_guest_by_name_and_begins() -> None:
    (alice,) = guests("Alice")
    table = open_free(alice, private=True)
    client = Client()
    answer = client.post(reverse("games:invitation", args=[table.invitation]), {"name": "Bob"})
    assert answer.headers["Location"] == reverse("games:table", args=[table.public_id])
    table.refresh_from_db()
    assert table.status == "playing"
    assert list(table.seats.values_list("user__display_name", flat=True)) == ["Alice", "Bob"]


def test_invitation_to_a_taken_seat_says_what_to_do() -> None:
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice, private=True)
    tables.join_table(bob, table.public_id, invitation=table.invitation)
    address = reverse("games:invitation", args=[table.invitation])
    assert "This seat is taken" in text_of(Client().get(address))
    refused = Client().post(address, {"name": "Charlie"})
    assert refused.status_code == 409
    assert table.seats.count() == 2


def test_invitation_leads_those_who_sit_there_to_their_table() -> None:
    (alice,) = guests("Alice")
    table = open_free(alice, private=True)
    answer = browser_of(alice).get(reverse("games:invitation", args=[table.invitation]))
    assert answer.headers["Location"] == reverse("games:table", args=[table.public_id])


@pytest.mark.parametrize("invitation", ["wrong", "A" * 22, "%00"])
def test_wrong_invitation_is_not_found(invitation: str) -> None:
    assert Client().get(f"/i/{invitation}/").status_code == 404


def test_seat_of_the_lobby_is_taken_with_one_press() -> None:
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice)
    browser_of(bob).post(reverse("games:join", args=[table.public_id]))
    assert list(table.seats.values_list("user__display_name", flat=True)) == ["Alice", "Bob"]


def test_private_table_cannot_be_joined_without_its_invitation() -> None:
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice, private=True)
    assert browser_of(bob).post(reverse("games:join", args=[table.public_id])).status_code == 404
    assert table.seats.count() == 1


# --- leaving, and again ------------------------------------------------------------------------------------


def test_owner_who_leaves_closes_the_table() -> None:
    (alice,) = guests("Alice")
    table = open_free(alice)
    client = browser_of(alice)
    answer = client.post(reverse("games:leave", args=[table.public_id]), follow=True)
    assert "You have left the table." in text_of(answer)
    table.refresh_from_db()
    assert table.status == "closed"
    page = client.get(reverse("games:table", args=[table.public_id]))
    assert "This table was closed" in text_of(page)


def test_nobody_leaves_for_somebody_else() -> None:
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice)
    for client in (Client(), browser_of(bob)):
        assert client.post(reverse("games:leave", args=[table.public_id])).status_code == 404
    table.refresh_from_db()
    assert table.status == "open"


def test_rematch_brings_the_same_two_to_a_new_table() -> None:
    table, alice, bob = over()
    first = browser_of(alice).post(play_again(table)).headers["Location"]
    asked = browser_of(bob).get(play_again(table))
    assert "Alice would like to play again." in text_of(asked)
    assert browser_of(bob).post(play_again(table)).headers["Location"] == first
    again = Table.objects.get(rematch_of=table)
    assert again.status == "playing"
    assert list(again.seats.order_by("number").values_list("user", flat=True)) == [alice.id, bob.id]


def test_rematch_is_nobody_elses_business() -> None:
    table, alice, _bob = over(private=False)
    (charlie,) = guests("Charlie")
    for client in (Client(), browser_of(charlie)):
        assert client.get(play_again(table)).status_code == 404
        assert client.post(play_again(table)).status_code == 404
    assert not Table.objects.filter(rematch_of=table).exists()
    browser_of(alice).post(play_again(table))
    again = Table.objects.get(rematch_of=table)
    assert browser_of(charlie).get(f"/i/{again.invitation}/").status_code == 404


def test_rematch_before_the_end_is_refused() -> None:
    alice, bob = guests("Alice", "Bob")
    table = open_free(alice)
    tables.join_table(bob, table.public_id)
    assert browser_of(alice).post(play_again(table)).status_code == 409


# --- everywhere --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["practice", "new_table", "join", "leave", "rematch", "invitation"])
def test_every_press_needs_the_token_against_foreign_pages(name: str) -> None:
    (alice,) = guests("Alice")
    table = open_free(alice)
    argument = {"invitation": table.invitation, "practice": None, "new_table": None}.get(
        name, table.public_id
    )
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="players.backends.PlayerBackend")
    address = reverse(f"games:{name}", args=[argument] if argument else [])
    assert client.post(address, {"game": GAME, "company": "friend"}).status_code == 403
    assert Table.objects.count() == 1


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_a_page_that_explains_it(key: str) -> None:
    page = Client().get(reverse("games:rules", args=[key]))
    assert page.status_code == 200
    assert GAMES[key].title in text_of(page)


def test_rules_of_tactical_follow_the_seed() -> None:
    page = text_of(Client().get(reverse("games:rules", args=[GAME])))
    for fact in (
        "1,000",
        "2,000",
        "100, 200, 400, 500, 1,000",
        "30 seconds",
        "ten cards",
        "52 cards or fewer",
        "60 seconds",
    ):
        assert fact in page


def test_rules_of_no_game_are_not_found() -> None:
    assert Client().get("/games/chess/").status_code == 404
