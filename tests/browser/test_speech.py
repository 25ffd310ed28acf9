"""What the live regions are given: new lines in order, as one when they come together, the same twice."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.at_table import Person
from tests.browser.by_ear import Listener
from tests.browser.table_states import still_page

LISTEN = """id => {
  window[id] = [];
  new MutationObserver(changes => {
    for (const change of changes) for (const node of change.addedNodes) window[id].push(node.textContent);
  }).observe(document.getElementById(id), {childList: true});
}"""


def heard(guest: Person, region: str) -> list[str]:
    lines: list[str] = guest.page.evaluate("id => window[id]", region)
    return lines


def listen(guest: Person) -> None:
    for region in ("live-polite", "live-urgent"):
        guest.page.evaluate(LISTEN, region)


def test_regions_are_empty_at_load_and_stay_the_same_nodes(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    nodes = [
        guest.page.locator(f"#{region}").element_handle() for region in ("live-polite", "live-urgent", "link")
    ]
    guest.page.reload()
    assert guest.page.locator("#live-polite").inner_text() == ""
    nodes = [
        guest.page.locator(f"#{region}").element_handle() for region in ("live-polite", "live-urgent", "link")
    ]
    guest.wait_to_be_asked()
    guest.play_on()
    assert all(node.evaluate("node => node.isConnected") for node in nodes)
    assert guest.page.locator("#table [aria-live], #table [role=status], #table [role=alert]").count() == 0


def test_what_happens_is_said_line_by_line_and_then_whose_turn_it_is(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    listen(guest)
    last = int(guest.table["line"])
    guest.play_on()
    guest.wait_to_be_asked()
    new = guest.log[last:]
    guest.page.wait_for_function(
        "lines => JSON.stringify(window['live-polite'].slice(-lines.length)) === JSON.stringify(lines)",
        arg=new,
    )
    turn = guest.table.get("turn")
    if turn:
        guest.page.wait_for_function("turn => window['live-urgent'].at(-1) === turn", arg=turn)


def test_same_sentence_twice_is_said_twice(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    listen(guest)
    guest.page.locator("#table").focus()
    for times in (1, 2):
        guest.page.keyboard.press("d")
        guest.page.wait_for_function(
            "n => window['live-polite'].filter(line => line.startsWith('Your cards: ')).length === n",
            arg=times,
        )
    assert len({line for line in heard(guest, "live-polite") if line.startswith("Your cards: ")}) == 1


def test_clock_is_told_when_asked_and_not_every_second(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise(clock=1)
    guest.wait_to_be_asked()
    listen(guest)
    guest.page.wait_for_function(
        "() => document.querySelector('#clock-turn .clock-text').textContent === '0:27'"
    )
    assert [
        line for line in heard(guest, "live-polite") + heard(guest, "live-urgent") if "left" in line
    ] == []
    guest.page.locator("#table").focus()
    guest.page.keyboard.press("t")
    guest.page.wait_for_function(
        "() => window['live-polite'].some(line => /^Time left to decide: 2\\d seconds\\.$/.test(line))"
    )


def test_what_comes_within_a_moment_is_read_as_one(person: Callable[..., Person]) -> None:
    guest = person()
    ear = Listener(guest.page)
    still_page(guest)
    guest.page.evaluate("async () => (await import('/static/js/table/page.js')).say('Ready.')")
    ear.wait_for(r"^Ready\.$")  # whatever else there was to say has been said
    guest.page.evaluate(
        """async () => {
          const {say} = await import('/static/js/table/page.js');
          say('One.');
          setTimeout(() => say('Two.', 'Three.'), 100);
          setTimeout(() => say('Four.'), 1_500);
        }"""
    )
    ear.wait_for(r"^Four\.$")
    batches = [batch for batch in ear.batches() if "One." in batch or "Four." in batch]
    assert batches == [["One.", "Two.", "Three."], ["Four."]]
