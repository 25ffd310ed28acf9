"""The table of Twenty-One (Polish) as it is drawn: seats, marks, score, tiebreak, words, and what keys read out."""

from __future__ import annotations

import re

import pytest

from games import presenters
from games.rules.commands import Player
from games.rules.given import GivenChance
from games.selectors import TableFacts
from tests.games.drawing import attribute, draw, facts_of, log_of, said_last, texts
from tests.rules.hands.polish.round_of import shoe
from tests.rules.tables import ALICE, BOB, CHARLIE, DORA, NAMES, SECOND, GivenDeals, Table

KEY = "polish"
THREE = ("Jc Jd", "Qc 9c", "Kc Tc")
"""4, 12 and 14: the seed's second round."""
SECOND_ROUND = "8d Jh 7c 5c 3c"
TIED = ("Tc 9c", "Td 9d", "Th 9h", "Ts 9s")


def dealt(*hands: str, draws: str = "", first: int = ALICE) -> GivenChance:
    return GivenChance.of(" ".join(shoe(hands, draws, first)), lambda label, counter, n: first)


def table_of(*rounds: GivenChance, seats: int, **options: int) -> Table:
    people = tuple(map(Player, NAMES[:seats]))
    return Table(GivenDeals(*rounds)).start(KEY, players=people, options={"rounds": 3, **options})


def seed_round() -> Table:
    """Bob begins, so that the cards leave the shoe in his order."""
    return table_of(dealt(*THREE, draws=SECOND_ROUND, first=BOB), seats=3)


def facts(seats: int, **how: object) -> TableFacts:
    return facts_of(KEY, names=NAMES[:seats], **how)  # type: ignore[arg-type]


def drawn(table: Table, seat: int | None) -> str:
    return draw(table.state, seat, facts(len(table.state.seats)))


def station(html: str, seat: int) -> str:
    return html.partition(f'<article id="seat-{seat}"')[2].partition("</article>")[0]


def classes(html: str, seat: int) -> set[str]:
    found = re.search(rf'<article id="seat-{seat}" class="([^"]*)"', html)
    assert found is not None
    return set(found[1].split())


def readouts_of(html: str) -> dict[str, str]:
    return dict(re.findall(r'<li data-key="(\w+)">([^<]*)</li>', html))


def stand(table: Table) -> Table:
    while table.state.phase == "hand":
        table.play(f"{NAMES[table.asked()[0]]} stand")
    return table


def in_tiebreak() -> Table:
    table = table_of(*[dealt(*TIED, first=nth % 4) for nth in range(4)], seats=4)
    for _ in range(3):
        stand(table)
        for seat in range(4):
            table.skip(seat)
    return table


# --- what is hidden, and what is not ------------------------------------------------------------------------


def test_own_cards_and_total_are_shown_and_the_others_as_so_many_backs() -> None:
    html = drawn(seed_round(), ALICE)
    assert "Total: 4" in texts(station(html, ALICE))
    assert station(html, ALICE).count("data-card=") == 2
    for seat in (BOB, CHARLIE):
        assert station(html, seat).count('class="card back"') == 2
        assert "× 2" in texts(station(html, seat))
        assert "data-card" not in station(html, seat)
    assert "near" in classes(html, ALICE)
    assert html.index('id="seat-1"') < html.index('id="seat-2"') < html.index('id="seat-0"')


def test_a_watcher_sees_backs_alone() -> None:
    html = drawn(seed_round(), None)
    assert "data-card=" not in html
    assert html.count('class="card back"') == 6


def test_bust_looks_to_the_others_as_standing_does() -> None:
    """Seed: nobody is told why a seat is done."""
    bust = table_of(dealt("Tc 9c", "Td 8d", draws="8c"), seats=2).play("Alice hit, Alice stand")
    stood = table_of(dealt("Tc 9c", "Td 8d", draws="2c"), seats=2).play("Alice hit, Alice stand")
    for viewer in (BOB, None):
        assert drawn(bust, viewer) == drawn(stood, viewer)
    assert "Bust" in texts(station(drawn(bust, ALICE), ALICE))
    assert {"is-done"} <= classes(drawn(bust, BOB), ALICE)


