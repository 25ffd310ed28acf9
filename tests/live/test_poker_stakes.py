"""Heads-up Poker for a stake: the loser loses one stake, the winner gets both less 1 %, whatever ended the match.

$5 of TBTC at $65,000 are 7,692.3… units, rounded up; 1 % of both, 15,386, is 153.86, rounded down.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.models import Table
from games.rules.actions import Call, Raise
from games.rules.commands import Back, GiveUp, Lost, Void
from games.services import play, records, tables
from players.models import User
from tests.live.classic import (
    ALICE,
    BOB,
    COIN,
    SECOND,
    answer,
    books_are_right,
    dealt,
    free_and_in_play,
    moved,
    own_clock,
    player,
    result_of,
    transfers,
)
from tests.live.seating import prompt_of, state_of

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "heads_up"
CENTS, STAKE, RAKE = 500, 7_693, 153
WON = 2 * STAKE - RAKE


@pytest.fixture
def people() -> tuple[User, User]:
    return player("Alice"), player("Bob")


@pytest.fixture
def table(people: tuple[User, User]) -> Table:
    return dealt(KEY, people, CENTS)


def paid_to(winner: int) -> tuple[tuple[int, int], ...]:
    """Free and in play of both, once the match is settled."""
    return tuple((COIN - STAKE + (WON if seat == winner else 0), 0) for seat in (ALICE, BOB))


def test_stakes_are_paid_in_with_the_first_cards(people: tuple[User, User], table: Table) -> None:
    assert free_and_in_play(people) == ((COIN - STAKE, STAKE),) * 2
    assert transfers(table) == [("stake", "")]


def all_in(table: Table) -> None:
    """Both put in everything; a tie is dealt again."""
    while (state := state_of(table.id)).phase != "over":
        if state.phase == "between":
            play.submit(table.id, GiveUp(at=0, seat=BOB))
            return
        seat = state.prompts[0].seat
        prompt = prompt_of(state, seat)
        assert prompt is not None
        sizes = [offer.high for offer in prompt.legal if offer.kind == "raise"]
        answer(table, seat, Raise(sizes[0]) if sizes else Call())


def test_match_that_is_played_out_pays_the_winner_in_its_last_commit(
    people: tuple[User, User], table: Table
) -> None:
    all_in(table)
    reason, (winner,) = result_of(table)
    assert reason in ("chips", "gave_up")
    assert free_and_in_play(people) == paid_to(winner)
    assert moved(table, "settle") == {"escrow": -2 * STAKE, "player": WON, "rake": RAKE}
    books_are_right()
    assert records.verify_hands()[1] == 0
    call_command("replay", "--all")


def test_giving_up_in_the_middle_of_a_hand_loses_the_stake(people: tuple[User, User], table: Table) -> None:
    play.submit(table.id, GiveUp(at=0, seat=ALICE))
    assert result_of(table) == ("gave_up", [BOB])
    assert free_and_in_play(people) == paid_to(BOB)
    books_are_right()


def test_who_is_away_for_sixty_seconds_in_all_forfeits(people: tuple[User, User]) -> None:
    """Forty and twenty: the budget is one for the match. The clock of the decision stands meanwhile."""
    with own_clock() as clock:
        table = dealt(KEY, people, CENTS)
        left = state_of(table.id).prompts[0].due
        play.submit(table.id, Lost(at=0, seat=BOB, conn="test/1"))
        clock.forward(table, 40 * SECOND)
        play.submit(table.id, Back(at=0, seat=BOB, conn="test/again"))
        assert state_of(table.id).prompts[0].due == (left or 0) + 40 * SECOND
        play.submit(table.id, Lost(at=0, seat=BOB, conn="test/again"))
        clock.forward(table, 20 * SECOND - 1)
        assert state_of(table.id).phase == "hand"
        clock.forward(table, 1)
    assert result_of(table) == ("forfeit", [ALICE])
    assert free_and_in_play(people) == paid_to(ALICE)
    books_are_right()
    call_command("replay", "--all")


@pytest.mark.parametrize("why", ["mutual", "void"])
def test_match_that_nobody_wins_gives_both_stakes_back(people: tuple[User, User], why: str) -> None:
    with own_clock() as clock:
        table = dealt(KEY, people, CENTS)
        if why == "void":
            play.submit(table.id, Void(at=0, staff="support", reason="test"))
        else:
            for seat in (ALICE, BOB):
                play.submit(table.id, Lost(at=0, seat=seat, conn=f"test/{seat}"))
            clock.forward(table, 60 * SECOND)
    assert result_of(table) == (why, [])
    assert free_and_in_play(people) == ((COIN, 0), (COIN, 0))
    assert moved(table, "refund") == {"escrow": -2 * STAKE, "player": 2 * STAKE}
    books_are_right()


def test_rematch_is_for_the_same_stake_and_the_other_has_the_button(people: tuple[User, User]) -> None:
    table = dealt(KEY, people, CENTS)
    setup = state_of(table.id).setup
    assert setup is not None
    play.submit(table.id, GiveUp(at=0, seat=ALICE))
    again = tables.rematch(people[0], Table.objects.get(pk=table.pk))
    assert (again.stake_cents, again.options) == (CENTS, {"first_button": 1 - setup.button})
