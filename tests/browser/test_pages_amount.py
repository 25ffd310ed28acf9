"""The field for a bet: filled by its buttons, kept while others act, and never sent with a wrong amount."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.at_table import LOCK_MS, Person
from tests.browser.test_pages_two_players import seated


def amount(page: Page) -> str:
    return page.locator("#amount").input_value()


def bettor(person: Callable[..., Person]) -> Person:
    """A guest in practice who may bet."""
    guest = person()
    guest.practise()
    guest.play_until_offered("bet", "raise")
    guest.page.wait_for_timeout(LOCK_MS + 20)
    return guest


def test_presets_and_steps_fill_the_field_and_bet_nothing(person: Callable[..., Person]) -> None:
    guest = bettor(person)
    before = guest.table
    low, high = (
        int(guest.page.locator("#amount").get_attribute(f"data-{end}") or "") for end in ("low", "high")
    )
    assert amount(guest.page) == str(low)
    guest.page.locator(".preset").last.click()
    assert amount(guest.page) == str(high)
    guest.page.get_by_role("button", name="10 less").click()
    assert amount(guest.page) == str(high - 10)
    guest.page.locator(".preset").first.click()
    guest.page.get_by_role("button", name="10 less").click()
    assert amount(guest.page) == str(low)
    guest.page.get_by_role("button", name="10 more").click()
    button = guest.page.locator("#actions .is-sized .big [data-label]")
    assert button.inner_text() in (f"Bet {low + 10}", f"Raise to {low + 10}")
    assert guest.table == before


def test_keys_in_the_field_change_the_amount(person: Callable[..., Person]) -> None:
    guest = bettor(person)
    low, high = (
        int(guest.page.locator("#amount").get_attribute(f"data-{end}") or "") for end in ("low", "high")
    )
    guest.page.locator("#amount").focus()
    for key, expected in (
        ("ArrowUp", low + 10),
        ("PageUp", low + 60),
        ("End", high),
        ("ArrowDown", high - 10),
        ("Home", low),
    ):
        guest.page.keyboard.press(key)
        assert amount(guest.page) == str(expected)


def test_amount_out_of_bounds_is_explained_and_set_right_before_anything_is_sent(
    person: Callable[..., Person],
) -> None:
    guest = bettor(person)
    before = guest.table
    high = guest.page.locator("#amount").get_attribute("data-high")
    guest.page.locator("#amount").fill("99999")
    guest.page.keyboard.press("Enter")
    assert amount(guest.page) == high
    expect(guest.page.locator("#link")).to_contain_text("The most is")
    guest.page.locator("#amount").fill("3")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#link")).to_contain_text("The least is")
    guest.page.locator("#amount").fill("ten")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#link")).to_have_text("Enter a whole number of chips.")
    assert guest.table["token"] == before["token"]
    guest.page.keyboard.press("Enter")
    guest.wait_for_another_question(before)
    assert any(line.startswith(("You bet", "You raise")) for line in guest.log)


def test_half_typed_amount_focus_and_caret_survive_what_others_do(person: Callable[..., Person]) -> None:
    alice, bob = seated(person)
    turn, other = (alice, bob) if "token" in alice.table else (bob, alice)
    turn.wait_to_be_asked()
    turn.page.locator("#amount").click()
    turn.page.keyboard.press("Control+a")
    turn.page.keyboard.type("123")
    turn.page.keyboard.press("ArrowLeft")
    node = turn.page.locator("#amount").element_handle()
    other.page.reload()
    name = "Bob" if turn is alice else "Alice"
    expect(turn.page.locator("#log > li").last).to_have_text(f"{name} is back.")
    turn.wait_to_be_asked()
    turn.page.keyboard.type("9")
    assert amount(turn.page) == "1293"
    assert node.evaluate("node => node.isConnected && node === document.activeElement")
