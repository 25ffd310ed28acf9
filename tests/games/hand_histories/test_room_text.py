"""Poker-room text, written out by hand from the layout that trackers read."""

from __future__ import annotations

import random
import re
import warnings

import pytest
from pokerkit import HandHistory

from games.hand_histories.phh import phh
from games.hand_histories.room_text import room_text, room_texts
from games.hand_histories.values import in_words
from games.rules.cards import parse
from games.rules.contracts import Blinds, HandSetup
from games.rules.given import GivenChance
from games.rules.hand_ranks import named, strength
from games.rules.hands.holdem import HOLDEM, HoldemRules
from tests.games.hand_histories.telling import told
from tests.games.hand_histories.test_phh import random_hand
from tests.rules.hands.holdem.hands import ALICE, BOB, CHARLIE, DORA, HoldemPlaying, dealt, shoe, table

BOARD = "2c 7d 9h Js 3c"


def lines_of(hand: HoldemPlaying, viewer: int, small: int = 15) -> list[str]:
    return room_text(told(hand, viewer, small=small)).splitlines()


def between(lines: list[str], first: str, last: str) -> list[str]:
    """The lines after `first` and before `last`."""
    return lines[lines.index(first) + 1 : next(at for at, line in enumerate(lines) if line.startswith(last))]


def test_showdown_as_alice_tells_it() -> None:
    """Raises tell by how much and to what; the beaten hand is mucked, and its cards are nowhere."""
    hand = table([1_000, 1_000], cards=dealt(["Ks Kd", "As 7h"], BOARD))
    hand.play("Bob raise 90, Alice call, Alice check, Bob bet 60, Alice call, Alice check, Bob check")
    hand.play("Alice bet 200, Bob raise 400, Alice call")
    hand_told = told(hand, ALICE)
    assert room_text(hand_told) == (
        "Battle21 Hand #512345: Hold'em No Limit (15/30) - 2026/11/30 12:00:05 UTC\n"
        "Table 'tttttttttt' 2-max Seat #2 is the button\n"
        "Seat 1: Alice (1000 in chips)\n"
        "Seat 2: Bob (1000 in chips)\n"
        "Bob: posts small blind 15\n"
        "Alice: posts big blind 30\n"
        "*** HOLE CARDS ***\n"
        "Dealt to Alice [Ks Kd]\n"
        "Bob: raises 60 to 90\n"
        "Alice: calls 60\n"
        "*** FLOP *** [2c 7d 9h]\n"
        "Alice: checks\n"
        "Bob: bets 60\n"
        "Alice: calls 60\n"
        "*** TURN *** [2c 7d 9h] [Js]\n"
        "Alice: checks\n"
        "Bob: checks\n"
        "*** RIVER *** [2c 7d 9h Js] [3c]\n"
        "Alice: bets 200\n"
        "Bob: raises 200 to 400\n"
        "Alice: calls 200\n"
        "*** SHOW DOWN ***\n"
        "Bob: shows [As 7h] (a pair of Sevens)\n"
        "Alice: shows [Ks Kd] (a pair of Kings)\n"
        "Alice collected 1100 from pot\n"
        "*** SUMMARY ***\n"
        "Total pot 1100 | Rake 0\n"
        "Board [2c 7d 9h Js 3c]\n"
        "Seat 1: Alice (big blind) showed [Ks Kd] and won (1100) with a pair of Kings\n"
        "Seat 2: Bob (button) (small blind) showed [As 7h] and lost with a pair of Sevens\n"
    )
    assert room_texts([hand_told, hand_told]).count("\n\n\n\nBattle21 Hand #") == 1


def test_beaten_hand_is_mucked_and_its_owner_alone_reads_it() -> None:
    hand = table([1_000, 1_000], cards=dealt(["Ks Kd", "As 7h"], BOARD)).check_down()
    alices, bobs = lines_of(hand, ALICE), lines_of(hand, BOB)
    assert between(alices, "*** SHOW DOWN ***", "Alice collected") == [
        "Alice: shows [Ks Kd] (a pair of Kings)",
        "Bob: mucks hand",
    ]
    assert alices[-1] == "Seat 2: Bob (button) (small blind) mucked"
    assert bobs[-1] == "Seat 2: Bob (button) (small blind) mucked [As 7h]"
    assert "Dealt to Bob [As 7h]" in bobs


