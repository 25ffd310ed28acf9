"""PHH files: written out once by hand, and read by pokerkit's own parser to the same final stacks."""

from __future__ import annotations

import random
import tomllib
import warnings

from pokerkit import HandHistory

from games.hand_histories.phh import phh, phhs
from games.rules.contracts import Blinds, HandSetup
from games.rules.given import GivenChance
from games.rules.hands.holdem import HOLDEM, HoldemRules
from tests.games.hand_histories.telling import told
from tests.rules.hands.holdem.hands import ALICE, BOB, DORA, HoldemPlaying, dealt, shoe, table
from tests.rules.playing import action

BOARD = "2c 7d 9h Js 3c"


def finishing(text: str) -> list[int]:
    """Stacks after pokerkit has played the file, in the file's order."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a check was free, that a field is unknown
        state = list(HandHistory.loads(text))[-1]
    assert not state.status, "pokerkit's hand is not over"
    return [int(stack) for stack in state.stacks]


def test_showdown_as_alice_tells_it() -> None:
    hand = table([1_000, 1_000], cards=dealt(["Ks Kd", "As 7h"], BOARD))
    hand.play("Bob raise 90, Alice call, Alice check, Bob bet 60, Alice call, Alice check, Bob check")
    hand.play("Alice bet 200, Bob call")
    text = phh(told(hand, ALICE))
    assert tomllib.loads(text) | {"time": None} == {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [15, 30],
        "min_bet": 30,
        "starting_stacks": [1_000, 1_000],
        "actions": [
            "d dh p1 KsKd", "d dh p2 ????",
            "p2 cbr 90", "p1 cc",
            "d db 2c7d9h", "p1 cc", "p2 cbr 60", "p1 cc",
            "d db Js", "p1 cc", "p2 cc",
            "d db 3c", "p1 cbr 200", "p2 cc",
            "p1 sm KsKd", "p2 sm",
        ],
        "venue": "Battle21",
        "time": None,
        "time_zone": "UTC",
        "day": 30,
        "month": 11,
        "year": 2026,
        "hand": "abcdefghjk",
        "seats": [1, 2],
        "seat_count": 2,
        "table": "tttttttttt",
        "players": ["Alice", "Bob"],
        "finishing_stacks": [1_350, 650],
        "_ending": "showdown",
        "_rake": 0,
    }  # fmt: skip
    assert "time = 12:00:05\n" in text
    assert finishing(text) == [1_350, 650]


def test_names_cannot_break_out_of_their_quotes() -> None:
    hand = table([1_000, 1_000]).play("Bob fold")
    names = ('A"], actions = ["', "B\\ob\u2028\x07")
    assert tomllib.loads(phh(told(hand, ALICE, names=names)))["players"] == [
        'A"], actions = ["',
        "B\\ob \x07",
    ]


def test_several_hands_are_numbered_tables() -> None:
    hands = [told(table([1_000, 1_000]).play("Bob fold"), viewer) for viewer in (ALICE, BOB)]
    text = phhs(hands)
    assert list(tomllib.loads(text)) == ["1", "2"]
    assert [list(history)[-1].stacks for history in HandHistory.loads_all(text)] == [
        [1_015, 985],
        [1_015, 985],
    ]


def random_hand(dice: random.Random) -> HoldemPlaying:
    count = dice.randint(2, 6)
    stacks = [dice.choice((dice.randint(31, 200), dice.randint(60, 900))) for _ in range(count)]
    hand = table(stacks, button=dice.randrange(count), seed=dice.randrange(2**32))
    while hand.to_act:
        (seat,) = hand.to_act
        offer = dice.choice(
            [each for each in hand.offers(seat) if each.kind != "fold" or dice.random() < 0.3]
        )
        amount = dice.choice((offer.low, offer.low, offer.high, dice.randint(offer.low, offer.high)))
        hand.act(seat, action(offer.kind, amount))
    return hand


def test_pokerkit_plays_random_hands_to_the_same_stacks() -> None:
    """Two to six seats, all-ins and side pots, from any seat's view."""
    for seed in range(100):
        dice = random.Random(seed)
        hand = random_hand(dice)
        text = phh(told(hand, dice.randrange(len(hand.hand.claims))))
        assert finishing(text) == tomllib.loads(text)["finishing_stacks"], seed


def test_returning_player_has_posted_live_and_dead() -> None:
    """rules.md: the big blind live, the small blind dead: an ante of his own, and a post that moves nobody's turn."""
    blinds = Blinds(15, 30, big_seat=BOB, small_seat=ALICE, dead=(0, 0, 0, 15))
    setup = HandSetup(
        seats=(0, 1, 2, 3), button=DORA, stacks=(1_000,) * 4, forced=(15, 30, 0, 30), blinds=blinds
    )
    hand = HoldemPlaying(HOLDEM, setup, GivenChance(shoe("")))
    hand.play("Charlie call, Dora check, Alice call, Bob check").check_down()
    text = phh(told(hand, ALICE))
    file = tomllib.loads(text)
    assert (file["antes"], file["blinds_or_straddles"]) == ([0, 0, 0, 15], [15, 30, 0, -30])
    assert finishing(text) == file["finishing_stacks"]
    assert sum(file["finishing_stacks"]) == 4_000


def test_lost_claim_ends_what_the_format_can_say() -> None:
    """Actions stop there; the file's own stacks say how it ended."""
    hand = table([1_000] * 3).play("Charlie call, Alice call").withdraw("Alice")
    hand.check_down()
    file = tomllib.loads(phh(told(hand, BOB)))
    assert file["actions"][3:] == ["p3 cc", "p1 cc"]
    assert file["finishing_stacks"][0] == 970


def test_hundredths_are_decimals() -> None:
    hand = table([100_000, 123_450], rules=HoldemRules(chip=100), small=1_500, big=3_000).play("Bob fold")
    file = tomllib.loads(phh(told(hand, ALICE, small=1_500)))
    assert file["starting_stacks"] == [1_000, 1_234.5]
    assert (file["min_bet"], file["finishing_stacks"]) == (30, [1_015, 1_219.5])
