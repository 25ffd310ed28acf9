"""Two demo players in two browsers play for test coins; what they see afterwards adds up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Literal, get_args

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.at_table import SIZES, Person
from tests.browser.by_ear import Listener
from tests.browser.test_classic import answer
from tests.browser.test_pages_access import RULES, violations
from tests.support.stack import Stack, running_stack

STAKE = "0.00007693 TBTC"  # $5 at $65,000: 7,692.3… units, rounded up
POT = "0.00015386 TBTC"
RAKE = "0.00000153 TBTC"  # 1 %, 153.86 units, rounded down
WON = "0.00015233 TBTC"  # 99 % of the pot
Scheme = Literal["light", "dark"]
AFTER = "1.0000754 TBTC"  # one coin, less the stake, plus what was won


@pytest.fixture(scope="module")
def bank() -> Iterator[Stack]:
    """A stack of its own: the demo's players begin with the coins they were given."""
    with running_stack() as stack:
        yield stack


@pytest.fixture
def player(bank: Stack, browser: Browser) -> Iterator[Callable[..., Person]]:
    """One of the demo's players, each on a web process of the caller's choice."""
    people: list[Person] = []

    def come(name: str, *, web: int = 0, **how: Any) -> Person:
        person = Person(browser, bank.webs[web].port, **how)
        people.append(person)
        person.page.goto("/")
        person.page.locator(".demo-ribbon summary").click()
        person.page.locator(f".demo-ribbon button[value={name}]").click()
        return person

    yield come
    faults = [fault for each in people for fault in each.faults]
    for each in people:
        each.leave()
    assert faults == []


def sit_down_for_a_stake(alice: Person, bob: Person, host: str = "Alice") -> None:
    alice.page.goto("/tables/new/?company=anyone")
    alice.page.get_by_label("A stake", exact=True).check()
    alice.page.get_by_label("Stake of each player").fill("5")
    alice.page.get_by_role("button", name="Open the table").click()
    expect(alice.page.locator(".offer").first).to_contain_text(f"{STAKE} = 7,693 units")
    alice.page.get_by_role("button", name="Agree and open the table").click()
    alice.wait_for_phase("waiting")
    bob.page.goto("/")
    row = bob.page.locator(".table-row", has_text=host)
    expect(row).to_contain_text("$5.00 each")
    row.get_by_role("button", name="Sit down…").click()
    bob.page.get_by_role("button", name="Agree and sit down").click()
    for each in (alice, bob):
        each.wait_for_phase("hand")


def give_up(person: Person) -> None:
    person.page.get_by_text("Menu").click()
    person.page.get_by_role("button", name="Give up the match…").click()
    person.page.get_by_role("button", name="Give up", exact=True).click()


def test_winner_who_closed_the_tab_gets_99_percent_of_the_pot(
    bank: Stack, player: Callable[..., Person]
) -> None:
    alice, bob = player("Alice", web=0), player("Bob", web=1)
    sit_down_for_a_stake(alice, bob)
    address = alice.page.url
    alice.page.close()
    bob.page.wait_for_selector("#table[data-paused]")
    alice.page = alice.new_page()
    alice.page.goto("/wallet/")
    expect(alice.page.locator(".purse").first).to_contain_text(STAKE)
    alice.page.locator(".in-play a").click()
    assert alice.page.url == address
    bob.page.wait_for_selector("#table:not([data-paused])")
    give_up(bob)
    alice.wait_for_phase("over")
    expect(alice.page.locator("#settled")).to_contain_text(f"You won {WON}; rake {RAKE}.")
    expect(bob.page.locator("#settled")).to_contain_text(f"Your balance changed by \u2212{STAKE}.")
    alice.page.get_by_role("link", name="How it was settled").click()
    expect(alice.page.get_by_role("heading", name="Settlement")).to_be_visible()

    alice.page.goto("/wallet/")
    expect(alice.page.locator(".purse").first).to_contain_text(AFTER)
    newest = alice.page.locator(".entry").first
    expect(newest).to_contain_text("Paid out")
    expect(newest).to_contain_text(f"+{WON}")
    expect(newest.locator(".course")).to_contain_text(AFTER)
    newest.get_by_role("link").click()
    alice.page.get_by_role("link", name="How it was settled").click()
    sums = alice.page.locator(".sums tr")
    expect(sums).to_contain_text([POT, WON, RAKE, "All lines added up"])
    expect(sums.last).to_contain_text("0 TBTC")
    assert bank.query("SELECT sum(amount) FROM wallet_entry WHERE currency_id = 'TBTC'") == [(0,)]
    kept = "SELECT sum(e.amount) FROM wallet_entry e JOIN wallet_account a ON a.id = e.account_id"
    assert bank.query(f"{kept} WHERE a.kind = 'rake'") == [(153,)]


