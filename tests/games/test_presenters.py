"""The drawn table: what a viewer reads and may press. Nothing here touches a database, so neither does drawing.

Alice has 16 (nine of clubs open, seven of hearts), Bob 18 (ten of diamonds open, eight of spades) and the first
button; whoever hits draws the nine of clubs.
"""

from __future__ import annotations

import random
import re
from typing import get_args

import pytest

from games import presenters
from games.rules import actions
from games.rules.actions import Bet, Call, Raise
from games.rules.cards import parse
from games.rules.catalog import GAMES
from players.keys import TABLE_KEYS
from tests.games.drawing import (
    INVITATION,
    attribute,
    draw,
    facts_of,
    log_of,
    said_last,
    shoe_with,
    texts,
)
from tests.rules.generic.keys import KEYS
from tests.rules.tables import ALICE, BOB, FRESH_SEED, SECOND, GivenDeals, MixedShoe, Table

BOBS_HIDDEN_CARD = 3
"""Position in the shoe: Alice, Bob, Alice, Bob."""
HIDDEN_NAME = "eight of spades"


def dealt() -> Table:
    return Table().start()


def kinds_offered(html: str) -> list[str]:
    return re.findall(r'name="kind" value="(\w+)"', html)


# --- what is said -----------------------------------------------------------------------------------------


def test_own_hit_names_the_card_and_the_total_to_its_owner_alone() -> None:
    table = dealt().play("Alice check, Bob check, Bob hit")
    assert said_last(draw(table.state, BOB)) == "You draw the nine of clubs. Total 27."
    assert said_last(draw(table.state, ALICE)) == "Bob takes a card."
    assert said_last(draw(table.state, None)) == "Bob takes a card."


def test_deal_is_told_card_by_card_as_each_viewer_sees_it() -> None:
    dealt_lines = list(log_of(draw(dealt().state, ALICE)).values())[-4:]
    assert dealt_lines == [
        "You are dealt the nine of clubs.",
        "Bob is dealt the ten of diamonds.",
        "You are dealt the seven of hearts. Total 16.",
        "Bob is dealt a hidden card.",
    ]


def test_bets_are_told_to_the_player_in_the_second_person() -> None:
    table = dealt().play("Alice bet 40").act(BOB, Raise(120)).act(ALICE, Call())
    assert list(log_of(draw(table.state, ALICE)).values())[-3:] == [
        "You bet 40.",
        "Bob raises to 120.",
        "You call 80.",
    ]
    assert said_last(draw(table.state, BOB)) == "Alice calls 80."


def test_decision_of_the_clock_is_told_as_such() -> None:
    table = dealt().at(30 * SECOND).tick()
    assert said_last(draw(table.state, BOB)) == "Alice checks. Time had run out."


def test_lines_carry_the_numbers_of_the_log() -> None:
    state = dealt().play("Alice check").state
    lines = log_of(draw(state, ALICE))
    assert max(lines) == state.logged
    assert attribute(draw(state, ALICE), "data-line") == str(state.logged)


def test_push_carries_the_last_twenty_lines_and_a_new_page_all_that_are_kept() -> None:
    table = dealt()
    while table.state.logged < 60:
        table.fold_out().skip(ALICE).skip(BOB)
    assert len(log_of(draw(table.state, ALICE))) == 20
    shown = table.seen_by(ALICE)
    assert len(presenters.log_lines(shown, facts_of(), "en")) == len(shown.log)


def test_cards_of_an_earlier_hand_are_not_named_by_the_cards_of_this_one() -> None:
    table = dealt().play("Alice check, Bob check, Bob hit, Alice pass").fold_out().skip(ALICE).skip(BOB)
    assert "Bob takes a card." in log_of(draw(table.state, ALICE)).values()
    assert "You take a card." in log_of(draw(table.state, BOB)).values()


def cues_of(html: str) -> dict[int, str]:
    return {int(n): cue for n, cue in re.findall(r'<li data-line="(\d+)" data-cue="(\w+)"', html)}


