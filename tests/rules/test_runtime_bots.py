"""House bots act by their thinking clock, from their own view and the deal's dice alone (rules.md; design, Chance)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from games.rules.actions import Action, Bet, Check, Legal
from games.rules.catalog import GAMES
from games.rules.commands import Act, Player, Tick
from games.rules.errors import Malformed
from games.rules.given import GivenChance
from games.rules.runtime import step
from tests.rules.tables import ALICE, BOB, SECOND, START, GivenDeals, Table, even_shoe
from tests.seam.row import SEAM

BOT = Player("", bot="house")


class Asked:
    """A policy that notes what it was given and answers as told."""

    def __init__(self, answer: Action, dice: int = 0) -> None:
        self.answer = answer
        self.dice = dice
        self.calls: list[tuple[Any, Legal, list[int]]] = []

    def __call__(self, view: Any, legal: Legal, roll: Callable[[int], int]) -> Action:
        self.calls.append((view, legal, [roll(1_000) for _ in range(self.dice)]))
        return self.answer


def seat_bot(monkeypatch: pytest.MonkeyPatch, policy: Asked, table: Table | None = None) -> Table:
    """Seam with Alice and a bot of that policy."""
    monkeypatch.setitem(GAMES, SEAM.key, replace(SEAM, bots={"probe": policy}))
    players = (Player("Alice"), Player("", bot="probe"))
    return (table or Table()).start("seam", mode="practice", players=players)


@pytest.mark.parametrize(("thinks", "due"), [(0, 700), (899, 1_599)])
def test_bot_acts_by_its_thinking_clock_and_not_before(thinks: int, due: int) -> None:
    """700 ms and up to 900 more, by the deal's dice."""
    shoe = GivenChance(dict.fromkeys(range(312), 0), lambda label, at, n: thinks if label == "think" else 0)
    table = Table(GivenDeals(shoe)).start(
        mode="practice", options={"first_button": ALICE}, players=(Player("Alice"), BOT)
    )
    assert table.asked() == (BOB,)
    assert table.next_due() == due
    asked = table.state
    assert table.at(due - 1).tick().state is asked
    table.at(due).tick()
    assert table.asked() == (ALICE,)


def test_bot_gets_its_own_view_and_its_legal_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = Asked(Check())
    table = seat_bot(monkeypatch, policy)
    hand = table.state.hand
    table.at(700).tick()
    ((view, legal, _),) = policy.calls
    assert view == SEAM.hand.view(hand, BOB)
    assert view != SEAM.hand.view(hand, ALICE)
    assert legal == SEAM.hand.legal_actions(hand, BOB)


def test_bot_throws_the_deals_dice_and_never_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: list[tuple[str, int]] = []

    def dice(label: str, counter: int, n: int) -> int:
        thrown.append((label, counter))
        return counter % n

    faces = dict.fromkeys(range(52), 0)
    policy = Asked(Check(), dice=3)
    table = seat_bot(monkeypatch, policy, Table(GivenDeals(GivenChance(faces, dice))))
    decision = next(prompt.decision for prompt in table.state.prompts if prompt.seat == BOB)
    table.at(2 * SECOND).tick()
    rolls = [16 * decision, 16 * decision + 1, 16 * decision + 2]
    assert [counter for label, counter in thrown if label == "bot"] == rolls
    assert policy.calls[0][2] == rolls
    table.act(ALICE, Check()).open_middle().at(30 * SECOND).tick().at(60 * SECOND).tick()
    used = [counter for label, counter in thrown if label == "bot"]
    assert len(used) == len(set(used)) > 3


def test_same_table_same_bot_moves() -> None:
    def played() -> Table:
        table = Table(GivenDeals(even_shoe())).start(mode="practice", players=(Player("Alice"), BOT))
        for _ in range(60):
            table.at(table.next_due() or 0).tick()
            if table.state.phase == "over":
                break
        return table

    first, second = played(), played()
    assert first.state == second.state
    assert first.state.hand_number > 3


def test_bots_thinking_looks_like_no_clock() -> None:
    table = Table().start(mode="practice", options={"first_button": ALICE}, players=(Player("Alice"), BOT))
    for viewer in (None, ALICE):
        assert [(acting.seat, acting.due) for acting in table.seen_by(viewer).acting] == [(BOB, None)]


def test_nobody_acts_for_a_bot() -> None:
    table = Table().start(mode="practice", options={"first_button": ALICE}, players=(Player("Alice"), BOT))
    with pytest.raises(Malformed):
        table.send(Act(at=START, seat=BOB, token=table.token(BOB), action=Check()))


def test_bots_illegal_answer_is_a_fault_and_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal would be taken for the sender's; a fault halts the table."""
    table = seat_bot(monkeypatch, Asked(Bet(1_000_000)))
    with pytest.raises(RuntimeError, match="cannot run out"):
        step(table.state, Tick(at=START + 700), table.deals)


def test_bot_answers_a_formats_question_by_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seam asks all who sit after every third hand."""
    table = seat_bot(monkeypatch, Asked(Check()))
    while not (table.state.phase == "between" and table.state.prompts):
        if BOB in table.asked() or table.state.phase == "between":
            table.at(table.next_due() or 0).tick()
        elif ALICE in table.asked():
            table.act(ALICE, Check())
        else:
            table.open_middle()
    assert table.state.hand_number == 3
    assert table.asked() == (ALICE, BOB)
    table.at(table.due(BOB) or 0).tick()
    assert table.asked() == (ALICE,)