LONG = "\u22129.876543210987654321 TETH"
BROKEN_DIGITS = """text => {
  const figures = [...document.querySelectorAll('main .figure')].filter(each => each.checkVisibility());
  for (const figure of figures) figure.textContent = text;
  return figures.filter(figure => {
    const digits = document.createRange();
    digits.setStart(figure.firstChild, 0);
    digits.setEnd(figure.firstChild, text.indexOf(' '));
    return digits.getClientRects().length > 1;
  }).map(figure => figure.parentElement.textContent);
}"""
"""Where an amount would be broken in the middle, if all of them were this one."""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_no_amount_is_broken_in_the_middle_of_its_digits(player: Callable[..., Person], size: str) -> None:
    alice = player("Alice", size=size)
    for address in ("/wallet/", "/wallet/statement/"):
        alice.page.goto(address)
        assert alice.page.locator("main .figure").count() > 3
        assert alice.page.evaluate(BROKEN_DIGITS, LONG) == [], address
        assert alice.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_order_of_currencies_is_changed_by_keys_alone(player: Callable[..., Person], scripts: bool) -> None:
    """The focus stays with the currency that was moved, so that the next press moves it on."""
    alice = player("Alice", java_script_enabled=scripts)
    alice.page.goto("/wallet/")
    rows = alice.page.locator(".places-in-order li")
    expect(rows).to_contain_text(["Test Bitcoin", "Test Ether", "Test Tether"])
    alice.page.get_by_role("button", name="Test Tether up").focus()
    alice.page.keyboard.press("Enter")
    expect(rows).to_contain_text(["Test Bitcoin", "Test Tether", "Test Ether"])
    if scripts:
        expect(alice.page.get_by_role("button", name="Test Tether up")).to_be_focused()
        alice.page.keyboard.press("Enter")
        expect(rows).to_contain_text(["Test Tether", "Test Bitcoin", "Test Ether"])
        expect(alice.page.get_by_role("button", name="Test Tether down")).to_be_focused()
    alice.page.get_by_role("button", name="Back to the usual order").click()
    expect(rows).to_contain_text(["Test Bitcoin", "Test Ether", "Test Tether"])


def test_money_pages_break_no_rule_of_axe(bank: Stack, player: Callable[..., Person]) -> None:
    """All rules at the desktop in light; what a theme or a width can change besides is looked at in all four."""
    charlie = player("Charlie", bypass_csp=True, reduced_motion="reduce")  # axe is put in by script
    bob = player("Bob", web=1)
    sit_down_for_a_stake(charlie, bob, "Charlie")
    table = charlie.page.url.rstrip("/").rpartition("/")[2]
    give_up(bob)
    charlie.wait_for_phase("over")
    (hand,) = bank.query("SELECT h.public_id FROM games_hand h JOIN games_table t ON t.id = h.table_id "
                         "WHERE t.public_id = %s", table)[0]  # fmt: skip
    for address in (
        "/wallet/",
        "/wallet/statement/",
        "/matches/",
        f"/matches/{table}/",
        f"/matches/{table}/settlement/",
        f"/hands/{hand}/",
        "/tables/new/",
    ):
        for size, scheme in product(("desktop", "phone"), get_args(Scheme)):
            width, height = SIZES[size]
            charlie.page.set_viewport_size({"width": width, "height": height})
            charlie.page.emulate_media(color_scheme=scheme)
            charlie.page.goto(address)
            rules = RULES if (size, scheme) == ("desktop", "light") else ["color-contrast", "target-size"]
            assert violations(charlie.page, rules) == [], (address, size, scheme)
            assert charlie.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                address,
                size,
            )


