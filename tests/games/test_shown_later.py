"""Cards that a winner showed while the result stood: in the page, replay and files of the hand, wherever they lie."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from html import unescape

import pytest
from django.core.management import call_command

from battle21.errors import AppError
from games.models import Hand, JournalEntry, Table
from games.rules.cards import Card, code
from games.rules.commands import GiveUp, Show
from games.rules.dealt import Opening, verify_opening
from games.services import hand_files, play, records
from games.services.histories import told_hands
from games.services.shown_later import state_left
from players.models import User
from tests.games.poker import checked_hand, folded_hand, next_hand, poker_table
from tests.games.staking import page
from tests.games.test_replays import steps_of, templates_of
from tests.games.test_views import browser_of, text_of
from tests.live.classic import own_clock
from tests.live.seating import act, guests, state_of

pytestmark = pytest.mark.django_db

FIRST, SECOND, BOTH = (0,), (1,), (0, 1)


class Won:
    """A hand that one of two has won without a showdown."""

    def __init__(self) -> None:
        people = guests("Alice", "Bob")
        self.table: Table = poker_table(*people)
        self.hand: Hand = folded_hand(self.table)
        self.seat = next(int(seat) for seat, net in self.hand.net.items() if net > 0)
        self.winner: User = people[self.seat]
        self.other: User = people[1 - self.seat]
        state = state_of(self.table.id)
        assert state.hand is not None
        cards: tuple[Card, ...] = state.hand.cards[self.seat]
        self.cards = [code(card.face) for card in cards]

    def show(self, *cards: int, hand: int = 1) -> None:
        play.submit(self.table.id, Show(at=0, seat=self.seat, hand=hand, cards=cards))

    def file(self, ending: str, reader: User | None = None) -> str:
        address = page("history_file", self.hand.public_id, ending)
        return str(browser_of(reader or self.other).get(address).content.decode())

    def page(self, name: str, reader: User | None = None) -> str:
        return str(browser_of(reader or self.other).get(page(name, self.hand.public_id)).content.decode())


@pytest.fixture(autouse=True)
def standing_clock() -> Iterator[None]:
    """A result stands as long as the test looks at it."""
    with own_clock():
        yield


@pytest.fixture
def won(standing_clock: None) -> Won:
    return Won()


def backs(html: str) -> int:
    return html.count('class="playing-card back"')


def test_hand_tells_what_was_shown_before_the_next_one_in_play_beside_it_and_long_after(won: Won) -> None:
    """The command lies in the journal, then in the next hand's record, then there alone."""
    assert backs(won.page("hand")) == 2
    won.show(*FIRST)
    seen = {"the result stands": backs(won.page("hand"))}
    next_hand(won.table)
    seen["the next hand is played"] = backs(won.page("hand"))
    folded_hand(won.table)
    seen["the next hand is recorded"] = backs(won.page("hand"))
    assert records.verify_hands() == (2, 0)
    assert not JournalEntry.objects.filter(table=won.table).exists()
    seen["the journal is cleared"] = backs(won.page("hand"))
    assert set(seen.values()) == {1}, seen


def test_hand_is_told_when_the_match_ends_before_another_is_dealt(won: Won) -> None:
    won.show(*BOTH)
    play.submit(won.table.id, GiveUp(at=0, seat=won.seat))
    assert records.verify_hands() == (1, 0)
    assert backs(won.page("hand")) == 0
    with pytest.raises(AppError) as refused:
        won.show(*BOTH)
    assert refused.value.code == "match_over"


def test_records_replay_and_only_the_shown_card_is_open_in_the_state_they_lead_to(won: Won) -> None:
    won.show(*SECOND)
    checked_hand(next_hand(won.table))
    call_command("replay", "--all")
    hand = Hand.objects.select_related("table").get(pk=won.hand.pk)
    record = records.read_record(hand)
    left, recorded = state_left(hand, record), records.read_record(hand).after
    assert left.hand is not None
    assert [fact.kind for fact in left.hand.facts].count("shows_card") == 1
    assert record.after == recorded, "the record itself stays as it was written"
    assert left.outcome == record.outcome


def test_own_file_of_the_other_has_the_card_with_its_proof(won: Won) -> None:
    before = hand_files.player_file(won.hand, 1 - won.seat)
    won.show(*FIRST)
    after = hand_files.player_file(won.hand, 1 - won.seat)
    (new,) = [card for card in after["cards"] if card not in before["cards"]]
    assert new["card"] == won.cards[0]
    opening: Opening = next(each for each in after["openings"] if each.position == new["position"])
    assert verify_opening(bytes.fromhex(after["root"]), 1, opening)
    assert len(after["openings"]) == len(before["openings"]) + 1


