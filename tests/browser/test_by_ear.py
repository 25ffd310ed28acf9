"""A whole match by ear: nothing but roles, names of buttons and what the live regions say."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from tests.browser.at_table import Person
from tests.browser.by_ear import Listener

RANK = r"(?:two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace)"
CARD = rf"{RANK} of (?:clubs|diamonds|hearts|spades)"
TOTAL = r"\d\d?(?:/\d\d)?"
LONGEST_S = 120
"""A hand in which both are all-in ends the match unless it is tied, which happens about one time in ten."""
COMING_AND_GOING = re.compile(r"(You are|Bob is|Alice is) (away|back)\.|Connection lost.*|You are back\..*")
"""A slow machine may lose a connection for a moment; the match goes on where it was."""

HAND = rf"""Hand \d+\. (?:You have|Bob has) the button\.
(?:You ante|Bob antes) 50\.
(?:You ante|Bob antes) 50\.
(?:(?:You are dealt the {CARD}\.(?: Total {TOTAL}\.)?|Bob is dealt the {CARD}\.|Bob is dealt a hidden card\.)
){{4}}(?:You bet|Bob bets) 950\.
(?:You are|Bob is) all-in\.
(?:You call|Bob calls) 950\.
(?:You are|Bob is) all-in\.
(?:You pass|Bob passes)\.
(?:You pass|Bob passes)\.
The cards are shown\.
"""
TIE = r"A tie: the pot is split, 1,000 each\.\n"
END = r"(You win|Bob wins) 2,000\.\n\1 the match\."


@pytest.fixture
def listeners(person: Callable[..., Person]) -> tuple[Listener, Listener]:
    """Alice and Bob at a table for a friend; Alice hears the match from its beginning."""
    alice, bob = person(web=0), person(web=1)
    ears = Listener(alice.page), Listener(bob.page)
    link = alice.open_for_a_friend("Alice")
    bob.page.goto(urlsplit(link).path)
    bob.page.get_by_label("Your name at the table").fill("Bob")
    bob.page.get_by_role("button", name="Sit down and play").click()
    return ears


def answer(ear: Listener) -> None:
    """All-in and call, and no card: the shortest way to an end."""
    question = ear.question()
    if question is None:
        return
    if question == "Your turn: check or bet.":
        ear.answer(r"^All-in 950$", r"^Bet 950$")
    elif question == "Your turn: 950 to call.":
        ear.answer(r"^Call 950$")
    else:
        assert question in ("Your turn: hit or pass.", "Your turn: you can only pass.")
        ear.answer(r"^Pass$")


def test_match_is_played_by_ear(listeners: tuple[Listener, Listener]) -> None:
    alice, bob = listeners
    end = time.monotonic() + LONGEST_S
    while not all(any("the match." in line for line in ear.told()) for ear in listeners):
        assert time.monotonic() < end, alice.told()[-5:]
        for ear in listeners:
            answer(ear)
        alice.page.wait_for_timeout(50)

    # Everything, in order, each sentence once: hands that were tied, and the one that ended it.
    said = "\n".join(line for line in alice.told() if not COMING_AND_GOING.fullmatch(line))
    match = said[said.index("Hand 1.") :]
    assert re.fullmatch(f"(?:{HAND}{TIE})*{HAND}{END}", match), match
    # Both heard the same result, each in their own words.
    winner = match.rpartition("\n")[2]
    assert (
        bob.told()[-1]
        == {
            "You win the match.": "Alice wins the match.",
            "Bob wins the match.": "You win the match.",
        }[winner]
    )
    # What came with one push was said as one: the hand, its antes, its cards.
    (first,) = [batch for batch in alice.batches() if any(line.startswith("Hand 1.") for line in batch)]
    assert sum("dealt" in line for line in first) == 4
    # Hidden cards of the other are named when they are shown, and by a key.
    alice.page.keyboard.press("Escape")
    assert alice.reads_out("d", rf"Your cards: {CARD}, {CARD}\. Total {TOTAL}\.")
    assert alice.reads_out("o", rf"Bob: {CARD}, {CARD}\. Shown: {TOTAL}\.")
    assert alice.reads_out("e", rf".*{winner}")
    # The next table waits for the other.
    alice.page.get_by_role("button", name="Play again").click()
    alice.page.get_by_role("heading", name="Waiting for your opponent").wait_for()
