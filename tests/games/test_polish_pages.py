"""Twenty-One (Polish) on pages and in the API: form, invitation, waiting, rules, rounds one has played (issue 8)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battle21.errors import AppError
from games.models import Hand, Seat, Table
from games.rules.actions import Stand
from games.rules.commands import Act, Leave
from games.rules.errors import RulesError
from games.services import hand_files, play, records, store
from games.services.tables import join_table, open_table
from players.models import User
from players.services import partners
from tests.games.api.calling import Api, done, refused
from tests.games.test_views import browser_of, text_of
from tests.live.seating import asked, bring_seeds, guests, prompt_of, state_of
from tests.support.staff_pages import address, superuser
from tests.support.staff_pages import text_of as html_text

pytestmark = pytest.mark.django_db

KEY = "polish"


@pytest.fixture(autouse=True)
def nothing_remembered() -> Any:
    """States kept in this process belong to tables of one test's database."""
    store.forget()
    yield
    store.forget()


def opened(*people: User, private: bool = True, **options: int) -> Table:
    table = open_table(people[0], KEY, mode="free", private=private, options=options)
    for person in people[1:]:
        join_table(person, table.public_id, invitation=table.invitation)
    return table


def played_round(*people: User) -> tuple[Table, Hand]:
    """One round is over, in which everybody stood."""
    table = opened(*people, seats=len(people))
    bring_seeds(table.pk, range(len(people)))
    for _ in people:
        state = state_of(table.pk)
        if state.phase == "hand":
            seat = asked(state)
            shown = prompt_of(state, seat)
            assert shown is not None
            play.submit(table.pk, Act(at=0, seat=seat, token=shown.token, action=Stand()))
    return table, Hand.objects.get(table=table)


# --- lobby and form -----------------------------------------------------------------------------------------


def test_lobby_offers_it_to_two_to_four_and_shows_what_is_open() -> None:
    opened(*guests("Alice", "Bob"), private=False, rounds=7, flexible_ace=1)
    text = text_of(Client().get("/"))
    assert "2 to 4 players" in text
    assert "Alice" in text
    assert "7 rounds, flexible ace" in text
    assert "2 seats free" in text


def test_form_asks_for_players_rounds_and_the_ace_and_a_guest_gives_a_name_only() -> None:
    client = Client()
    text = text_of(client.get(reverse("games:new_table"), {"game": KEY, "company": "friend"}))
    for words in ("Players, you among them", "Number of rounds", "Always 11, as in the rules"):
        assert words in text
    sent = {"game": KEY, "company": "friend", "name": "Alice", "option_seats": "3", "option_rounds": "7"}
    page = client.post(reverse("games:new_table"), {**sent, "option_flexible_ace": "1"}, follow=True)
    table = Table.objects.get()
    assert table.options == {"seats": 3, "rounds": 7, "flexible_ace": 1}
    assert "An ace counts 11 here, and 1 where 11 would take you past 21." in text_of(page)
    assert "Begin with bots on the free seats" in text_of(page)


@pytest.mark.parametrize(
    "wrong",
    [{"option_seats": "5"}, {"option_seats": "1"}, {"option_rounds": "4"}, {"option_flexible_ace": "2"}],
)
def test_other_choices_are_refused(wrong: dict[str, str]) -> None:
    sent = {"game": KEY, "company": "friend", "name": "Alice", "option_seats": "3", "option_rounds": "7",
            "option_flexible_ace": "0"}  # fmt: skip
    assert Client().post(reverse("games:new_table"), {**sent, **wrong}).status_code == 422
    assert not Table.objects.exists()


@pytest.mark.parametrize("name", ["x" * 10_000, "\n" * 10, "\u200b"])
def test_name_that_is_none_opens_nothing(name: str) -> None:
    sent = {"game": KEY, "company": "friend", "name": name, "option_seats": "3", "option_rounds": "7",
            "option_flexible_ace": "0"}  # fmt: skip
    answer = Client().post(reverse("games:new_table"), sent)
    names = [user.display_name for user in User.objects.all()]
    assert name not in names
    assert all(0 < len(known) <= 24 for known in names)
    assert answer.status_code in (302, 422)


def test_several_bots_are_told_in_one() -> None:
    (alice,) = guests("Alice")
    open_table(alice, KEY, mode="practice", clock=0)
    browser = browser_of(alice)
    assert "Alice against 3 house bots" in text_of(browser.get("/"))
    assert "against 3 house bots" in text_of(browser.get(reverse("games:matches")))