def test_lines_carry_the_sound_each_viewer_hears_with_them() -> None:
    table = dealt()
    first = table.state.logged
    # The hand's line has none; then two antes and four cards.
    assert list(cues_of(draw(table.state, ALICE)).values()) == ["chips"] * 2 + ["deal"] * 4
    table.play("Alice bet 50, Bob fold")
    heard = {viewer: cues_of(draw(table.state, viewer)) for viewer in (ALICE, BOB, None)}
    after = [{n: cue for n, cue in cues.items() if n > first} for cues in heard.values()]
    bet, won = first + 1, first + 3  # a fold makes no sound
    assert after == [{bet: "chips", won: "win"}, {bet: "chips", won: "lose"}, {bet: "chips", won: "chips"}]


# --- what a key reads out ------------------------------------------------------------------------------------


def readouts_of(html: str) -> dict[str, str]:
    return dict(re.findall(r'<li data-key="(\w+)">([^<]*)</li>', html))


def test_everything_that_is_seen_can_be_read_out() -> None:
    # 50 each in the pot, then Alice's bet of 40: 910 of her 1,000 chips are left.
    html = draw(dealt().play("Alice bet 40").state, BOB)
    assert readouts_of(html) == {
        "own": "Your cards: ten of diamonds, eight of spades. Total 18.",
        "opponent": "Alice: nine of clubs, 1 hidden card. Shown: 9.",
        "pot": "Pot 140. Alice has bet 40. 40 to call.",
        "stacks": "You have 950. Alice has 910.",
        "level": "Ante 50. It rises to 100 in %s.",
    }


def test_ante_that_stands_still_is_read_out_without_a_time() -> None:
    html = draw(dealt().at(5 * SECOND).lose(BOB).state, ALICE)
    assert readouts_of(html)["level"] == "Ante 50. The next is 100."


def test_names_of_keys_are_names_of_the_map() -> None:
    names = {key.name for key in TABLE_KEYS}
    html = draw(dealt().play("Alice bet 40").state, BOB) + draw(dealt().play_out().state, ALICE)
    used = set(re.findall(r'data-key="(\w+)"', html))
    assert {"fold", "call", "bet", "next", "own", "level"} <= used <= names


def test_last_hand_that_is_over_is_known_by_its_number() -> None:
    table = dealt()
    assert attribute(draw(table.state, ALICE), "data-hand") == "0"
    assert attribute(draw(table.play_out().state, ALICE), "data-hand") == "1"
    assert attribute(draw(table.skips().state, ALICE), "data-hand") == "1"


# --- what is kept secret -----------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [ALICE, None])
def test_hidden_card_leaves_no_trace_in_the_html(viewer: int | None) -> None:
    table = dealt()
    html = draw(table.state, viewer)
    assert HIDDEN_NAME not in html
    assert f'data-card="{BOBS_HIDDEN_CARD}.' not in html
    assert HIDDEN_NAME in draw(table.state, BOB)


@pytest.mark.parametrize("viewer", [ALICE, None])
@pytest.mark.parametrize("play", ["Alice check", "Alice check, Bob check, Bob hit", "Alice bet 50, Bob fold"])
def test_html_is_the_same_whatever_a_hidden_card_is(viewer: int | None, play: str) -> None:
    as_dealt = draw(dealt().play(play).state, viewer)
    other = Table(GivenDeals(shoe_with(BOBS_HIDDEN_CARD, parse("2h")))).start().play(play)
    assert draw(other.state, viewer) == as_dealt


def test_that_a_seat_cannot_hit_shows_to_nobody_else() -> None:
    with_21 = (
        Table(GivenDeals(shoe_with(BOBS_HIDDEN_CARD, parse("Ah")))).start().play("Alice check, Bob check")
    )
    assert kinds_offered(draw(with_21.state, BOB)) == ["pass"]
    assert draw(with_21.state, ALICE) == draw(dealt().play("Alice check, Bob check").state, ALICE)


def test_showdown_names_the_cards_and_a_fold_does_not() -> None:
    shown = draw(dealt().play_out().state, ALICE)
    assert HIDDEN_NAME in shown
    assert "Showdown" in texts(shown)
    folded = draw(dealt().play("Alice bet 50, Bob fold").state, ALICE)
    assert HIDDEN_NAME not in folded
    assert "Bob folds. You win 150." in texts(folded)


