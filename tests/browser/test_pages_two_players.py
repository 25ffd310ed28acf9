"""Two guests by an invitation link, on different web processes, and a third who watches."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.at_table import Person

MOST_ANSWERS = 40


def seated(person: Callable[..., Person], **how: str) -> tuple[Person, Person]:
    alice, bob = person(web=0), person(web=1, **how)
    link = alice.open_for_a_friend("Alice")
    bob.accept(urlsplit(link).path, "Bob")
    alice.wait_for_phase("hand")
    return alice, bob


def test_friend_comes_by_the_link_and_a_hand_is_played(person: Callable[..., Person]) -> None:
    alice, bob = seated(person, size="phone")
    for _ in range(MOST_ANSWERS):
        if alice.table["phase"] != "hand":
            break
        turn = alice if "token" in alice.table else bob
        turn.wait_to_be_asked()
        kinds = turn.kinds
        turn.press("pass" if "pass" in kinds else "call" if "call" in kinds else "check")
        other = bob if turn is alice else alice
        other.page.wait_for_function(
            "v => Number(document.getElementById('table').dataset.v) >= v", arg=int(turn.table["v"])
        )
    assert (
        "Showdown" in alice.page.locator("#middle").inner_text()
        or "Tie" in alice.page.locator("#middle").inner_text()
    )
    assert alice.page.locator(".far .back").count() == 0
    assert bob.page.locator(".far .back").count() == 0


def test_watcher_sees_only_what_is_open_to_all(person: Callable[..., Person]) -> None:
    alice, bob = person(web=0), person(web=1)
    alice.page.goto("/tables/new/?company=anyone")
    alice.page.get_by_label("Your name at the table").fill("Alice")
    alice.page.get_by_role("button", name="Open the table").click()
    alice.wait_for_phase("waiting")
    charlie = person(web=1)
    charlie.page.goto(urlsplit(alice.page.url).path)
    charlie.wait_for_phase("waiting")
    bob.page.goto("/")
    opened = urlsplit(alice.page.url).path.strip("/").rpartition("/")[2]
    bob.page.locator(f"#open-{opened}").get_by_role("link", name="Sit down").click()
    bob.page.get_by_label("Your name at the table").fill("Bob")
    bob.page.get_by_role("button", name="Sit down and play").click()
    for each in (alice, bob, charlie):
        each.wait_for_phase("hand")
    assert charlie.page.locator("#table [data-card]").count() == 2
    assert charlie.page.locator("#table .card.back").count() == 2
    assert charlie.page.locator("#table form").count() == 0
    hidden = bob.page.locator(".near .card").nth(1).get_attribute("data-card")
    assert hidden is not None
    assert f'data-card="{hidden}"' not in charlie.page.content()
    hidden_lines = sorted(line for line in charlie.log if "hidden" in line)
    assert hidden_lines == ["Alice is dealt a hidden card.", "Bob is dealt a hidden card."]


def test_player_who_leaves_the_page_pauses_the_match_and_comes_back(person: Callable[..., Person]) -> None:
    alice, bob = seated(person)
    address = bob.page.url
    bob.page.goto("/")
    alice.page.wait_for_selector("#table[data-paused]")
    expect(alice.page.locator("#bar .status")).to_have_text("Paused: Bob is away. All clocks stand.")
    expect(alice.page.locator(".far .said.away .clock-text")).to_have_text("0:59")
    bob.page.get_by_role("link", name="Play on").click()
    assert bob.page.url == address
    alice.page.wait_for_selector("#table:not([data-paused])")
    assert alice.log[-2:] == ["Bob is away.", "Bob is back."]


def test_second_page_takes_the_seat_and_the_first_says_so(person: Callable[..., Person]) -> None:
    _alice, bob = seated(person)
    first = bob.page
    second = bob.new_page()
    second.goto(first.url)
    second.wait_for_selector("#actions:enabled")
    expect(first.locator("#link")).to_contain_text("This table was opened on another page")
    expect(first.locator("#actions:disabled")).to_have_count(1)
    first.get_by_role("link", name="Play here instead").click()
    first.wait_for_selector("#actions:enabled")
    expect(second.locator("#link")).to_contain_text("This table was opened on another page")


def test_rematch_is_offered_to_the_other(person: Callable[..., Person]) -> None:
    alice, bob = seated(person)
    first = alice.log[0]
    bob.page.get_by_text("Menu").click()
    bob.page.get_by_role("button", name="Give up the match…").click()
    bob.page.get_by_role("button", name="Give up", exact=True).click()
    alice.wait_for_phase("over")
    alice.page.get_by_role("button", name="Play again").click()
    alice.wait_for_phase("waiting")
    expect(bob.page.locator("#rematch")).to_have_text("Alice would like to play again.")
    bob.page.get_by_role("button", name="Play again").click()
    bob.wait_for_phase("hand")
    alice.wait_for_phase("hand")
    # Who had the first button does not have it again.
    assert {first, alice.log[0]} == {"Hand 1. You have the button.", "Hand 1. Bob has the button."}
