"""The house's Classic bot: legal, from its own view only, sensible for this comparison, and better than careless."""

from __future__ import annotations

import random

import pytest

from games.rules.actions import Action, Hit, Legal, Stand
from games.rules.bots.classic import POLICIES, decide
from games.rules.cards import code
from games.rules.hands.classic_view import ClassicView
from games.rules.hands.comparison import best_total
from tests.rules.playing import ALICE, BOB, Playing, deal_classic

HANDS = 2_000


def answer(playing: Playing, seat: int) -> str:
    return decide(playing.view(seat), playing.offers(seat), random.Random(0).randrange).kind


def random_player(view: ClassicView, legal: Legal, roll: object) -> Action:
    return Hit() if len(legal) > 1 and roll(2) else Stand()  # type: ignore[operator]


def draws_to_17(view: ClassicView, legal: Legal, roll: object) -> Action:
    own = [card for card in view.seats[view.viewer or 0].cards if card is not None]
    return Hit() if len(legal) > 1 and best_total(own) < 17 else Stand()


def test_house_is_the_policy_of_that_name() -> None:
    assert {"house": decide} == POLICIES


@pytest.mark.parametrize("total", ["Tc 6c 6h", "Tc 9c 7h", "Tc Kc 2h"])
def test_stands_over_21_whatever_the_other_shows(total: str) -> None:
    """22 beats 26: another card can only make it worse."""
    first, second, third = total.split()
    for shown in ("2d", "6d", "9d", "Td", "Ad"):
        playing = deal_classic(f"{first} {shown} {second} 8s {third}").play("Alice hit")
        assert answer(playing, ALICE) == "stand"


@pytest.mark.parametrize("own", ["Tc 9c", "Tc Kc", "Ac Tc", "Ac 9c"])
def test_stands_on_good_totals(own: str) -> None:
    """19, 20, 21, soft 20."""
    first, second = own.split()
    for shown in ("2d", "6d", "9d", "Td", "Ad"):
        assert answer(deal_classic(f"{first} {shown} {second} 8s"), ALICE) == "stand"


@pytest.mark.parametrize("own", ["2c 3c", "5c 6c", "Ac 2c", "Ac 5c"])
def test_hits_where_a_card_cannot_harm(own: str) -> None:
    """Hard 11 or less; soft hands that beat nobody."""
    first, second = own.split()
    for shown in ("2d", "6d", "9d", "Td", "Ad"):
        assert answer(deal_classic(f"{first} {shown} {second} 8s"), ALICE) == "hit"


def test_what_the_other_shows_matters() -> None:
    """16, and Alice has stood with two cards: against a ten it hits, a king and more can be there; against a six with
    five cards it stands."""
    ten = deal_classic("Tc Td Kh 6s").play("Alice stand")
    assert answer(ten, BOB) == "hit"
    many = deal_classic("6c Td 5h 6s 4d 5c 7h").play("Alice hit, Alice hit, Alice hit, Alice stand")
    assert answer(many, BOB) == "stand"


def test_a_hit_that_is_not_offered_is_not_chosen() -> None:
    assert answer(deal_classic("Ac Td Kh 8s"), ALICE) == "stand"
    playing = deal_classic("2c Td 2d 8s " + "2h " * 8)
    for _ in range(8):
        playing.play("Alice hit")
    assert answer(playing, ALICE) == "stand"


def test_answers_from_its_view_only() -> None:
    """The other's hidden card and the shoe make no difference."""
    for hidden, following in (("2s", "5d"), ("Ks", "Ad"), ("As", "9d")):
        playing = deal_classic(f"Tc 6d 6h {hidden} {following}")
        assert answer(playing, ALICE) == answer(deal_classic("Tc 6d 6h 8s 5d"), ALICE)


def test_a_watcher_has_nothing_to_decide() -> None:
    playing = deal_classic()
    with pytest.raises(ValueError, match="watcher"):
        decide(playing.view(None), playing.offers(ALICE), random.Random(0).randrange)


@pytest.mark.parametrize(("opponent", "least"), [(random_player, 0.15), (draws_to_17, -0.02)])
def test_wins_more_than_it_loses_against_careless_players(opponent: object, least: float) -> None:
    """Net hands won per hand, both acting first equally often. Drawing to 17 is what a dealer does; playing against it
    is close to even, so it must only not be clearly worse."""
    dice = random.Random(7)
    net = 0
    for number in range(HANDS):
        codes = " ".join(map(code, dice.choices(range(52), k=20)))
        playing = deal_classic(codes, first=number % 2)
        while playing.to_act:
            (seat,) = playing.to_act
            policy = decide if seat == ALICE else opponent
            playing.act(seat, policy(playing.view(seat), playing.offers(seat), dice.randrange))  # type: ignore[operator]
        net += playing.net[ALICE]
    assert net / HANDS > least, net / HANDS