# --- invitation ---------------------------------------------------------------------------------------------


def test_invitation_says_who_is_there_and_how_the_ace_counts() -> None:
    table = opened(*guests("<b>Alice</b>", "Bob"))
    page = Client().get(reverse("games:invitation", args=[table.invitation]))
    assert "<b>Alice</b>" not in page.content.decode()
    text = text_of(page)
    assert "Here already: &lt;b&gt;Alice&lt;/b&gt; , Bob" in text
    assert "An ace always counts 11" in text
    assert "The server shuffles, with a seed from each player" in text


def test_guest_sits_down_with_a_name_alone_and_a_fifth_does_not() -> None:
    table = opened(*guests("Alice", "Bob", "Charlie"))
    address = reverse("games:invitation", args=[table.invitation])
    assert Client().post(address, {"name": "Dora"}).status_code == 302
    late = Client()
    assert "All seats are taken" in text_of(late.get(address))
    refused_page = late.post(address, {"name": "Emil"})
    assert refused_page.status_code == 409
    assert "All seats of this table are taken" in text_of(refused_page)
    assert Seat.objects.filter(table=table).count() == 4


def test_creator_alone_gets_the_buttons_and_begins() -> None:
    alice, bob = guests("Alice", "Bob")
    table = opened(alice, bob)
    address = reverse("games:table", args=[table.public_id])
    begin = reverse("games:begin", args=[table.public_id])
    assert begin not in browser_of(bob).get(address).content.decode()
    assert begin in browser_of(alice).get(address).content.decode()
    assert browser_of(bob).post(begin).status_code == 403
    assert browser_of(alice).get(begin).status_code == 405
    assert browser_of(alice).post(begin).status_code == 302
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert "Leave the match…" in text_of(browser_of(bob).get(address))


def test_begin_with_bots_fills_the_seats() -> None:
    (alice,) = guests("Alice")
    table = opened(alice)
    browser_of(alice).post(reverse("games:begin", args=[table.public_id]), {"bots": "yes"})
    assert Seat.objects.filter(table=table, bot="house").count() == 3


def test_rematch_link_leads_newcomers_in() -> None:
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    table = opened(alice, bob, charlie, seats=3)
    bring_seeds(table.pk, range(3))
    for seat in (1, 2):
        play.submit(table.pk, Leave(at=0, seat=seat))
    browser_of(alice).post(reverse("games:rematch", args=[table.public_id]))
    again = Table.objects.get(rematch_of=table)
    assert "Alice would like to play again." in text_of(
        browser_of(bob).get(reverse("games:rematch", args=[table.public_id]))
    )
    waiting = browser_of(alice).get(reverse("games:table", args=[again.public_id])).content.decode()
    assert reverse("games:invitation", args=[again.invitation]) in waiting
    assert (
        Client().post(reverse("games:invitation", args=[again.invitation]), {"name": "Dora"}).status_code
        == 302
    )
    assert again.seats.count() == 2


# --- what one has played ------------------------------------------------------------------------------------


def test_match_and_round_pages_speak_of_rounds_and_points() -> None:
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    table, hand = played_round(alice, bob, charlie)
    browser = browser_of(alice)
    text = text_of(browser.get(reverse("games:match", args=[table.public_id])))
    assert "Round 1" in text
    assert "chips" not in text.lower()
    points = hand.net["0"]
    assert ("1 point" if points else "No point") in text
    assert "against Bob and Charlie" in text
    page = browser.get(reverse("games:hand", args=[hand.public_id]))
    text = text_of(page)
    assert "Round 1. " in text
    assert "Charlie is done." in text or hand.reason == "persian"
    assert len(re.findall(r'class="playing-card \w+"', page.content.decode())) == 6
    assert text.count("total") == 3
    assert "1 round" in text_of(browser.get(reverse("games:matches")))


def test_round_is_replayed_and_the_others_cards_come_with_its_end_only() -> None:
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    _table, hand = played_round(alice, bob, charlie)
    html = browser_of(alice).get(reverse("games:replay", args=[hand.public_id])).content.decode()
    assert "Round 1, step by step" in html
    frames = html.split('<template class="frame">')[1:]
    assert frames[-1].count('class="playing-card back"') == 0
    if hand.reason != "persian":
        assert frames[0].count('class="playing-card back"') == 4


