"""Every seat's own seed: first all hashes, then the values, within 10 s (rules.md, Fair deal)."""

from __future__ import annotations

import pytest

from games.rules.clocks import State
from games.rules.commands import Digest, NotFunded, Player, Reveal
from games.rules.commitments import seed_digest
from games.rules.contracts import MatchResult
from games.rules.errors import Malformed, NotLegal
from games.rules.given import GivenChance
from tests.rules.tables import ALICE, BOB, CHARLIE, SECOND, STAKES_IN, VALUES, GivenDeals, Table, even_shoe

OTHER = b"O" * 32


@pytest.fixture
def table() -> Table:
    """Both are connected; the call for seeds went out at 0."""
    return Table().at(0).begin().back(ALICE).back(BOB)


def code_of(refused: pytest.ExceptionInfo[Malformed] | pytest.ExceptionInfo[NotLegal]) -> str:
    return refused.value.code


def test_last_value_deals_the_first_hand(table: Table) -> None:
    table.digest(ALICE).digest(BOB).reveal(BOB)
    assert table.state.hand is None
    assert table.next_due() == 10 * SECOND
    table.at(3 * SECOND).reveal(ALICE)
    assert table.state.phase == "hand"
    assert table.due(ALICE) == 33 * SECOND


def test_no_value_is_taken_before_all_hashes_are_in(table: Table) -> None:
    table.digest(ALICE)
    with pytest.raises(NotLegal) as refused:
        table.reveal(ALICE)
    assert code_of(refused) == "seeds_not_bound"


def test_value_must_be_the_one_of_the_hash(table: Table) -> None:
    table.digest(ALICE).digest(BOB)
    with pytest.raises(Malformed) as refused:
        table.reveal(ALICE, OTHER)
    assert code_of(refused) == "seed_mismatch"
    table.reveal(ALICE)


def test_nobody_brings_anothers_value(table: Table) -> None:
    table.digest(ALICE).digest(BOB)
    with pytest.raises(Malformed):
        table.reveal(BOB, VALUES[ALICE])


def test_hash_may_be_replaced_until_the_first_value_is_told(table: Table) -> None:
    table.digest(ALICE, OTHER).digest(BOB).digest(ALICE)
    table.reveal(BOB)
    with pytest.raises(NotLegal) as refused:
        table.digest(ALICE, OTHER)
    assert code_of(refused) == "seeds_closed"
    table.reveal(ALICE)
    assert table.state.seats[ALICE].seed == VALUES[ALICE].hex()


def test_same_hash_or_value_again_changes_nothing(table: Table) -> None:
    bound = table.digest(ALICE).state
    assert table.digest(ALICE).state is bound
    told = table.digest(BOB).reveal(ALICE).state
    assert table.reveal(ALICE).state is told
    dealt = table.reveal(BOB).state
    assert table.at(SECOND).reveal(BOB).state is dealt


def test_same_hash_again_is_no_fault_when_another_has_told_its_value(table: Table) -> None:
    """A page that is shown two views in a row sends its hash for each; the second may come after Bob's value."""
    told = table.digest(ALICE).digest(BOB).reveal(BOB).state
    assert table.digest(ALICE).state is told
    dealt = table.reveal(ALICE).state
    assert table.digest(ALICE).state is dealt


def test_seeds_are_closed_once_cards_are_dealt(table: Table) -> None:
    table.digest(ALICE).digest(BOB).reveal(ALICE).reveal(BOB)
    with pytest.raises(NotLegal):
        table.digest(ALICE, OTHER)
    with pytest.raises(NotLegal):
        table.reveal(ALICE, OTHER)


@pytest.mark.parametrize(
    "text", ["", "ab", "G" * 64, "A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", "٣" * 64]
)
def test_seeds_are_64_hex_digits(table: Table, text: str) -> None:
    with pytest.raises(Malformed) as refused:
        table.send(Digest(at=table.now, seat=ALICE, digest=text))
    assert code_of(refused) == "bad_seed"
    table.digest(ALICE).digest(BOB)
    with pytest.raises(Malformed) as refused:
        table.send(Reveal(at=table.now, seat=ALICE, value=text))
    assert code_of(refused) == "bad_seed"


# --- late ------------------------------------------------------------------------------------------------


def test_value_one_ms_before_the_end_is_in_time(table: Table) -> None:
    table.digest(ALICE).digest(BOB).reveal(ALICE)
    assert table.next_due() == 10 * SECOND
    table.at(10 * SECOND - 1).reveal(BOB)
    assert table.state.phase == "hand"