def test_uncalled_bet_is_returned_and_a_fold_shows_nothing() -> None:
    hand = table([1_000] * 3, cards=dealt(["Ks Kd", "As 7h", "2d 3d"])).play(
        "Charlie fold, Alice raise 300, Bob fold"
    )
    lines = lines_of(hand, BOB)
    assert lines[lines.index("Charlie: folds") :] == [
        "Charlie: folds",
        "Alice: raises 270 to 300",
        "Bob: folds",
        "Uncalled bet (270) returned to Alice",
        "Alice collected 60 from pot",
        "Alice: doesn't show hand",
        "*** SUMMARY ***",
        "Total pot 60 | Rake 0",
        "Seat 1: Alice (small blind) collected (60)",
        "Seat 2: Bob (big blind) folded before Flop",
        "Seat 3: Charlie (button) folded before Flop (didn't bet)",
    ]


def test_big_blind_beside_which_nobody_posted_comes_back() -> None:
    """Dead button: there is no small blind, all fold, and nothing was called."""
    blinds = Blinds(15, 30, big_seat=CHARLIE)
    setup = HandSetup(
        seats=(0, 1, 2), button=BOB, stacks=(1_000,) * 3, forced=(0, 0, 30), blinds=blinds, first_card=0
    )
    hand = HoldemPlaying(HoldemRules(), setup, GivenChance(shoe(""))).play("Alice fold, Bob fold")
    lines = lines_of(hand, ALICE)
    assert lines[lines.index("Bob: folds") :] == [
        "Bob: folds",
        "Uncalled bet (30) returned to Charlie",
        "*** SUMMARY ***",
        "Total pot 0 | Rake 0",
        "Seat 1: Alice folded before Flop (didn't bet)",
        "Seat 2: Bob (button) folded before Flop (didn't bet)",
        "Seat 3: Charlie (big blind) collected (0)",
    ]


def test_all_in_runs_out_and_side_pots_are_named() -> None:
    """Alice 100, Bob 300, Charlie 1,000 and all-in: 300 of Charlie's 1,000 are matched by Bob. Main pot 3 × 100, side
    pot 2 × 200. Alice's aces take the first, Bob's kings the other."""
    hand = table([100, 300, 1_000], cards=dealt(["As Ad", "Ks Kd", "Qs Qd"], BOARD))
    hand.play("Charlie raise 1000, Alice call, Bob call")
    lines = lines_of(hand, CHARLIE)
    assert lines[lines.index("Dealt to Charlie [Qs Qd]") + 1 :] == [
        "Charlie: raises 970 to 1000 and is all-in",
        "Alice: calls 85 and is all-in",
        "Bob: calls 270 and is all-in",
        "Uncalled bet (700) returned to Charlie",
        "*** FLOP *** [2c 7d 9h]",
        "*** TURN *** [2c 7d 9h] [Js]",
        "*** RIVER *** [2c 7d 9h Js] [3c]",
        "*** SHOW DOWN ***",
        "Alice: shows [As Ad] (a pair of Aces)",
        "Bob: shows [Ks Kd] (a pair of Kings)",
        "Charlie: shows [Qs Qd] (a pair of Queens)",
        "Alice collected 300 from main pot",
        "Bob collected 400 from side pot",
        "*** SUMMARY ***",
        "Total pot 700 Main pot 300. Side pot 400. | Rake 0",
        "Board [2c 7d 9h Js 3c]",
        "Seat 1: Alice (small blind) showed [As Ad] and won (300) with a pair of Aces",
        "Seat 2: Bob (big blind) showed [Ks Kd] and won (400) with a pair of Kings",
        "Seat 3: Charlie (button) showed [Qs Qd] and lost with a pair of Queens",
    ]


def test_big_blind_of_12_is_posted_all_in() -> None:
    hand = table([12, 1_000], cards=dealt(["As Ad", "Ks Kd"], BOARD))
    lines = lines_of(hand, ALICE)
    assert between(lines, "Seat 2: Bob (1000 in chips)", "***") == [
        "Bob: posts small blind 15",
        "Alice: posts big blind 12 and is all-in",
    ]
    assert "Uncalled bet (3) returned to Bob" in lines
    assert "Total pot 24 | Rake 0" in lines


def test_rake_and_hundredths() -> None:
    """30.00 each, 2 % of 60 chips is 1.20; 58.80 are collected. The bet on the flop comes back."""
    rules = HoldemRules(chip=100, rake_bps=200)
    hand = table([100_000, 50_050], rules=rules, small=1_500, big=3_000)
    hand.play("Bob call, Alice check, Alice bet 5000, Bob fold")
    lines = lines_of(hand, BOB, small=1_500)
    assert lines[2:4] == ["Seat 1: Alice (1000 in chips)", "Seat 2: Bob (500.50 in chips)"]
    assert "Uncalled bet (50) returned to Alice" in lines
    assert "Alice collected 58.80 from pot" in lines
    assert "Total pot 60 | Rake 1.20" in lines
    assert lines[-1] == "Seat 2: Bob (button) (small blind) folded on the Flop"


