"""Hands of poker by their names, in each language."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.phrases.hand_values import hand_in_words, hand_read
from games.rules.cards import parse
from games.rules.hand_ranks import named, strength


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Kc Kd 5h 5s Jc", "two pair, kings and fives"),
        ("Kc Kd 6h 5s Jc", "a pair of kings"),
        ("6c 6d 6h 5s Jc", "three sixes"),
        ("Ac 2d 3h 4s 5c", "a straight up to the five"),
        ("Ah 2h 9h 4h 5h", "a flush, ace high"),
        ("Kc Kd Kh 5s 5c", "a full house, kings full of fives"),
        ("2c 2d 2h 2s Jc", "four twos"),
        ("5h 6h 7h 8h 9h", "a straight flush up to the nine"),
        ("Td Jd Qd Kd Ad", "a royal flush"),
        ("Kc Qd 6h 5s Jc", "king high"),
    ],
)
def test_hand_is_named_as_at_a_table(cards: str, words: str) -> None:
    assert hand_in_words(named(strength(map(parse, cards.split()))), "en") == words


IN_OTHER_LANGUAGES = (
    ("Kc Kd 5h 5s Jc", "dwie pary, króle i piątki", "zwei Paare, Könige und Fünfen"),
    ("Kc Kd 6h 5s Jc", "para króli", "ein Paar Könige"),
    ("6c 6d 6h 5s Jc", "trójka szóstek", "drei Sechsen"),
    ("9c Td Jh Qs Kc", "strit do króla", "Straße bis König"),
    ("Ah 2h 9h 4h 5h", "kolor, najwyższa karta: as", "Flush, höchste Karte Ass"),
    ("Qc Qd Qh As Ad", "full, damy na asach", "Full House, Damen mit Assen"),
    ("2c 2d 2h 2s Jc", "kareta dwójek", "vier Zweien"),
    ("5h 6h 7h 8h 9h", "poker do dziewiątki", "Straight Flush bis Neun"),
    ("Td Jd Qd Kd Ad", "poker królewski", "Royal Flush"),
    ("Kc Qd 6h 5s Jc", "wysoka karta: król", "höchste Karte König"),
)
"""(cards, Polish, German): a rank has another form in each kind of hand."""


@pytest.mark.parametrize(("cards", "polish", "german"), IN_OTHER_LANGUAGES)
def test_hand_is_named_in_polish_and_german(cards: str, polish: str, german: str) -> None:
    name = named(strength(map(parse, cards.split())))
    for language, words in (("pl", polish), ("de", german)):
        with translation.override(language):
            assert hand_in_words(name, language) == words


def test_own_hand_is_read_with_the_cards_that_decide_beside_it() -> None:
    def read(cards: str) -> str:
        return hand_read(named(strength(map(parse, cards.split()))), "en")

    assert read("Kc Kd 5h 5s Jc") == "You have two pair, kings and fives. Beside it: jack."
    assert read("Kc Qd 6h 5s Jc") == "You have king high. Beside it: queen, jack, six, five."
    assert read("Kc Kd Kh 5s 5c") == "You have a full house, kings full of fives."
