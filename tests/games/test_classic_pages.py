"""Pages about Classic outside its tables: the rules with worked hands and scores, the form, what a stake buys."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.forms import NewTableForm
from games.rules.cards import parse
from games.rules.catalog import GAMES
from games.rules.hands.comparison import readout
from games.rules.slices import slice_of
from games.services import tables
from games.terms import terms
from tests.games.test_rules_pages import shown_hands
from tests.games.test_views import browser_of, text_of
from tests.live.classic import PRICE, dealt, next_hand, player, price_is, stand
from tests.live.seating import prompt_of, state_of
from tests.rules.classic_cards import FIXED, KEYS, NOBODY, SERIES, UNLIMITED, classic_shoe, shoe_for
from tests.rules.tables import ALICE, BOB, Table

pytestmark = pytest.mark.django_db

NAMES = {"Alice": ALICE, "Bob": BOB, "tied": NOBODY}


def page_of(key: str) -> str:
    return Client().get(reverse("games:rules", args=[key])).content.decode()


# --- rules -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_rules_page_has_its_sections_and_may_be_tried(key: str) -> None:
    html = page_of(key)
    contents = html.partition("rules-contents")[2].partition("</nav>")[0]
    anchors = re.findall(r'<a href="#([\w-]+)">', contents)
    assert len(anchors) >= 6
    for anchor in anchors:
        assert html.count(f'id="{anchor}"') == 1
    assert f'name="game" value="{key}"' in html
    assert "22 beats 26" in text_of_html(html)


def test_worked_hand_is_played_by_the_rules() -> None:
    worked = page_of(SERIES).partition('data-hand="over"')[2].partition("</ol>")[0]
    table = Table(classic_shoe("9s Tc 7d 4h Kc 8c")).start(SERIES)

    def now(seat: int) -> tuple[str, str]:
        cards = table.hand.cards[seat]
        return " ".join(codes(cards)), readout(cards)

    shown = [now(ALICE), now(BOB)]
    table.play("Alice hit")
    shown.append(now(ALICE))
    table.play("Alice stand, Bob hit")
    shown += [now(BOB), now(BOB), now(ALICE)]
    table.play("Bob stand")
    assert shown_hands(worked) == shown
    assert [total for _cards, total in shown] == ["16", "14", "26", "22", "22", "26"]
    assert table.state.outcome is not None
    assert table.match.history == (BOB,)
    assert re.search(r'class="side won">.*?data-cards="Tc 4h 8c"', worked)


def codes(cards: tuple[object, ...]) -> list[str]:
    by_face = {parse(f"{rank}{suit}"): f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"}
    return [by_face[card.face] for card in cards]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "hands"), [("early", 6), ("overtime", 2)])
def test_worked_match_is_played_by_the_rules(name: str, hands: int) -> None:
    worked = page_of(SERIES).partition(f'data-match="{name}"')[2].partition("</ol>")[0]
    lines = re.findall(r"<li>(Alice|Bob|tied), (\d)–(\d)", worked)
    assert len(lines) == worked.count("<li>")
    winners = [NAMES[winner] for winner, _alice, _bob in lines]
    table = Table(shoe_for(winners)).start(SERIES, options={"hands": hands})
    won = [0, 0]
    for number, (winner, alice, bob) in enumerate(lines, 1):
        assert table.asked()
        if number > hands and (number - hands) % 2:
            won = [0, 0]
        table.stand_out()
        if winner != "tied":
            won[NAMES[winner]] += 1
        assert (alice, bob) == (str(won[ALICE]), str(won[BOB]))
        if table.state.phase == "between":
            assert list(table.match.score) == won
            table.skips()
    assert table.state.result is not None
    assert table.state.result.winners == (NAMES[lines[-1][0]],)


def test_slices_on_the_page_are_those_of_the_rules() -> None:
    rows = re.findall(r'data-slices="(\d+)">.*?<td class="figure">([\d, ]+)</td>', page_of(FIXED))
    assert len(rows) == 3
    for units, shown in rows:
        assert [int(each) for each in shown.split(", ")] == [slice_of(int(units), k, 6) for k in range(1, 7)]


def test_fixed_hands_say_what_being_away_costs() -> None:
    assert "loses the hand in play and all hands that were still to come" in text_of_html(page_of(FIXED))
    assert "worth $50 or more in all are paid, too, but wait for our staff" in text_of_html(page_of(FIXED))


# --- a new table -------------------------------------------------------------------------------------------


def form_for(key: str, **chosen: str) -> NewTableForm:
    data = {"company": "friend", "purpose": "stake", "usd": "1", "option_hands": "6", **chosen}
    return NewTableForm(data, game=GAMES[key], may_stake=True)


def test_value_of_a_hand_times_their_number_is_the_stake() -> None:
    form = form_for(SERIES, usd="1.50", option_hands="4")
    assert form.is_valid(), form.errors
    assert form.table()["stake_cents"] == 150
    assert form.table()["options"] == {"hands": 4}
    assert form.whole_stake_cents == 600


def test_unlimited_is_paid_for_hand_by_hand() -> None:
    form = form_for(UNLIMITED, usd="0.10")
    assert form.is_valid(), form.errors
    assert form.whole_stake_cents == form.table()["stake_cents"] == 10
    assert "option_hands" not in form.fields


@pytest.mark.parametrize(
    ("usd", "hands", "fits"),
    [
        ("0.10", "20", True),
        ("0.09", "20", False),
        ("500", "20", True),  # $10,000 in all
        ("500.01", "20", False),
        ("5000", "2", True),
        ("5000.01", "2", False),
    ],
)
def test_bounds_are_of_the_value_and_of_the_whole_stake(usd: str, hands: str, fits: bool) -> None:
    form = form_for(FIXED, usd=usd, option_hands=hands)
    assert form.is_valid() is fits
    assert bool(form.errors.get("usd")) is not fits


@pytest.mark.parametrize("hands", ["0", "3", "7", "22", "-2", "six", ""])
def test_number_of_hands_is_one_of_those_offered(hands: str) -> None:
    assert form_for(SERIES, option_hands=hands).errors.get("option_hands")


def test_words_of_the_form_say_what_is_entered() -> None:
    form = NewTableForm(game=GAMES[FIXED], may_stake=True)
    assert str(form.fields["usd"].label) == "Value of a hand, in US dollars"
    assert "From $0.10." in str(form.fields["usd"].help_text)
    assert str(form.fields["option_hands"].label) == "Number of hands"
    assert str(NewTableForm(game=GAMES["tactical"], may_stake=True).fields["usd"].label).startswith("Stake")


def test_whole_stake_is_on_the_form_before_any_script_runs() -> None:
    assert NewTableForm(game=GAMES[FIXED], may_stake=True).multiplied["stake"] == "$6.00"
    assert form_for(SERIES, usd="500", option_hands="20").multiplied["stake"] == "$10,000.00"
    for usd, hands in (("500.01", "20"), ("0.09", "6"), ("x", "6"), ("1", "six"), ("1", "0"), ("", "")):
        assert form_for(SERIES, usd=usd, option_hands=hands).multiplied["stake"] == "", (usd, hands)
    assert form_for(UNLIMITED).multiplied == {}
    assert NewTableForm(game=GAMES[FIXED]).multiplied == {}
    said = text_of(browser_of(player("Alice")).get(reverse("games:new_table"), {"game": FIXED}))
    assert "For a stake each player pays in, in all: $6.00" in said


def test_form_is_shown_to_somebody_without_an_account() -> None:
    response = Client().get(reverse("games:new_table"), {"game": UNLIMITED})
    assert response.status_code == 200
    assert "Playing for a stake needs an account." in text_of(response)


def test_terms_say_how_many_hands_and_of_what_value() -> None:
    assert terms(GAMES[SERIES], {"hands": 6}, 600) == "6 hands of $1.00"
    assert terms(GAMES[FIXED], {"hands": 2}, None) == "2 hands"
    assert terms(GAMES[UNLIMITED], {}, 25) == "$0.25 for each hand"
    assert terms(GAMES["tactical"], {}, 500) == ""


# --- from the front page -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_game_can_be_practised_from_the_lobby(key: str) -> None:
    client = Client()
    assert f'name="game" value="{key}"' in client.get(reverse("games:lobby")).content.decode()
    response = client.post(reverse("games:practice"), {"game": key}, follow=True)
    assert response.status_code == 200
    assert GAMES[key].title in text_of(response)


def text_of_html(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# --- money -------------------------------------------------------------------------------------------------


def test_stake_page_says_hands_total_and_what_being_away_costs() -> None:
    alice = player("Alice")
    new = {
        "game": FIXED, "company": "anyone", "clock": "1", "purpose": "stake", "usd": "1", "option_hands": "6",
    }  # fmt: skip
    response = browser_of(alice).post(reverse("games:new_table"), new)
    said = text_of(response)
    assert "Play for $6.00" in said
    assert "6 hands of $1.00: each player pays in $6.00 in all." in said
    assert "loses the hand in play and every hand that was still to come" in said
    # $6 of TBTC at $65,000, 8 decimals: 9,230.7… rounded up.
    assert "9,231 units" in said


def test_who_joins_reads_the_same_before_paying() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = tables.open_table(
        alice, FIXED, mode="stake", stake_cents=100, currency="TBTC", options={"hands": 6}
    )
    said = text_of(browser_of(bob).get(reverse("games:join", args=[table.public_id])))
    assert "6 hands of $1.00: each player pays in $6.00 in all." in said
    assert "loses the hand in play and every hand that was still to come" in said
    assert "worth $50 or more in all are paid, too, but wait for our staff" in said
    unlimited = tables.open_table(alice, UNLIMITED, mode="stake", stake_cents=25, currency="TBTC")
    said = text_of(browser_of(bob).get(reverse("games:join", args=[unlimited.public_id])))
    assert "Each player pays in $0.25 for every hand" in said


def test_match_hand_and_settlement_tell_hands_one_by_one() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = dealt(FIXED, (alice, bob), 100, hands=2)
    while state_of(table.id).phase != "over":
        stand(table)
        if state_of(table.id).phase == "between":
            next_hand(table)
    browser = browser_of(alice)
    said = text_of(browser.get(reverse("games:match", args=[table.public_id])))
    results = re.findall(r"Hand \d.*?UTC (Won|Lost|Tied) Showdown", said)
    assert len(results) == 2
    assert "chips" not in said
    page = browser.get(reverse("games:settlement", args=[table.public_id]))
    said = text_of(page)
    for hand in ("Hand 1", "Hand 2"):
        assert re.search(rf"<h\d[^>]*>\s*{hand}\b", page.content.decode()), hand
    assert "Paid out to who won" not in said
    first = table.hands.get(number=1)
    said = text_of(browser.get(reverse("games:hand", args=[first.public_id])))
    assert results[0] in said
    assert "What moved in the ledger" in said
    assert "Hand 2 ·" not in said
    assert "chips" not in said


def test_who_agreed_to_less_agrees_to_the_new_price_on_its_page() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = dealt(UNLIMITED, (alice, bob), 100)
    stand(table)
    price_is(PRICE // 2)
    next_hand(table)
    asked = prompt_of(state_of(table.id), ALICE)
    assert asked is not None
    assert asked.why == "above_consent"
    address = reverse("games:price", args=[table.public_id])
    browser = browser_of(alice)
    assert (
        f"{address}?token={asked.token}"
        in browser.get(reverse("games:table", args=[table.public_id])).content.decode()
    )
    response = browser.get(address, {"token": asked.token})
    assert "The price has moved" in text_of(response)
    most = 3_139  # $1 at $32,500: 3,076.9… rounded up, and 2 % more, rounded up
    assert re.findall(r'name="(most_\w+)" value="(\d+)"', response.content.decode()) == [
        ("most_TBTC", str(most))
    ]
    agreed = {"currency": "TBTC", "most_TBTC": str(most), "token": asked.token}
    other = browser.post(address, {"currency": "TETH", "most_TETH": "9" * 18, "token": asked.token})
    assert other.status_code == 422
    assert "does not take that currency" in text_of(other)
    for _ in range(2):  # the second press comes too late, and changes nothing
        response = browser.post(address, agreed)
        assert response.status_code == 302
        assert response.headers["Location"] == reverse("games:table", args=[table.public_id])
    assert table.seats.get(user=alice).most_units == most
    assert prompt_of(state_of(table.id), ALICE) is None
    assert browser_of(player("Charlie")).get(address).status_code == 404


def test_lobby_and_waiting_table_say_how_many_hands() -> None:
    alice = player("Alice")
    for key, cents, options in ((FIXED, 100, {"hands": 6}), (UNLIMITED, 25, {})):
        table = tables.open_table(
            alice, key, mode="stake", stake_cents=cents, currency="TBTC", options=options
        )
    said = text_of(browser_of(player("Bob")).get(reverse("games:lobby")))
    assert "6 hands of $1.00 $6.00 each" in said
    assert "$0.25 for each hand $0.25 a hand" in said
    browser = browser_of(alice)
    own = text_of(browser.get(reverse("games:lobby"))).partition("The games")[0]
    assert "Fixed Hands Alice 6 hands of $1.00 · in the lobby, waiting" in own
    assert "$0.25 for each hand" in text_of(browser.get(reverse("games:table", args=[table.public_id])))
