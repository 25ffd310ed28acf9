"""The leaderboard in a browser: axe, themes, a phone's width, the keyboard. With rows and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import pytest

from tests.browser.at_table import SIZES, Person
from tests.browser.test_pages_access import RULES, violations
from tests.support.stack import Stack

Scheme = Literal["light", "dark"]
PLAYERS = ("Zacharias the Unstoppable", "Zoë", "Zed")
ADD_PLAYER = """
INSERT INTO players_user (username, display_name, public_id, password, email, first_name, last_name, is_superuser,
    is_staff, is_active, is_guest, is_demo, date_joined, last_active_at, theme, four_colour, faces, motion, sound,
    volume, speech, voice, table_keys, keys_on, language, currency_order)
VALUES (%s, %s, %s, '', '', '', '', false, false, true, false, false, now(), now(), 'system', true,
    'index', 'system', 'all', 60, 'normal', false, '{}', true, '', '[]') RETURNING id
"""
ADD_HANDS = """
INSERT INTO leaderboard_rankedhand (hand, player_hand, player_id, ended_at, score, counted, void_reason, voided_by)
SELECT %s || n, 0, %s, now() - n * interval '7 hours', 1000000 * (n %% 3), true, '', ''
FROM generate_series(1, %s) n RETURNING id
"""
ADD_STANDING = """
INSERT INTO leaderboard_standing (player_id, hands, score, ranked)
SELECT player_id, count(*), sum(score), true FROM leaderboard_rankedhand WHERE player_id = %s GROUP BY player_id
RETURNING hands
"""
LOOKS: tuple[tuple[str, Scheme], ...] = (("desktop", "light"), ("phone", "dark"))


@pytest.fixture
def board(site: Stack) -> Iterator[Callable[[], str]]:
    """Puts three players on the board of the running site and returns the public id of the first; takes them off."""

    def fill() -> str:
        for n, name in enumerate(PLAYERS):
            public_id = f"ply_board{n}"
            ((player,),) = site.query(ADD_PLAYER, public_id, name, public_id)
            site.query(ADD_HANDS, public_id, player, (101, 30, 30)[n])
            site.query(ADD_STANDING, player)
        return "ply_board0"

    yield fill
    site.query("DELETE FROM leaderboard_standing")
    site.query("DELETE FROM leaderboard_rankedhand")
    site.query("DELETE FROM players_user WHERE username LIKE 'ply_board%'")


def looks_right(guest: Person, address: str, size: str, scheme: Scheme) -> None:
    """All rules at the desktop in light; elsewhere what a theme or a width can change."""
    width, height = SIZES[size]
    guest.page.set_viewport_size({"width": width, "height": height})
    guest.page.emulate_media(color_scheme=scheme)
    guest.page.goto(address)
    rules = RULES if (size, scheme) == ("desktop", "light") else ["color-contrast", "target-size"]
    assert violations(guest.page, rules) == [], (address, size, scheme)
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, size)


def test_board_breaks_no_rule_of_axe_and_is_used_by_keyboard(
    board: Callable[[], str], person: Callable[..., Person]
) -> None:
    guest = person(bypass_csp=True, reduced_motion="reduce")  # axe is put in by script
    looks_right(guest, "/leaderboard/", "desktop", "light")
    first = board()
    for address in ("/leaderboard/?name=z", "/leaderboard/rookie/", f"/leaderboard/players/{first}/"):
        for size, scheme in LOOKS:
            looks_right(guest, address, size, scheme)
    guest.page.goto("/leaderboard/")
    guest.page.get_by_role("searchbox").focus()
    guest.page.keyboard.type("zach")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_url("**/leaderboard/?name=zach")
    guest.page.locator(".board-found a").focus()
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_url(f"**/players/{first}/")