@pytest.mark.parametrize("cards", [FIRST, SECOND, BOTH])
def test_poker_room_text_says_it_after_the_pot_was_collected(won: Won, cards: tuple[int, ...]) -> None:
    name = won.winner.display_name
    assert f"{name}: doesn't show hand" in won.file("txt")
    won.show(*cards)
    shown = " ".join(won.cards[card] for card in cards)
    for reader in (won.other, won.winner):
        lines = won.file("txt", reader).splitlines()
        at = lines.index(f"{name} collected 60 from pot")
        assert lines[at + 1 : at + 3] == [f"{name}: shows [{shown}]", "*** SUMMARY ***"]
    fate = f"showed [{shown}] and won (60)" if cards == BOTH else "collected (60)"
    assert [line for line in lines if line.startswith("Seat") and line.endswith(fate)]


def test_phh_has_the_shown_cards_and_json_the_step(won: Won) -> None:
    won.show(*SECOND)
    actions = tomllib.loads(won.file("phh"))["actions"]
    assert sum(f" {won.cards[1]}??" in action for action in actions) == 1
    assert not [action for action in actions if " sm" in action], "the format can show two cards only"
    told = json.loads(won.file("json"))
    assert told["steps"][-1] == {
        "kind": "shows",
        "street": "preflop",
        "seat": won.seat,
        "cards": [won.cards[1]],
    }
    assert [seat["cards"] for seat in told["seats"] if seat["seat"] == won.seat] == [[won.cards[1]]]
    won.show(*BOTH)
    actions = tomllib.loads(won.file("phh"))["actions"]
    assert re.fullmatch(rf"p\d sm {''.join(won.cards)}", actions[-1])


def test_winner_of_a_later_street_is_told_with_what_the_cards_make() -> None:
    """On the flop two cards and the board are a hand with a name; before it they are none."""
    alice, bob = guests("Alice", "Bob")
    table = poker_table(alice, bob)
    act(table.id, "call")
    act(table.id, "check")
    act(table.id, "bet", 60)
    act(table.id, "fold")
    hand = table.hands.get()
    seat = next(int(seat) for seat, net in hand.net.items() if net > 0)
    play.submit(table.id, Show(at=0, seat=seat, hand=1, cards=BOTH))
    (told,) = told_hands(table, (alice, bob)[1 - seat].public_id)
    value = told.seat(seat).value
    assert value
    name = (alice, bob)[seat].display_name
    text = str(browser_of(alice).get(page("history_file", hand.public_id, "txt")).content.decode())
    assert f"{name}: shows [{' '.join(told.seat(seat).cards)}] ({value})" in text
    assert f"and won (60) with {value}" in text


def test_replay_turns_the_card_over_in_a_picture_of_its_own(won: Won) -> None:
    pictures = len(templates_of(won.page("replay")))
    won.show(*FIRST)
    html = won.page("replay")
    shown = templates_of(html)
    assert [backs(picture) for picture in shown] == [2] * pictures + [1]
    assert re.fullmatch(rf"{won.winner.display_name} shows the \w+ of \w+\.", steps_of(html)[-1])
    won.show(*SECOND)
    html = won.page("replay")
    assert [backs(picture) for picture in templates_of(html)][-2:] == [1, 0]
    assert re.fullmatch(rf"{won.winner.display_name} shows \w+ of \w+, \w+ of \w+\.", steps_of(html)[-1])


def test_log_on_the_hands_page_ends_with_it(won: Won) -> None:
    won.show(*FIRST)
    text = text_of(browser_of(won.other).get(page("hand", won.hand.public_id)))
    assert re.search(rf"{won.winner.display_name} shows the \w+ of \w+\.", unescape(text))


def test_hands_of_a_match_in_one_file_tell_each_its_own(won: Won) -> None:
    """The winner of the first hand has shown a card, that of the second nothing, that of the third both."""
    won.show(*FIRST)
    folded_hand(next_hand(won.table))
    third = folded_hand(next_hand(won.table))
    seat = next(int(seat) for seat, net in third.net.items() if net > 0)
    play.submit(won.table.id, Show(at=0, seat=seat, hand=3, cards=BOTH))
    told = told_hands(won.table, won.other.public_id)
    assert [[len(step.cards) for step in hand.steps if step.kind == "shows"] for hand in told] == [
        [1],
        [],
        [2],
    ]
