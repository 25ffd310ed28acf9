"""Pages around the table of House Blackjack: what to play for, play chips, ranked rounds, finished rounds."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Hand, Table
from games.rules.actions import Bet, Decline, Double, Split, Stand
from games.rules.commands import Leave
from games.services import chips, play
from tests.games.drawing import texts
from tests.games.staking import page
from tests.games.test_views import browser_of, text_of
from tests.live.ranked import HOUSE, LOST, NATURAL, WON, account, answer, give_cards, ranked_table

pytestmark = pytest.mark.django_db
Patch = pytest.MonkeyPatch

CHOICE = reverse("games:alone", args=[HOUSE])
SPLIT = "8h 6c 8d Tc 3s Kh 9d 2s"
"""8-3, doubled with a nine to 20; 8-K, 18. The dealer ends at 18."""
ACE_UP = "Th Ac 9d 7c"


# --- what to play for ---------------------------------------------------------------------------------------


def test_who_has_no_account_may_practise_or_sign_up() -> None:
    answered = Client().get(CHOICE)
    assert "Ranked rounds need an account" in text_of(answered)
    assert f"{reverse('account_signup')}?next={CHOICE}" in answered.content.decode()
    assert f'action="{page("ranked")}"' not in answered.content.decode()
    assert f'action="{page("practice")}"' in answered.content.decode()


def test_account_begins_with_1_000_chips_and_plays_on_where_it_was() -> None:
    alice = account()
    browser = browser_of(alice)
    assert "You begin with 1,000 chips. Play " in text_of(browser.get(CHOICE))
    opened = browser.post(page("ranked"), {"game": HOUSE})
    table = Table.objects.get()
    assert opened["Location"] == page("table", table.public_id)
    assert "You have 1,000 chips. Play on" in text_of(browser.get(CHOICE))
    assert browser.post(page("ranked"), {"game": HOUSE})["Location"] == opened["Location"]


def test_chips_in_play_are_told_in_halves(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, NATURAL, WON)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(5))  # a natural on 5 chips: 7.5 more
    assert "You have 1,007.5 chips. Play on" in text_of(browser_of(alice).get(CHOICE))


def test_who_has_nothing_left_may_take_an_hours_chips(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    browser = browser_of(alice)
    answer(table, Bet(1_000))
    assert "1,000 in play" in text_of(browser.get(CHOICE))
    assert "Take 1,000 chips" not in text_of(browser.get(CHOICE)), "a round is open"
    answer(table, Stand())
    assert "Take 1,000 chips" in text_of(browser.get(CHOICE))
    taken = browser.post(page("take_chips"), follow=True)
    assert "Here are 1,000 chips." in text_of(taken)
    assert chips.held(alice.pk) == (2_000, 0)


def test_time_until_new_chips_is_told(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(1_000))
    answer(table, Stand())
    monkeypatch.setattr(chips, "waiting_time", lambda player: chips.EVERY / 4)
    text = text_of(browser_of(alice).get(CHOICE))
    assert "You can take 1,000 new chips in 15 minutes." in text
    assert "Take 1,000 chips" not in text


# --- the page of a ranked table -----------------------------------------------------------------------------


def test_ranked_page_has_no_best_play_and_warns_before_leaving(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, SPLIT)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(25))
    shown = browser_of(alice).get(page("table", table.public_id))
    html = shown.content.decode()
    # What the page can be asked for by word is no text of it.
    told = texts(html.partition('id="help"')[0])
    assert not re.search("basic strategy|advice|best play", told, re.IGNORECASE)
    assert "advice-" not in html
    assert 'id="leave-game"' in html
    assert "If you leave the game or log out now, you lose all its bets." in text_of(shown)
    assert f'<form id="take-chips" method="post" action="{page("take_chips")}">' in html
    assert "Ranked, for play chips" in text_of(shown)
    assert "ten of clubs" not in html


def test_ranked_table_that_was_left_leads_to_another_one(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    html = browser_of(alice).get(page("table", table.public_id)).content.decode()
    after = html.partition('class="after"')[2].partition("</form>")[0]
    assert f'action="{page("ranked")}"' in after
    assert f'name="game" value="{HOUSE}"' in after
    assert 'id="rematch"' not in html


# --- finished rounds ----------------------------------------------------------------------------------------


def test_split_round_shows_each_player_hand_with_its_bet(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, SPLIT)
    alice = account()
    table = ranked_table(alice)
    for action in (Bet(100), Split(), Double(), Stand()):
        answer(table, action)
    shown = browser_of(alice).get(page("hand", Hand.objects.get().public_id))
    text = text_of(shown)
    assert "Round 1 Showdown · +200 chips" in text
    assert "Dealer total 18" in text
    assert "First hand total 20 · Bet 200 · Won +200" in text
    assert "Second hand total 18 · Bet 100 · Push: bet back" in text
    assert "Second hand: a push, the bet of 100 comes back." in text
    assert shown.content.decode().count('class="playing-card back"') == 0


def test_halves_and_lost_insurance_are_told_in_chips(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, NATURAL, ACE_UP)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(5))
    text = text_of(browser_of(alice).get(page("hand", Hand.objects.get().public_id)))
    assert "Round 1 Blackjack · +7.5 chips" in text
    assert "You total 21 · Bet 5 · Blackjack! +7.5" in text


def test_finished_round_can_be_replayed_with_the_hole_card_hidden_until_it_is_turned(
    monkeypatch: Patch,
) -> None:
    give_cards(monkeypatch, ACE_UP)
    alice = account()
    table = ranked_table(alice)
    for action in (Bet(25), Decline(), Stand()):
        answer(table, action)
    shown = browser_of(alice).get(page("replay", Hand.objects.get().public_id))
    assert shown.status_code == 200
    assert "Dealer" in text_of(shown)
    assert "Bet 25" in text_of(shown)
    assert 'class="playing-card back"' in shown.content.decode()


def test_match_that_was_left_is_said_to_be_so(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(25))
    play.submit(table.id, Leave(at=0, seat=0))
    browser = browser_of(alice)
    assert "House Blackjack" in text_of(browser.get(page("matches")))
    assert " Left " in text_of(browser.get(page("matches")))
    text = text_of(browser.get(page("hand", Hand.objects.get().public_id)))
    assert "Round 1 Left · −25 chips" in text
    assert "eight of clubs" not in text, "who leaves does not see the hidden card"
