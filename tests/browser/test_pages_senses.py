"""What a player hears, sees and is told besides the table itself; and what the page costs before the first card."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Response, expect

from tests.browser.at_table import LOCK_MS, Person
from tests.browser.by_ear import Listener
from tests.browser.test_pages_connection import Line

RECORD = """() => {
  window.contexts = 0;
  window.sounds = [];
  window.AudioContext = class extends AudioContext {
    constructor(...how) { super(...how); contexts += 1; }
  };
  const {start} = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    sounds.push(this.frequency ? Math.round(this.frequency.value) : 'noise');
    return start.apply(this, when);
  };
}"""
"""Notes what the browser is asked to play: pitches of tones, and noise."""
BELLS = {659, 1820, 880, 2429}
"""E and A with their overtones: it is your turn."""
CLICK = 1047
"""The clock runs out."""
MOST_REQUESTS = 12
MOST_BYTES = 150_000


def hearing(person: Callable[..., Person]) -> Person:
    guest = person()
    guest.page.add_init_script(f"({RECORD})()")
    return guest


def to_the_next_question(guest: Person) -> None:
    guest.page.wait_for_timeout(LOCK_MS + 20)
    guest.press("call" if "call" in guest.kinds else "check")
    guest.wait_to_be_asked()


def test_nothing_sounds_before_a_gesture_and_then_the_turn_does(person: Callable[..., Person]) -> None:
    guest = hearing(person)
    guest.practise()
    guest.wait_to_be_asked()
    assert guest.page.evaluate("[contexts, sounds.length]") == [0, 0]
    guest.page.locator(".middle").click()
    guest.page.wait_for_function("() => contexts === 1")
    to_the_next_question(guest)
    guest.page.wait_for_function("() => sounds.includes(659)")


def test_only_turn_and_clock_sound_for_who_wants_no_more(person: Callable[..., Person]) -> None:
    guest = hearing(person)
    guest.practise()
    guest.wait_to_be_asked()
    guest.page.evaluate("document.documentElement.classList.replace('sound-all', 'sound-essential')")
    guest.page.locator(".middle").click()
    guest.page.wait_for_function("() => contexts === 1")
    to_the_next_question(guest)
    guest.page.wait_for_function("() => sounds.includes(659)")
    assert set(guest.page.evaluate("sounds")) <= BELLS


def test_who_wants_no_sound_does_not_even_load_it(person: Callable[..., Person]) -> None:
    guest = hearing(person)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.practise()
    address = guest.page.url
    guest.page.goto("/preferences/")
    guest.page.get_by_label("Off", exact=True).check()
    guest.page.get_by_role("button", name="Save").click()
    guest.page.goto(address)
    guest.wait_to_be_asked()
    guest.page.locator(".middle").click()
    to_the_next_question(guest)
    assert guest.page.evaluate("contexts") == 0
    assert [url for url in asked if "sounds" in url] == []


def test_last_five_seconds_are_seen_heard_and_said_once(person: Callable[..., Person]) -> None:
    guest = hearing(person)
    ear, line = Listener(guest.page), Line(guest)
    guest.practise(clock=4)
    guest.wait_to_be_asked()
    guest.page.locator(".middle").click()
    guest.page.wait_for_function("() => contexts === 1")
    clock = guest.page.locator("#clock-turn")
    expect(clock.locator(".clock-text")).to_have_text(re.compile(r"^[0-2]:\d\d$"))
    # By the server's time 4.9 s are left.
    line.route.send(json.dumps({"tick": int(clock.get_attribute("data-due") or "") - 4_900}))
    expect(clock.locator(".clock-text")).to_have_text(re.compile(r"^[1-5] s left$"))
    expect(clock).to_have_css("background-color", "rgb(161, 29, 29)")
    assert re.fullmatch(r"Hurry: [2-5] seconds left to decide\.", ear.wait_for("Hurry", "alert"))
    guest.page.wait_for_function(f"() => sounds.filter(pitch => pitch === {CLICK}).length >= 2")
    assert len([told for told in ear.told("alert") if told.startswith("Hurry")]) == 1


def test_turn_is_on_the_tab_and_on_its_icon_while_one_looks_elsewhere(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    assert guest.page.title().startswith("● Your turn: ")
    icon = guest.page.locator("link[rel=icon]")
    plain = icon.get_attribute("href")
    guest.page.evaluate(
        """() => {
          window.badges = [];
          navigator.setAppBadge = async number => { badges.push(number); };
          navigator.clearAppBadge = async () => { badges.push(0); };
          document.hasFocus = () => false;
          window.dispatchEvent(new Event('blur'));
        }"""
    )
    expect(icon).to_have_attribute("href", re.compile("favicon-turn"))
    guest.page.evaluate("document.hasFocus = () => true; window.dispatchEvent(new Event('focus'))")
    expect(icon).to_have_attribute("href", plain or "")
    assert guest.page.evaluate("badges") == [1, 0]


def test_everything_that_is_seen_is_read_out_by_a_key(person: Callable[..., Person]) -> None:
    guest = person()
    ear = Listener(guest.page)
    guest.practise(clock=4)
    guest.wait_to_be_asked()
    guest.page.locator("#table").focus()
    for key, expected in {
        "d": r"Your cards: .+ of .+, .+ of .+\. Total [\d/]+\.",
        "o": r"House bot: .+ of .+, 1 hidden card\. Shown: [\d/]+\.",
        "b": r"Pot [\d,]+\.( House bot has bet [\d,]+\. [\d,]+ to call\.)?",
        "s": r"You have [\d,]+\. House bot has [\d,]+\.",
        "t": r"Time left to decide: (1 minute \d+ seconds?|2 minutes|1 minute|\d+ seconds)\.",
        "a": r"Ante 50\. It rises to 100 in (\d+ minutes?)? ?(\d+ seconds?)?\.",
        "e": r"Your turn: .+\.",
    }.items():
        assert ear.reads_out(key, expected), key
    guest.page.keyboard.press("l")
    guest.page.wait_for_function(
        "last => JSON.stringify(heard.at(-1).said) === JSON.stringify(last)", arg=guest.log[-3:]
    )


def test_last_hand_is_one_press_away(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    link = guest.page.locator("#last-hand")
    expect(link).to_be_hidden()
    while guest.table["phase"] == "hand":
        guest.wait_to_be_asked()
        if "skip" not in guest.kinds:
            guest.play_on()
    expect(link).to_have_text("Hand 1, card by card")
    guest.page.goto(link.get_attribute("href") or "")
    assert urlsplit(guest.page.url).path.startswith("/hands/")
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Hand 1")


def test_table_is_there_after_few_requests_and_bytes(person: Callable[..., Person]) -> None:
    alice, stranger = person(), person()
    alice.page.goto("/tables/new/?company=anyone")
    alice.page.get_by_label("Your name at the table").fill("Alice")
    alice.page.get_by_role("button", name="Open the table").click()
    alice.wait_for_phase("waiting")
    got: list[Response] = []
    stranger.page.on("response", lambda response: got.append(response))
    stranger.page.goto(urlsplit(alice.page.url).path)
    stranger.page.wait_for_function("() => document.querySelector('[hx-ws\\\\:connect]') !== null")
    stranger.page.wait_for_load_state("networkidle")
    sizes = {each.url: each.request.sizes() for each in got}
    assert len(sizes) <= MOST_REQUESTS, sorted(sizes)
    assert sum(size["responseBodySize"] for size in sizes.values()) <= MOST_BYTES, sizes