# --- what can be pressed -----------------------------------------------------------------------------------


def test_bar_offers_what_is_legal_in_its_fixed_places() -> None:
    table = dealt()
    html = draw(table.state, ALICE)
    assert kinds_offered(html) == ["check", "bet"]
    assert 'id="act-passive"' in html
    assert 'id="act-active"' in html
    facing = draw(table.play("Alice bet 40").state, BOB)
    assert re.findall(r'id="act-(\w+)"', facing) == ["fold", "passive", "active"]
    assert "Call 40" in texts(facing)


def test_only_the_one_who_is_asked_has_buttons_and_a_token() -> None:
    state = dealt().state
    assert attribute(draw(state, ALICE), "data-token") == "1.1.0.1"
    for viewer in (BOB, None):
        html = draw(state, viewer)
        assert "<form" not in html
        assert attribute(html, "data-token") is None
    assert "Alice is thinking." in texts(draw(state, BOB))


def test_presets_fill_in_totals_of_this_betting_round() -> None:
    html = draw(dealt().play("Alice bet 100").state, BOB)
    # Pot 200, 100 to call: half the pot after the call is 150 on top, the whole 300. 950 chips are behind.
    assert re.findall(r'data-fill="(\d+)"', html) == ["110", "250", "400", "950"]


def test_presets_stay_within_the_bounds() -> None:
    html = draw(dealt().act(ALICE, Bet(700)).state, BOB)
    assert re.findall(r'data-low="(\d+)" data-high="(\d+)"', html) == [("710", "950")]
    assert re.findall(r'data-fill="(\d+)"', html) == ["710", "950", "950", "950"]


def test_clock_of_a_decision_is_sent_as_the_time_it_runs_out() -> None:
    table = dealt()
    due = next(prompt.due for prompt in table.state.prompts)
    assert f'data-due="{due}" data-full="30000"' in draw(table.state, ALICE)


def test_table_without_clock_shows_none() -> None:
    table = Table().start(mode="practice", clock=0)
    html = draw(table.state, ALICE, facts_of(mode="practice"))
    assert "clock turn" not in html


def test_nobody_acts_at_a_paused_table() -> None:
    table = dealt().at(5 * SECOND).lose(BOB)
    html = draw(table.state, ALICE)
    # The bar stays as it was, closed: the page opens it only at a table that is not paused.
    assert '<fieldset id="actions" class="actions" disabled>' in html
    assert attribute(html, "data-paused") == ""
    assert attribute(html, "data-token") == "1.1.0.1"
    assert "Paused: Bob is away. All clocks stand." in texts(html)
    assert "clock turn" not in html
    # 60 s of budget, from 5 s after the deal on; START of these tests is 100 s.
    assert re.findall(r'id="clock-([\w-]+)" class="clock \w+" data-due="165000"', html) == ["away-1", "back"]


def test_nobody_acts_at_a_halted_table() -> None:
    html = draw(dealt().state, ALICE, halted=True)
    assert "<form" not in html
    assert "This table is halted after a fault." in texts(html)
    # All clocks stand, so none is shown; the one whose turn it was is not hurried.
    away = draw(dealt().at(5 * SECOND).lose(BOB).state, ALICE, halted=True)
    for shown in (html, away):
        assert "data-due" not in shown
        assert "is-acting" not in shown


def test_result_stands_until_everybody_is_ready() -> None:
    table = dealt().play_out()
    assert 'value="skip"' in draw(table.state, ALICE)
    after = draw(table.skip(ALICE).state, ALICE)
    assert 'value="skip"' not in after
    assert "Waiting for the other player." in texts(after)


def test_match_that_is_over_says_who_won_and_offers_nothing() -> None:
    table = dealt().give_up(BOB)
    for viewer, words in (
        (ALICE, "Bob gives up the match. You win the match."),
        (None, "Alice wins the match."),
    ):
        html = draw(table.state, viewer)
        assert words in texts(html)
        assert "<form" not in html


# --- form --------------------------------------------------------------------------------------------------


