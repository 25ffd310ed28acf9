"""The shoe of a match: kept over hands, replaced only when 52 or fewer cards remain before one (seed 000, The shoe)."""

from __future__ import annotations

from itertools import batched

import pytest
from msgspec.structs import replace

from games.rules.actions import Check, Fold, Hit, Pass
from games.rules.commands import Player
from games.rules.commitments import DEALS_PER_TABLE, deal_seed
from games.rules.contracts import Fund, MatchResult, Refund, Settle
from games.rules.given import GivenChance
from tests.rules.classic_cards import open_shoe_for
from tests.rules.tables import ALICE, BOB, STAKES_IN, GivenDeals, MixedShoe, Table, even_shoe

SHOE = 312


def next_hand(table: Table) -> None:
    for seat in (ALICE, BOB):
        if table.state.phase == "between":
            table.skip(seat)


def first_card(table: Table) -> int:
    assert table.state.setup is not None
    return table.state.setup.first_card


def test_next_hand_goes_on_where_the_last_one_stopped() -> None:
    """Two cards each and one HIT by Bob."""
    table = Table().start().play("Alice check, Bob check, Bob hit, Alice pass").play_out()
    next_hand(table)
    assert first_card(table) == 5
    assert [card.position for own in table.hand.cards for card in own] == [6, 8, 5, 7]
    assert table.state.deal == 1


@pytest.mark.parametrize(("hits", "left", "new"), [(0, 52, True), (3, 53, False), (4, 52, True)])
def test_shoe_is_replaced_when_52_or_fewer_remain(hits: int, left: int, new: bool) -> None:
    """Hands of four cards: 65 of them use 260; 64 with `hits` more among them use 256 + hits."""
    table = Table(GivenDeals(even_shoe(), GivenChance.of("Ac " * SHOE, lambda label, at, n: 0))).start()
    for _ in range(hits):
        hand_of_five(table)
    for _ in range((SHOE - left - 5 * hits) // 4):
        hand_of_four(table)
    assert table.state.hand_number == 1 + hits + (SHOE - left - 5 * hits) // 4
    assert table.state.deal == (2 if new else 1)
    assert first_card(table) == (0 if new else SHOE - left)
    assert (table.state.root == f"{2:064x}") == new
    assert (("new_shoe", -1) in table.said("new_shoe")) == new
    if new:
        assert {card.face for own in table.hand.cards for card in own} == {12}


def hand_of_four(table: Table) -> None:
    table.play_out()
    next_hand(table)


def hand_of_five(table: Table) -> None:
    """The button takes one card."""
    assert table.state.setup is not None
    button = table.state.setup.button
    table.act(1 - button, Check()).act(button, Check()).act(button, Hit())
    hand_of_four(table)


def test_first_actor_is_drawn_from_the_first_shoe() -> None:
    for first, speaks in ((ALICE, BOB), (BOB, ALICE)):
        table = Table(GivenDeals(even_shoe(first))).start()
        assert table.asked() == (speaks,)


def test_rematch_begins_with_the_seat_it_is_told() -> None:
    table = Table(GivenDeals(even_shoe(ALICE))).start(options={"first_button": BOB})
    assert table.asked() == (ALICE,)


def test_cards_that_run_short_in_mid_hand_are_shuffled_again() -> None:
    """Seam, two players: 11 cards a hand, so the fifth finds 8 in its shoe of 52. Its last three come from the 44 of
    the first four hands, in the order of the re-shuffle, and then the shoe is spent."""
    shoe = MixedShoe("short", decks=1)
    again = shoe.reshuffle(1, tuple(range(44)))
    table = Table(GivenDeals(shoe)).start(
        "seam", options={"hands": 6}, players=(Player("Alice"), Player("Bob"))
    )
    while table.state.hand_number < 5:
        seam_hand_done(table)
    dealt = [card.position for own in table.hand.cards for card in own]
    assert dealt == [*range(44, 52), again[0], again[1]]
    assert table.hand.middle.position == again[2]
    seam_hand_done(table)
    assert table.state.deal == 2
    assert first_card(table) == 0


def seam_hand_done(table: Table) -> None:
    """Nobody bets; the question after every third hand is answered by the clock."""
    for seat in table.asked():
        table.act(seat, Check())
    table.open_middle()
    while table.state.phase == "between":
        table.at(table.next_due() or 0).tick()


def test_card_rounds_draw_in_order_from_the_shoe() -> None:
    table = Table().start().play("Alice check, Bob check").act(BOB, Hit()).act(ALICE, Hit())
    table.play("Alice check, Bob check").act(BOB, Pass()).act(ALICE, Hit())
    cards = table.hand.cards
    assert [card.position for card in cards[BOB]] == [1, 3, 4]
    assert [card.position for card in cards[ALICE]] == [0, 2, 5, 6]


# --- the last shoe -----------------------------------------------------------------------------------------


def with_its_last_shoe(table: Table) -> Table:
    """As if all others had been used up."""
    table._state = replace(table.state, deal=DEALS_PER_TABLE - 1)
    return table


def test_match_without_a_shoe_for_the_next_hand_is_called_off_and_refunded() -> None:
    """Every hand of poker has its own; two who fold each hand at once have used up all in five minutes."""
    table = with_its_last_shoe(Table(GivenDeals(MixedShoe(1, 1))).start("heads_up"))
    table.act(table.asked()[0], Fold())
    assert table.state.phase == "between"
    next_hand(table)
    assert table.state.result == MatchResult("void")
    assert table.effects == [STAKES_IN, Refund("void")]


def test_hand_that_the_last_shoe_has_cards_for_is_dealt() -> None:
    table = with_its_last_shoe(Table().start()).play_out()
    next_hand(table)
    assert (table.state.phase, table.state.hand_number) == ("hand", 2)


def test_hands_that_are_settled_stay_so_when_there_is_no_shoe_for_the_next() -> None:
    table = with_its_last_shoe(Table(open_shoe_for([ALICE] * 60)).start("classic_unlimited"))
    while table.state.phase != "over":
        table.stand_out()
        next_hand(table)
    assert table.state.result == MatchResult("void")
    hands = table.state.hand_number
    assert hands > 1
    assert len(table.effects) == 2 * hands
    for paid_in, settled in batched(table.effects, 2, strict=True):
        assert isinstance(paid_in, Fund)
        assert isinstance(settled, Settle) or settled == Refund("tied", hand=paid_in.hand)


def test_shoes_that_a_table_promises_are_as_many_as_it_uses() -> None:
    """Numbers from 1 to the last: each has its seed under the commitment, the next has none."""
    assert deal_seed(bytes(32), DEALS_PER_TABLE - 1)
    with pytest.raises(ValueError):
        deal_seed(bytes(32), DEALS_PER_TABLE)
