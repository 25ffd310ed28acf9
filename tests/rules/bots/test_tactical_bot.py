"""The house's Tactical bot: legal, sensible, not to be read like a book, and better than careless players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from games.rules.actions import Action, Call, Check, Hit, Legal, Offer, Pass
from games.rules.bots.tactical import POLICIES, decide
from games.rules.formats.freezeout import TACTICAL_FREEZEOUT
from games.rules.game import Policy
from games.rules.given import GivenChance
from games.rules.hands.comparison import best_total
from games.rules.hands.tactical import TACTICAL
from games.rules.hands.tactical_view import TacticalView
from tests.rules.playing import ALICE, BOB, Playing, action, deal

Roll = Callable[[int], int]
CHECKED = "Alice check, Bob check"
MATCHES = 1_000


def answers(playing: Playing, seat: int, times: int = 400) -> Counter[str]:
    """What the bot does here, over many throws of the dice."""
    dice = random.Random(21)
    legal = playing.offers(seat)
    return Counter(decide(playing.view(seat), legal, dice.randrange).kind for _ in range(times))


def random_player(view: TacticalView, legal: Legal, roll: Roll) -> Action:
    offer = legal[roll(len(legal))]
    return action(offer.kind, offer.low + roll(offer.high - offer.low + 1))


def calling_station(view: TacticalView, legal: Legal, roll: Roll) -> Action:
    """Draws to 17, never bets and never folds."""
    kinds = [offer.kind for offer in legal]
    if "pass" in kinds:
        own = [card for card in view.seats[view.viewer or 0].cards if card is not None]
        return Hit() if "hit" in kinds and best_total(own) < 17 else Pass()
    return Call() if "call" in kinds else Check()


def test_house_is_the_policy_of_that_name() -> None:
    assert POLICIES["house"] is decide


@pytest.mark.parametrize("opponent", [decide, random_player])
def test_only_legal_answers_over_thousands_of_hands(opponent: Policy) -> None:
    """The rules refuse anything else; stacks from one chip on."""
    dice = random.Random(5)
    for number in range(1_500):
        stacks = (dice.choice([1, 7, 64, 300, 1_000, 1_999]), dice.choice([1, 15, 200, 1_000]))
        playing = deal_random(dice, stacks)
        while playing.to_act:
            (seat,) = playing.to_act
            policy = decide if seat == number % 2 else opponent
            playing.act(seat, policy(playing.view(seat), playing.offers(seat), dice.randrange))


def deal_random(dice: random.Random, stacks: tuple[int, int]) -> Playing:
    playing = deal(button=dice.randrange(2), stacks=stacks, ante=min(50, *stacks))
    playing.chance = GivenChance(dice.choices(range(52), k=20))
    return playing


def test_same_view_and_dice_give_the_same_answer() -> None:
    playing = deal()
    views = [playing.view(ALICE) for _ in range(2)]
    for seed in range(50):
        first, second = (decide(view, playing.offers(ALICE), random.Random(seed).randrange) for view in views)
        assert first == second


def test_few_dice_are_thrown_for_a_decision() -> None:
    """The runtime has sixteen for each."""
    dice = random.Random(8)
    for _ in range(300):
        playing = deal_random(dice, (1_000, 1_000))
        while playing.to_act:
            (seat,) = playing.to_act
            thrown: list[int] = []

            def roll(n: int, thrown: list[int] = thrown) -> int:
                thrown.append(n)
                return dice.randrange(n)

            playing.act(seat, decide(playing.view(seat), playing.offers(seat), roll))
            assert len(thrown) <= 4


@pytest.mark.parametrize("public", ["2d", "6d", "Td", "Ad"])
@pytest.mark.parametrize("own", ["5c 6h", "2c 3h", "4c 4h", "2c Ah", "Ac Ah"])
def test_low_totals_are_drawn_to(own: str, public: str) -> None:
    """4 to 11, and low totals with an ace: a card can only help."""
    first, second = own.split()
    playing = deal(f"{public} {first} 9d {second}").play(CHECKED)
    assert answers(playing, BOB) == {"hit": 400}


@pytest.mark.parametrize("public", ["2d", "6d", "Td", "Ad"])
@pytest.mark.parametrize("own", ["Tc 9h", "Tc Kh", "Ac 8h", "Ac 9h"])
def test_19_and_20_are_kept(own: str, public: str) -> None:
    """With an ace too."""
    first, second = own.split()
    playing = deal(f"{public} {first} 9d {second}").play(CHECKED)
    assert answers(playing, BOB) == {"pass": 400}


def test_over_21_no_more_cards_are_taken() -> None:
    """22 beats 26: another card could only make it worse."""
    playing = deal("9c Td 7h 8s 4c").play(f"{CHECKED}, Bob hit, Alice pass, {CHECKED}")
    assert playing.view(BOB).seats[BOB].shown_total == "22"
    assert answers(playing, BOB) == {"pass": 400}


def test_stiff_hand_is_drawn_to_against_a_strong_card_only() -> None:
    """12 against a public ten is behind too often to be kept; 17 is not."""
    assert answers(deal("Tc 7d 9c 5s").play(CHECKED), BOB)["hit"] == 400
    assert answers(deal("2c Td 9c 7s").play(CHECKED), BOB)["pass"] == 400


def test_worst_hand_folds_to_a_big_bet() -> None:
    """28 in the last betting round, a pot-sized bet to call: almost always gone, never called."""
    playing = deal("9c Td 7h 8s Kc").play(f"{CHECKED}, Bob hit, Alice pass, {CHECKED}, Bob pass, Alice pass")
    done = answers(playing.play("Alice bet 100"), BOB)
    assert done["fold"] >= 360
    assert done["call"] == 0


def test_weak_hand_folds_to_all_in() -> None:
    """15 against a public ten for the whole stack."""
    playing = deal("Tc 9d 9c 6s").play(f"{CHECKED}, Bob pass, Alice pass, Alice bet 950")
    assert answers(playing, BOB) == {"fold": 400}


@pytest.mark.parametrize("own", ["Ac Kh", "Tc Jh"])
def test_best_hands_never_fold(own: str) -> None:
    """21 and 20 against a public 5."""
    first, second = own.split()
    playing = deal(f"5d {first} 9d {second}").play(f"{CHECKED}, Bob pass, Alice pass, Alice bet 950")
    assert answers(playing, BOB) == {"call": 400}


def test_best_hand_bets_most_of_the_time_but_not_always() -> None:
    playing = deal("Ac 5d Kh 9d").play(f"{CHECKED}, Bob pass, Alice pass")
    done = answers(playing, ALICE)
    assert set(done) == {"bet", "check"}
    assert 300 <= done["bet"] < 400


def test_hopeless_hand_bluffs_sometimes() -> None:
    """28 in the last betting round: mostly a check, now and then a bet."""
    playing = deal("Tc 9d 8c 7h Kc").play(f"{CHECKED}, Bob pass, Alice hit, {CHECKED}, Bob pass, Alice pass")
    done = answers(playing, ALICE)
    assert set(done) == {"bet", "check"}
    assert 60 <= done["bet"] <= 220


def test_bets_come_in_several_sizes_and_rarely_as_all_in() -> None:
    """With 100 in the pot: 50, 100 or 950, the last less than one time in seven."""
    playing = deal("Ac 5d Kh 9d").play(f"{CHECKED}, Bob pass, Alice pass")
    dice = random.Random(3)
    legal: Legal = playing.offers(ALICE)
    sizes = Counter(getattr(decide(playing.view(ALICE), legal, dice.randrange), "to", 0) for _ in range(600))
    assert set(sizes) == {0, 50, 100, 950}
    assert 1 <= sizes[950] < 600 // 7
    assert min(sizes[50], sizes[100]) >= 100


def test_watcher_has_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="watcher"):
        decide(deal().view(None), (Offer("check"),), random.Random(1).randrange)


def winner_of_match(policies: tuple[Policy, Policy], seed: int) -> int:
    """Twenty seconds a hand, so that the antes rise in long matches."""
    dice = random.Random(seed)
    match = TACTICAL_FREEZEOUT.start(2, {"first_button": dice.randrange(2)}, GivenChance([]))
    elapsed = 0
    while (setup := TACTICAL_FREEZEOUT.next_hand(match, elapsed)) is not None:
        playing = Playing(TACTICAL, setup, GivenChance(dice.choices(range(52), k=20)))
        while playing.to_act:
            (seat,) = playing.to_act
            playing.act(seat, policies[seat](playing.view(seat), playing.offers(seat), dice.randrange))
        match, _ = TACTICAL_FREEZEOUT.record(match, setup, playing.outcome)
        elapsed += 20_000
    result = TACTICAL_FREEZEOUT.result(match)
    assert result is not None
    return result.winners[0]


@pytest.mark.slow
@pytest.mark.parametrize("careless", [random_player, calling_station])
def test_careless_players_lose_by_a_clear_margin(careless: Policy) -> None:
    """1,000 matches each, seats changing: two of three at least go to the bot."""
    won = 0
    for seed in range(MATCHES):
        seat = seed % 2
        policies = (decide, careless) if seat == ALICE else (careless, decide)
        won += winner_of_match(policies, seed) == seat
    assert won >= MATCHES * 2 // 3