@pytest.mark.parametrize("late", [0, 1, 60 * SECOND])
def test_late_value_drops_the_match_and_nothing_is_dealt(table: Table, late: int) -> None:
    """Nobody has paid yet. A seat's seed is never silently left out: without it no card is dealt."""
    table.digest(ALICE).digest(BOB).reveal(ALICE).at(10 * SECOND + late)
    with pytest.raises(NotLegal) as refused:
        table.reveal(BOB)
    assert code_of(refused) == "match_over"
    table.tick()
    assert table.state.result == MatchResult("dropped")
    assert table.state.hand is None
    assert table.state.deal == 0
    assert table.effects == []


@pytest.mark.parametrize("missing", [ALICE, BOB, CHARLIE])
def test_the_match_waits_for_the_seed_of_every_person(missing: int) -> None:
    """Three seats, and one of them brings nothing: whoever it is, no card is dealt."""
    table = Table().at(0).begin("seam")
    others = [seat for seat in (ALICE, BOB, CHARLIE) if seat != missing]
    for seat in others:
        table.digest(seat)
    for seat in others:
        with pytest.raises(NotLegal):
            table.reveal(seat)
    table.digest(missing)
    for seat in others:
        table.reveal(seat)
    assert table.state.phase == "seeding"
    table.at(10 * SECOND).tick()
    assert table.state.result == MatchResult("dropped")


# --- what the shoe is made of ----------------------------------------------------------------------------


class Recording(GivenDeals):
    """Notes what was known when a shoe was asked for."""

    def __init__(self) -> None:
        super().__init__(even_shoe())
        self.asked: list[tuple[int, tuple[tuple[int, str, str], ...]]] = []

    def root(self, state: State, number: int) -> str:
        brought = tuple((who.seat, who.player, who.seed) for who in state.contributions)
        self.asked.append((number, brought))
        return super().root(state, number)

    def chance(self, state: State, number: int) -> GivenChance:
        assert self.asked, "a card is asked for before the root is published"
        return even_shoe()


def test_shoe_is_made_of_all_seeds_and_its_root_comes_before_the_first_card() -> None:
    deals = Recording()
    Table(deals).start()
    assert deals.asked == [(1, ((ALICE, "Alice", VALUES[0].hex()), (BOB, "Bob", VALUES[1].hex())))]


def test_bot_brings_no_seed_but_stands_in_the_transcript() -> None:
    deals = Recording()
    Table(deals).start(mode="practice", players=(Player("Alice"), Player("", bot="house")))
    assert deals.asked == [(1, ((ALICE, "Alice", VALUES[0].hex()), (BOB, "bot:house", "")))]


def test_views_tell_that_a_seed_is_bound_but_never_the_seed(table: Table) -> None:
    table.digest(ALICE).digest(BOB).reveal(ALICE)
    seats = table.seen_by(None).seats
    assert [(seat.bound, seat.revealed) for seat in seats] == [(True, True), (True, False)]
    for viewer in (None, ALICE, BOB):
        text = repr(table.seen_by(viewer))
        assert VALUES[ALICE].hex() not in text
        assert seed_digest(VALUES[ALICE]).hex() not in text


@pytest.mark.parametrize("seat", [ALICE, BOB, -1])
def test_a_stake_that_is_not_paid_in_ends_the_match_before_its_first_card(table: Table, seat: int) -> None:
    """rules.md, All games: all seats are funded in the commit of the first cards, or none."""
    table.digest(ALICE).digest(BOB).reveal(ALICE)
    table.send(NotFunded(at=table.now, seat=seat, code="insufficient_funds"))
    assert table.state.result == MatchResult("not_funded")
    assert table.state.hand is None
    assert table.effects == []


def test_stakes_are_asked_for_in_the_step_that_deals_the_first_cards(table: Table) -> None:
    table.digest(ALICE).digest(BOB).reveal(ALICE)
    assert table.effects == []
    table.reveal(BOB)
    assert table.effects == [STAKES_IN]
    assert table.state.phase == "hand"


def test_once_cards_are_dealt_a_stake_cannot_be_missing(table: Table) -> None:
    table.digest(ALICE).digest(BOB).reveal(ALICE).reveal(BOB)
    with pytest.raises(NotLegal) as refused:
        table.send(NotFunded(at=table.now, seat=ALICE, code="insufficient_funds"))
    assert code_of(refused) == "seeds_closed"