def test_who_is_bust_can_only_say_that_he_is_done() -> None:
    html = drawn(table_of(dealt("Tc 9c", "Td 8d", draws="8c"), seats=2).play("Alice hit"), ALICE)
    assert re.findall(r'name="kind" value="(\w+)"', html) == ["stand"]
    assert "the others are not told why" in texts(html)


# --- a round in words ---------------------------------------------------------------------------------------


def test_round_is_told_from_the_first_card_to_the_point() -> None:
    table = seed_round().play("Bob hit, Bob stand, Charlie hit, Charlie stand")
    table.play("Alice hit, Alice hit, Alice hit")
    assert list(log_of(drawn(table, ALICE)).values()) == [
        "Round 1. Bob begins.",
        "Bob is dealt a hidden card.",
        "Charlie is dealt a hidden card.",
        "You are dealt the jack of clubs.",
        "Bob is dealt a hidden card.",
        "Charlie is dealt a hidden card.",
        "You are dealt the jack of diamonds.",
        "Bob takes a card.",
        "Bob is done.",
        "Charlie takes a card.",
        "Charlie is done.",
        "You draw the seven of clubs.",
        "You draw the five of clubs.",
        "You draw the three of clubs. Total 19.",
    ]
    html = drawn(table.play("Alice stand"), ALICE)
    assert list(log_of(html).values())[-3:] == [
        "You are done.",
        "The cards are shown.",
        "Bob wins the round with 20.",
    ]
    assert "Bob takes the eight of diamonds." in log_of(html).values(), "now that it is shown"
    assert "Point for Bob" in texts(html)
    assert [texts(station(html, seat)).count("Total:") for seat in (ALICE, BOB, CHARLIE)] == [1, 1, 1]
    assert "is-winner" in classes(html, BOB)
    assert {"is-loser"} <= classes(html, ALICE) & classes(html, CHARLIE)
    assert "Your point" in texts(drawn(table, BOB))


def test_persian_is_named() -> None:
    html = drawn(table_of(dealt("Qs 7d", "Kc Ah", "As Ad"), seats=3), ALICE)
    assert "Persian 21" in texts(station(html, CHARLIE))
    assert "Charlie has a Persian 21: two aces. Charlie wins the round with 21." in texts(html)


def test_shared_top_is_no_point() -> None:
    html = drawn(stand(table_of(dealt(*TIED[:2]), seats=2)), ALICE)
    assert "No point" in texts(html)
    assert said_last(html) == "Nobody gets the point."
    assert not {"is-winner"} & (classes(html, ALICE) | classes(html, BOB))


def test_turn_and_thinking_are_told() -> None:
    table = seed_round()
    assert attribute(drawn(table, BOB), "data-turn") == "Your turn: hit or stand."
    assert attribute(drawn(table, ALICE), "data-turn") is None
    assert "Bob is thinking." in texts(drawn(table, ALICE))
    assert "is-acting" in classes(drawn(table, ALICE), BOB)


# --- the match ----------------------------------------------------------------------------------------------


def test_round_and_score_are_shown_and_read_out() -> None:
    table = stand(table_of(dealt("Tc 9c", "2d 3d", "2h 3h"), seats=3, rounds=5))
    html = drawn(table, BOB)
    assert "Round 1 of 5" in texts(html)
    assert "Bob 0 Charlie 0 Alice 1" in texts(html)
    read = readouts_of(html)
    assert read["own"] == "Your cards: two of diamonds, three of diamonds. Total 5."
    assert read["stacks"] == "You have 0 points. Charlie has 0 points. Alice has 1 point."
    assert read["level"] == "Round 1 of 5. 4 rounds are not decided yet."
    assert read["opponent"].endswith("Alice: ten of clubs, nine of clubs. Total 19.")


def test_others_are_read_out_without_their_cards() -> None:
    read = readouts_of(drawn(seed_round().play("Bob hit, Bob stand"), ALICE))
    assert read["opponent"] == "Bob: 3 hidden cards. Done. Charlie: 2 hidden cards."