LONGEST = "1.234567890123456789 TETH"
BROKEN = """text => {
  const figures = [...document.querySelectorAll('#stakes .figure')];
  for (const figure of figures) figure.textContent = text;
  return figures.filter(figure => figure.getClientRects().length > 1).length;
}"""
"""Amounts of the open sheet that take more than one line, if all of them were this one."""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_table_tells_what_each_stake_is_made_of(
    bank: Stack, player: Callable[..., Person], browser: Browser, size: str
) -> None:
    """To both seats and whoever watches, by a line, a sheet that stays open when the table moves on, and by ear."""
    charlie = player(
        "Charlie", size=size, bypass_csp=True, reduced_motion="reduce"
    )  # axe is put in by script
    bob = player("Bob", web=1)
    ear = Listener(charlie.page)
    sit_down_for_a_stake(charlie, bob, "Charlie")
    eve = Person(browser, bank.webs[1].port)
    eve.page.goto(charlie.page.url)
    for each in (charlie, bob, eve):
        line = each.page.get_by_role("button", name="Stakes")
        expect(line).to_contain_text("≈ $5.00 each")
        line.focus()
        each.page.keyboard.press("Enter")
        sheet = each.page.get_by_role("dialog", name="Stakes")
        expect(sheet.get_by_text(STAKE, exact=True)).to_have_count(2)
        expect(sheet).to_contain_text("= 7,693 units ≈ $5.00")
    eve.leave()
    charlie.page.keyboard.press("m")
    paid = rf"{STAKE}, about \$5\.00\."
    ear.wait_for(rf"^Stakes\. You have put in {paid} Bob has put in {paid}$")

    bob.page.keyboard.press("Escape")
    expect(bob.page.locator("#stakes")).not_to_be_visible()
    before = charlie.table["v"]
    give_up(bob)
    charlie.page.wait_for_function(
        "before => document.getElementById('table').dataset.v !== before", arg=before
    )
    expect(charlie.page.locator("#stakes")).to_be_visible()
    for scheme in get_args(Scheme):
        charlie.page.emulate_media(color_scheme=scheme)
        assert violations(charlie.page, RULES if scheme == "light" else ["color-contrast"]) == []
    assert charlie.page.evaluate(BROKEN, LONGEST) == 0
    assert charlie.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    charlie.page.get_by_role("button", name="Close").click()
    expect(charlie.page.locator("#stakes")).not_to_be_visible()


LONGEST_S = 90
WHOLE, SECOND_SLICE = 3_077, 1_539
"""$2 at $65,000, rounded up, over two hands: 1,538 and 1,539 units."""


def test_fixed_cash_game_settles_each_hand_when_it_is_over(
    bank: Stack, player: Callable[..., Person]
) -> None:
    alice, bob = player("Alice", web=0), player("Bob", web=1)
    alice.page.goto("/tables/new/?company=anyone&game=classic_fixed")
    alice.page.get_by_label("A stake", exact=True).check()
    alice.page.get_by_label("Value of a hand").fill("1")
    alice.page.get_by_label("Number of hands").select_option("2")
    alice.page.get_by_role("button", name="Open the table").click()
    expect(alice.page.locator(".offer").first).to_contain_text("3,077 units")
    alice.page.get_by_role("button", name="Agree and open the table").click()
    alice.wait_for_phase("waiting")
    table = alice.page.url.rstrip("/").rpartition("/")[2]
    bob.page.goto(f"/t/{table}/join/")
    bob.page.get_by_role("button", name="Agree and sit down").click()
    for each in (alice, bob):
        each.wait_for_phase("hand")
    assert inside(bank, table) == 2 * WHOLE
    play_until(alice, bob, lambda each: "Hand 2 of 2" in each.page.locator("#match").inner_text())
    assert inside(bank, table) == 2 * SECOND_SLICE
    wallet = alice.new_page()
    wallet.goto("/wallet/")
    expect(wallet.locator(".purse").first).to_contain_text("0.00001539 TBTC")
    play_until(alice, bob, lambda each: each.table["phase"] == "over")
    assert inside(bank, table) == 0
    for each in (alice, bob):
        each.page.get_by_role("link", name="How it was settled").click()
        for hand in ("Hand 1", "Hand 2"):
            expect(each.page.get_by_role("heading", name=hand)).to_be_visible()


def play_until(alice: Person, bob: Person, is_so: Callable[[Person], bool]) -> None:
    """Both stand and go on until both see it."""
    end = time.monotonic() + LONGEST_S
    while not (is_so(alice) and is_so(bob)):
        assert time.monotonic() < end, (alice.log[-5:], alice.table)
        for each in (alice, bob):
            answer(each)
        alice.page.wait_for_timeout(50)


def inside(bank: Stack, table: str) -> int:
    """Units in play at that table."""
    rows = bank.query(
        "SELECT coalesce(sum(b.amount), 0) FROM wallet_balance b JOIN wallet_account a ON a.id = b.account_id "
        "WHERE a.kind = 'escrow' AND a.ref LIKE %s",
        f"match:{table}/%",
    )
    return int(rows[0][0])