# --- rules --------------------------------------------------------------------------------------------------


def test_rules_page_counts_the_seeds_hands_as_the_rules_do() -> None:
    html = Client().get(reverse("games:rules", args=[KEY])).content.decode()
    cards = re.findall(r'data-cards="([^"]+)".*?<b class="total">.*?</span>([^<]+)</b>', html)
    assert ("Qs 7d", "10") in cards
    assert ("Kc Ah", "15") in cards
    assert ("Jd Js", "4") in cards
    assert ("Qh 9s 8d", "20") in cards
    assert ("Ks Td Jc", "16") in cards
    assert ("Jd Js 9c 6h", "19") in cards
    assert ("As Ad", "21") in cards
    assert [total for codes, total in cards if codes == "Ac Qd 9h"] == ["23", "13"]
    assert "An ace always counts 11" in text_of(Client().get(reverse("games:rules", args=[KEY])))


# --- API ----------------------------------------------------------------------------------------------------


def test_partner_reads_seats_begins_early_and_fills_with_bots() -> None:
    acme = Api(partners.create_partner("Acme", is_test=True))
    game = done(acme.get(f"/games/{KEY}"))
    assert game["seats"] == {"least": 2, "most": 4}
    assert (game["begins_early"], game["bots_fill"], game["others_play_on"]) == (True, True, True)
    assert (game["counts"], game["can_give_up"], game["can_leave"]) == ("points", False, True)
    alice, bob = acme.player("Alice"), acme.player("Bob")
    table = acme.table(alice, game=KEY, private=True)
    assert (table["seats"], table["status"]) == (4, "open")
    path = f"/tables/{table['id']}/begin"
    assert refused(acme.post(path, {"player": alice}), 409, "too_few_players")["data"] == {"least": 2}
    acme.join(table, bob)
    refused(acme.post(path, {"player": bob}), 403, "not_creator")
    refused(acme.post(path, {"player": alice, "bots": "yes"}), 422, "invalid_fields")
    begun = done(acme.post(path, {"player": alice, "bots": True}, idempotency_key="once"))
    assert (begun["status"], [seat["bot"] for seat in begun["taken"]]) == (
        "playing",
        [False, False, True, True],
    )
    assert done(acme.post(path, {"player": alice, "bots": True}, idempotency_key="once")) == begun
    refused(acme.post(path, {"player": alice}), 409, "not_open")
    charlie = acme.player("Charlie")
    body = {"player": charlie, "invitation": table["invitation"]}
    refused(acme.post(f"/tables/{table['id']}/join", body), 409, "table_full")
    acme.bring_seeds(table["id"], alice, bob)
    begun_hand = acme.seat(table["id"], alice)["view"]["hand_number"]
    assert begun_hand == 1  # which a Persian 21 may have ended at once
    done(acme.send(table["id"], bob, "leave"))
    refused(acme.send(table["id"], bob, "leave"), 409, "out_of_match")


def test_staff_and_partners_read_a_round_of_three_seats() -> None:
    people = guests("Alice", "Bob", "Charlie")
    table, hand = played_round(*people)
    staff = Client()
    staff.force_login(superuser(), backend="players.backends.PlayerBackend")
    for row in (table, hand):
        page = staff.get(address(type(row), "change", row.pk))
        assert "Charlie" in html_text(page)
    for seat in range(3):
        file = hand_files.player_file(hand, seat)
        assert len(file["view"].seats) == 3
    assert records.check_hand(hand) == ""


def test_acting_for_another_seat_is_refused() -> None:
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    phase = ""
    while phase != "hand":  # a Persian 21 as dealt would leave nothing to decide
        table = opened(alice, bob, charlie, seats=3)
        bring_seeds(table.pk, range(3))
        state = state_of(table.pk)
        phase = state.phase
    seat = asked(state)
    shown = prompt_of(state, seat)
    assert shown is not None
    other = (seat + 1) % 3
    name = (alice, bob, charlie)[other].public_id
    for claimed, code in ((other, "not_your_turn"), (seat, "no_such_seat")):
        answer = Act(at=0, seat=claimed, token=shown.token, action=Stand())
        with pytest.raises((AppError, RulesError)) as found:
            play.submit(table.pk, answer, by=name)
        assert getattr(found.value, "code", "") == code
    assert state_of(table.pk) == state