def test_tiebreak_is_marked_and_says_who_plays_on() -> None:
    table = in_tiebreak()
    html = drawn(table, ALICE)
    assert "Tiebreak round 1" in texts(html)
    assert "Level at the top, and playing on: you, Bob, Charlie, Dora" in texts(html)
    assert "Round 4, a tiebreak. Dora begins." in log_of(html).values()
    table.leave(DORA).leave(ALICE)
    html = drawn(table, BOB)
    assert "playing on: you, Charlie" in texts(html)
    assert {"is-out"} <= classes(html, DORA) & classes(html, ALICE)
    assert "Out of the match" in texts(station(html, DORA))
    assert "Dora has 0 points. Out of the match." in readouts_of(html)["stacks"]


def test_who_is_out_is_told_so_and_offered_nothing() -> None:
    table = stand(table_of(dealt("Tc 9c", "2d 3d", "2h 3h"), seats=3).leave(CHARLIE))
    html = drawn(table, CHARLIE)
    assert "You are out of this match, and watch it." in texts(html)
    assert "<form" not in html
    assert 'value="skip"' in drawn(table, ALICE)


def test_last_one_standing_and_most_points_are_told() -> None:
    table = table_of(dealt("Tc 9c", "2d 3d"), seats=2).leave(BOB)
    assert "Bob leaves the table. You are the last one left: you win the match." in texts(drawn(table, ALICE))
    table = table_of(dealt("Tc 9c", "2d 3d"), dealt("Tc 9c", "2d 3d", first=BOB), seats=2)
    stand(table).skip(ALICE).skip(BOB)
    stand(table)
    assert "Alice has the most points and wins the match." in texts(drawn(table, BOB))
    assert "Match over" in texts(drawn(table, BOB))


def test_round_that_waits_for_players_says_so() -> None:
    table = stand(table_of(dealt("Tc 9c", "2d 3d"), seats=2)).at(1 * SECOND).lose(BOB).at(6 * SECOND).tick()
    html = drawn(table, ALICE)
    assert "The next round waits until at least two players are there." in texts(html)
    assert 'value="skip"' not in html


def test_bots_are_told_apart() -> None:
    people = (Player("Alice"), Player("", bot="house"), Player("", bot="house"))
    table = Table(GivenDeals(dealt(*THREE))).start(KEY, mode="practice", players=people)
    html = draw(table.state, ALICE, facts_of(KEY, mode="practice", names=NAMES[:1]))
    assert "Bot 2" in texts(station(html, BOB))
    assert "Bot 3" in texts(station(html, CHARLIE))


@pytest.mark.parametrize("name", ["<b>Bob</b>", "x" * 24, "\u202eBob", "דני"])
def test_names_are_drawn_as_they_are_and_are_no_markup(name: str) -> None:
    table = seed_round()
    html = draw(table.state, ALICE, facts_of(KEY, names=("Alice", name, "Charlie")))
    assert "<b>Bob</b>" not in html
    assert html.count("<bdi>") >= 6


# --- before the first deal ----------------------------------------------------------------------------------


def test_ace_is_told_before_the_first_deal_and_beside_every_round() -> None:
    table = Table(GivenDeals(dealt(*THREE))).at(0).begin(KEY, players=tuple(map(Player, NAMES[:3])))
    assert "An ace always counts 11, even where that takes you past 21." in texts(drawn(table, ALICE))
    assert "Ace always 11" in texts(drawn(seed_round(), ALICE))
    flexible = facts(3)._replace(options={"flexible_ace": 1})
    assert "Ace 11 or 1" in texts(draw(seed_round().state, ALICE, flexible))


def waiting(names: tuple[str, ...], seat: int | None = ALICE, **options: int) -> str:
    waits = facts_of(KEY, status="open", private=True, names=names)._replace(options={"seats": 4, **options})
    return presenters.render_waiting(waits, seat=seat, version=0, language="en")


def test_waiting_page_shows_seats_names_link_code_and_the_ace() -> None:
    html = waiting(("Alice", "Bob"))
    assert html.count('<li class="place') == 4
    assert html.count("is-free") == 2
    assert "Alice you Bob" in re.sub(r"\b[AB] ", "", texts(html))
    assert "qr.svg" in html
    assert "An ace always counts 11" in texts(html)
    assert "An ace counts 11 here, and 1 where" in texts(waiting(("Alice",), flexible_ace=1))


def test_waiting_page_says_when_it_may_begin() -> None:
    assert "data-may-begin" not in waiting(("Alice",))
    assert "data-may-begin" in waiting(("Alice", "Bob"))
    assert "data-may-fill" in waiting(("Alice",))