def test_pushed_html_knows_nobodys_preferences() -> None:
    html = draw(dealt().state, ALICE)
    assert not re.search(r"aria-keyshortcuts|<kbd|faces-|sound-|keys-off|deck-|theme-", html)


def test_seats_show_what_they_did_last() -> None:
    html = draw(dealt().play("Alice bet 50, Bob fold").state, ALICE)
    assert re.findall(r'<p class="said">\s*([^<]*?)\s*</p>', html) == ["Folds", "Wins 150"]


def test_names_are_escaped_everywhere() -> None:
    facts = facts_of(names=('<img src=x onerror="x()">', "Bob & <i>Co</i>"))
    html = draw(dealt().play("Alice bet 40").state, BOB, facts)
    assert "<img" not in html
    assert "<i>" not in html
    assert "Bob &amp; &lt;i&gt;Co&lt;/i&gt;" in html


def test_pushed_html_needs_neither_inline_script_nor_style() -> None:
    html = draw(dealt().state, ALICE)
    assert not re.search(r"\son\w+=|\sstyle=|<script|<style|javascript:", html)


def test_ids_are_unique() -> None:
    for viewer in (ALICE, BOB, None):
        ids = re.findall(r'\bid="([^"]+)"', draw(dealt().play("Alice bet 40").state, viewer))
        assert len(ids) == len(set(ids))


def test_own_seat_lies_below_and_a_watcher_sees_seat_0_there() -> None:
    state = dealt().state
    order = r'id="seat-(\d)" class="seat (far|near)'
    assert re.findall(order, draw(state, BOB)) == [("0", "far"), ("1", "near")]
    assert re.findall(order, draw(state, None)) == [("1", "far"), ("0", "near")]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("dice", range(4))
def test_every_game_can_be_drawn_at_every_moment(key: str, dice: int) -> None:
    game = GAMES[key]
    mode = "free" if "free" in game.modes else "practice"
    table = Table(GivenDeals(MixedShoe(f"{key}/{dice}", game.hand.shoe.decks))).start(key, mode=mode)
    chosen = random.Random(dice)
    facts = facts_of(key, names=("Alice", "Bob", "Charlie")[: game.max_seats])
    for _ in range(60):
        for viewer in (None, *range(game.max_seats)):
            html = draw(table.state, viewer, facts)
            assert attribute(html, "data-phase") == table.state.phase
        if not table.asked():
            break
        seat = chosen.choice(table.asked())
        prompt = table.seen_by(seat).prompt
        assert prompt is not None
        offer = chosen.choice(prompt.legal)
        deals = prompt.source == "format" and offer.kind == "bet"
        table.act(seat, _action(offer.kind, offer.low), FRESH_SEED if deals else "")
        if game.asks_after_result and table.state.phase == "between" and not table.asked():
            table.at(table.next_due() or 0).tick()


def _action(kind: str, low: int) -> actions.Action:
    made = {cls.__struct_config__.tag: cls for cls in get_args(actions.Action)}[kind]
    action: actions.Action = made(low) if kind in ("bet", "raise") else made()
    return action


# --- waiting -----------------------------------------------------------------------------------------------


def test_invitation_is_shown_to_those_who_sit_there_alone() -> None:
    facts = facts_of(status="open", private=True, names=("Alice",))
    seated = presenters.render_waiting(facts, seat=0, version=0, language="en")
    assert f"/i/{INVITATION}/" in seated
    assert attribute(seated, "data-phase") == "waiting"
    watching = presenters.render_waiting(
        facts, seat=None, version=0, language="en", invitation_url="http://x/secret"
    )
    assert INVITATION not in watching
    assert "secret" not in watching


def test_table_closed_before_it_began_says_so() -> None:
    html = presenters.render_waiting(
        facts_of(status="closed", names=("Alice",)), seat=0, version=0, language="en"
    )
    assert attribute(html, "data-phase") == "closed"
    assert "This table was closed" in texts(html)


def test_rematch_invites_nobody_else() -> None:
    facts = facts_of(status="open", private=True, names=("Alice",))._replace(rematch=True)
    html = presenters.render_waiting(facts, seat=0, version=0, language="en")
    assert INVITATION not in html
    assert "Waiting for your opponent" in texts(html)