def test_live_and_dead_posts_are_one_line() -> None:
    blinds = Blinds(15, 30, big_seat=BOB, small_seat=ALICE, dead=(0, 0, 15, 15))
    setup = HandSetup(
        seats=(0, 1, 2, 3),
        button=DORA,
        stacks=(1_000, 1_000, 15, 1_000),
        forced=(15, 30, 0, 30),
        blinds=blinds,
    )
    hand = HoldemPlaying(HOLDEM, setup, GivenChance(shoe("")))
    assert between(lines_of(hand, ALICE), "Seat 4: Dora (1000 in chips)", "***") == [
        "Alice: posts small blind 15",
        "Bob: posts big blind 30",
        "Charlie: posts small blind 15 and is all-in",
        "Dora: posts small & big blinds 45",
    ]


def test_time_that_ran_out_and_a_claim_that_was_lost() -> None:
    hand = table([1_000] * 3).expire().withdraw("Alice")
    lines = lines_of(hand, BOB)
    assert between(lines, "*** HOLE CARDS ***", "Uncalled")[1:] == [
        "Charlie has timed out",
        "Charlie: folds",
        "Alice has timed out while disconnected",
        "Alice: folds",
    ]


def test_abandoned_pot_goes_back() -> None:
    lines = lines_of(table([1_000, 1_000]).play("Bob call").abandon(), ALICE)
    assert "Hand was abandoned: all players who were still in were away" in lines
    assert {"Alice collected 30 from pot", "Bob collected 30 from pot"} <= set(lines)


def test_hand_that_was_broken_off_says_so() -> None:
    lines = lines_of(table([1_000, 1_000]).play("Bob raise 90"), ALICE)
    assert lines[-5:] == [
        "Hand was not finished: the match had ended",
        "*** SUMMARY ***",
        "Total pot 0 | Rake 0",
        "Seat 1: Alice (big blind) did not finish",
        "Seat 2: Bob (button) (small blind) did not finish",
    ]


def test_reader_of_that_layout_reads_the_same_hand_as_the_phh_file_tells() -> None:
    """pokerkit's, for the best-known room: players, stacks, every answer and the board of random hands."""
    for seed in range(40):
        dice = random.Random(seed)
        hand = random_hand(dice)
        hand_told = told(hand, dice.randrange(len(hand.hand.claims)))
        text = room_text(hand_told).replace("Battle21 Hand", "PokerStars Hand")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a fold was free
            (read,) = HandHistory.from_pokerstars(text, error_status=True)
        file = HandHistory.loads(phh(hand_told))
        assert (read.players, read.starting_stacks, read.seats) == (
            file.players,
            file.starting_stacks,
            file.seats,
        )
        assert (read.hand, read.table, read.seat_count) == (512_345, "tttttttttt", len(hand.hand.claims))
        assert (read.year, read.month, read.day) == (2026, 11, 30)
        assert answers(read) == answers(file), seed


def answers(history: HandHistory) -> list[str]:
    """Folds, calls, bets and the board."""
    actions = [action.partition(" #")[0] for action in history.actions]
    return [action for action in actions if re.search(r" (f|cc|cbr \d+)$|^d db ", action)]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Kd 9h 7c 2s", "high card Ace"),
        ("2s 2d 9h 7c Ks", "a pair of Deuces"),
        ("6s 6d Kh Kc 2s", "two pair, Kings and Sixes"),
        ("9s 9d 9h 7c 2s", "three of a kind, Nines"),
        ("As 2d 3h 4c 5s", "a straight, Ace to Five"),
        ("Ts Jd Qh Kc As", "a straight, Ten to Ace"),
        ("Ks Ts 9s 7s 2s", "a flush, King high"),
        ("Ks Kd Kh 9c 9s", "a full house, Kings full of Nines"),
        ("5s 5d 5h 5c 9s", "four of a kind, Fives"),
        ("5h 6h 7h 8h 9h", "a straight flush, Five to Nine"),
        ("Th Jh Qh Kh Ah", "a Royal Flush"),
    ],
)
def test_values_in_the_rooms_words(cards: str, words: str) -> None:
    assert in_words(named(strength(map(parse, cards.split())))) == words
