"""What staff see of tables, matches and hands: everything that happened, no hidden card of a shoe in use, no change."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client

from games import sentences
from games.models import Deal, Hand, Hold, Lease, Match, Outage, Table
from games.rules.clocks import State
from games.rules.commands import GiveUp, Tick
from games.services import play, records, store, tables
from games.services.halts import resume
from games.services.seal import unseal
from tests.live import seating, test_stakes
from tests.live.rows import QUICK, QUICK_MS
from tests.live.test_stakes import RAKE, STAKE, WON
from tests.support.stack import wait_until
from tests.support.staff_pages import (
    address,
    cells,
    queries_of,
    refuses_all_changes,
    shows_no_way_to_change,
    superuser,
    support,
    text_of,
)

pytestmark = pytest.mark.django_db
MODELS = (Table, Match, Hand, Deal, Lease, Outage, Hold)


@pytest.fixture(autouse=True)
def nothing_remembered() -> Any:
    store.forget()
    yield
    store.forget()


@pytest.fixture
def staff(client: Client) -> Client:
    """A superuser's browser."""
    client.force_login(superuser())
    return client


def staked_table(first: str, second: str) -> Table:
    """In play, at the first decision."""
    table = test_stakes.seated(test_stakes.player(first), test_stakes.player(second))
    seating.bring_seeds(table.id)
    return table


def answer(table: Table, *kinds: str) -> str:
    """The first of these kinds that is offered, with the least amount; as the journal shows it."""
    state = seating.state_of(table.id)
    shown = seating.prompt_of(state, seating.asked(state))
    assert shown is not None
    offers = {offer.kind: offer for offer in shown.legal}
    kind = next(kind for kind in kinds if kind in offers)
    seating.act(table.id, kind, offers[kind].low)
    return f"{kind} {offers[kind].low}" if offers[kind].high else kind


def play_a_card_round(table: Table) -> list[str]:
    """Two checks; then each takes a card, unless it has 21. What was answered."""
    return [answer(table, "check") for _seat in range(2)] + [
        answer(table, "hit", "pass") for _seat in range(2)
    ]


def fold_hand(table: Table) -> Hand:
    """Go on to a bet that the other seat folds to; the match goes on."""
    while seating.state_of(table.id).phase == "hand":
        answer(table, "fold", "bet", "pass")
    return Hand.objects.get(table=table)


def dealt(state: State) -> Any:
    """All cards by seat, whoever may see them."""
    assert state.hand is not None
    return state.hand.cards


def cards_named(state: State, *, hidden: bool) -> set[str]:
    """In words. By the rules all but each seat's first card are hidden (seed 000, Betting); a card whose twin out of
    another deck is open does not count as hidden."""
    cards = dealt(state)
    shown = {sentences.card_name(seat[0].face, "en") for seat in cards}
    rest = {sentences.card_name(card.face, "en") for seat in cards for card in seat[1:]}
    return rest - shown if hidden else shown


@pytest.fixture
def playing() -> Table:
    """In the first hand, with hidden cards on both seats."""
    table = staked_table("Alice", "Bob")
    play_a_card_round(table)
    return table


@pytest.fixture
def finished(playing: Table) -> Table:
    """One hand folded, then Bob (seat 1) gave up."""
    fold_hand(playing)
    play.submit(playing.id, GiveUp(at=0, seat=1))
    playing.refresh_from_db()
    return playing


def other_rows(number: int = 1) -> None:
    now = datetime(2026, 1, number, tzinfo=UTC)
    Lease.objects.create(process=f"web-{number}", renewed_at=now)
    Outage.objects.create(since=now, until=now)
    Hold.objects.create(reason="ledger check 1: zero_sum", since=now, lifted_at=now, lifted_by="support")


def one_of(model: type[Model]) -> Any:
    row = model._default_manager.first()
    assert row is not None
    return row


def hand_page(hand: Hand, cards: str = "") -> str:
    return address(Hand, "change", hand.pk) + (f"?cards={cards}" if cards else "")


# --- nobody changes anything ------------------------------------------------------------------------------------------


def test_every_model_of_games_with_a_page_is_tested_here() -> None:
    registered = {model for model in admin.site._registry if model._meta.app_label == "games"}
    assert registered == set(MODELS)


@pytest.mark.parametrize("model", MODELS)
def test_superuser_can_change_nothing(staff: Client, finished: Table, model: type[Model]) -> None:
    other_rows()
    refuses_all_changes(staff, one_of(model))


@pytest.mark.parametrize("model", MODELS)
def test_list_and_page_open_without_any_way_to_change(
    staff: Client, finished: Table, model: type[Model]
) -> None:
    other_rows()
    shows_no_way_to_change(staff, one_of(model))


@pytest.mark.parametrize("model", MODELS)
def test_staff_need_the_permission_to_look(client: Client, finished: Table, model: type[Model]) -> None:
    other_rows()
    row = one_of(model)
    client.force_login(support())
    assert client.get(address(model, "changelist")).status_code == 403
    assert client.get(address(model, "change", row.pk)).status_code == 403


def test_view_permission_is_enough_to_look_and_for_nothing_else(client: Client, finished: Table) -> None:
    client.force_login(
        support("games.view_table", "games.change_table", "games.delete_table", "games.add_table")
    )
    refuses_all_changes(client, finished)
    assert finished.public_id in text_of(client.get(address(Table, "change", finished.pk)))


def test_players_do_not_get_in(client: Client, finished: Table) -> None:
    client.force_login(finished.created_by)
    assert client.get(address(Table, "change", finished.pk)).status_code == 403


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_page_of_table_in_play_shows_the_public_log_and_no_hidden_card(staff: Client, playing: Table) -> None:
    page = text_of(staff.get(address(Table, "change", playing.pk)))
    state = seating.state_of(playing.id)
    assert all(f"is dealt the {card}." in page for card in cards_named(state, hidden=False))
    assert page.count("is dealt a hidden card.") == 2
    assert page.count("takes a card.") == sum(len(cards) - 2 for cards in dealt(state))
    assert not {card for card in cards_named(state, hidden=True) if card in page}


def shown_cards(page: Any) -> list[str]:
    """The two rows of the hand's table of cards."""
    return [row[1] for row in cells(page) if len(row) == 2 and row[0] in ("Alice", "Bob")]


def test_finished_hand_of_running_match_shows_no_hidden_card_even_when_asked(
    staff: Client, playing: Table, caplog: pytest.LogCaptureFixture
) -> None:
    state = seating.state_of(playing.id)
    hand = fold_hand(playing)
    for cards in ("", "all"):
        answer = staff.get(hand_page(hand, cards))
        assert [told.count("of") for told in shown_cards(answer)] == [1, 1]
        assert all("hidden card" in told for told in shown_cards(answer))
        page = text_of(answer)
        assert not {card for card in cards_named(state, hidden=True) if card in page}
        assert "Show all dealt cards" not in page
    assert "staff saw hidden cards" not in caplog.text


def test_hidden_cards_are_shown_after_the_match_when_asked_and_that_is_logged(
    staff: Client, playing: Table, caplog: pytest.LogCaptureFixture
) -> None:
    state = seating.state_of(playing.id)
    hand = fold_hand(playing)
    play.submit(playing.id, GiveUp(at=0, seat=1))
    caplog.set_level("INFO")
    quiet = text_of(staff.get(hand_page(hand)))
    assert not {card for card in cards_named(state, hidden=True) if card in quiet}
    assert "Show all dealt cards" in quiet
    assert "staff saw hidden cards" not in caplog.text
    named = [[sentences.card_name(card.face, "en") for card in cards] for cards in dealt(state)]
    assert shown_cards(staff.get(hand_page(hand, "all"))) == [", ".join(cards) for cards in named]
    line: Any = next(record.msg for record in caplog.records if "staff saw hidden cards" in str(record.msg))
    assert (line["user"], line["hand"]) == ("sam", hand.public_id)


def test_answers_in_the_journal_are_shown_when_the_match_is_over_only(staff: Client) -> None:
    table = staked_table("Alice", "Bob")
    answers = [*play_a_card_round(table), answer(table, "bet"), answer(table, "fold")]
    hand = Hand.objects.get(table=table)

    def inputs() -> list[str]:
        return [row[4] for row in cells(staff.get(hand_page(hand))) if len(row) == 5 and row[2] == "act"]

    assert inputs() == [""] * len(answers)
    play.submit(table.id, GiveUp(at=0, seat=1))
    assert inputs() == answers


def test_secrets_are_on_no_page(staff: Client, finished: Table) -> None:
    """Neither sealed bytes, nor what is in them, nor the link that lets people in."""
    table = Table.objects.select_related("state").get(pk=finished.pk)
    hand = Hand.objects.filter(table=table).first()
    assert hand is not None
    seeds = [seat.seed for seat in seating.state_of(table.id).contributions]
    assert len(seeds) == 2
    secret = unseal(table.sealed_secret, store.secret_purpose(table.id))
    sealed = [bytes(table.sealed_secret), bytes(hand.sealed), bytes(table.state.sealed or b""), secret]
    hidden = [table.invitation, *seeds]
    hidden += [form for value in sealed for form in (value[:24].hex(), repr(value[:24])[2:-1])]
    pages = [address(model, "change", one_of(model).pk) for model in (Table, Match, Hand, Deal)]
    pages += [address(model, "changelist") for model in (Table, Match, Hand, Deal)]
    for url in (*pages, hand_page(hand, "all")):
        page = text_of(staff.get(url))
        assert not [text for text in hidden if text in page], url
        assert "<memory at" not in page


# --- what is told -----------------------------------------------------------------------------------------------------


def test_timeline_tells_every_step_with_its_time_and_seat(staff: Client, playing: Table) -> None:
    hand = fold_hand(playing)
    record = records.read_record(hand)
    rows = [row for row in cells(staff.get(hand_page(hand))) if len(row) == 4]
    steps = rows[-len(record.log) :]
    assert [bool(row[3]) for row in steps] == [fact.auto for fact in record.log]
    assert [row[1] for row in steps] == [["Alice", "Bob", ""][fact.seat] for fact in record.log]
    first, last = steps[0], steps[-1]
    assert first[2].startswith("Hand 1. ")
    assert last[2].startswith(("Alice wins ", "Bob wins "))
    assert last[0].startswith(f"{hand.ended_at:%Y-%m-%d %H:%M:%S}")
    assert all(row[2].endswith(".") for row in steps)


def test_timeline_says_what_the_clock_decided(staff: Client) -> None:
    """On a table with two seconds for a decision."""
    table = seating.playing_table(QUICK)
    due = store.database_ms() + QUICK_MS
    wait_until(lambda: store.database_ms() > due, "the clock to run out")
    play.submit(table.id, Tick(at=0))
    play.submit(table.id, GiveUp(at=0, seat=0))
    hand = Hand.objects.get(table=table)
    decided = [row for row in cells(staff.get(hand_page(hand))) if row[-1] == "Clock"]
    assert decided
    assert all(row[2].endswith("Time had run out.") for row in decided)


def test_hand_page_shows_the_ledger_lines_of_its_match(staff: Client, finished: Table) -> None:
    """Two stakes of 7,693 units ($5 at $65,000), 1 % of 15,386 to the house, the rest to Alice."""
    hand = Hand.objects.filter(table=finished).first()
    assert hand is not None
    units = [row[7] for row in cells(staff.get(hand_page(hand))) if len(row) == 9 and row[5] == "TBTC"]
    expected = [-STAKE, STAKE, -STAKE, STAKE, -STAKE, -STAKE, RAKE, WON]
    assert sorted(units) == sorted(f"{value:,}" for value in expected)
    page = text_of(staff.get(address(Match, "change", hand.match_id)))
    assert "Sum: 0 TBTC. Still in escrow: 0 TBTC." in page
    assert "Alice" in page


def test_damaged_record_is_said_and_the_page_opens(staff: Client, finished: Table) -> None:
    hand = Hand.objects.filter(table=finished).first()
    assert hand is not None
    Hand.objects.filter(pk=hand.pk).update(sealed=bytes(hand.sealed)[:-1] + b"x", fault="cards: was 1, is 2")
    page = text_of(staff.get(hand_page(hand)))
    assert "The record cannot be read: Unsealable." in page
    assert "Differs: cards: was 1, is 2" in page


def test_halted_table_says_so_and_is_found(staff: Client, playing: Table) -> None:
    playing.state.__class__.objects.filter(table=playing).update(
        halted_at=datetime(2026, 1, 1, tzinfo=UTC), halt_reason="planted"
    )
    staked_table("Charlie", "Dora")
    listed = text_of(staff.get(address(Table, "changelist"), {"halted": "yes"}))
    assert "planted" in listed
    assert "Charlie" not in listed
    assert "planted" in text_of(staff.get(address(Table, "change", playing.pk)))
    resume(playing.id)
    assert "planted" not in text_of(staff.get(address(Table, "change", playing.pk)))


def test_table_that_waits_for_players_has_a_page(staff: Client) -> None:
    table = tables.open_table(test_stakes.player("Alice"), "tactical", mode="free")
    assert "No hand is finished yet." in text_of(staff.get(address(Table, "change", table.pk)))


@pytest.mark.parametrize("model", [Table, Match, Hand])
def test_lists_are_searched_by_table_and_player(staff: Client, finished: Table, model: type[Model]) -> None:
    other = staked_table("Charlie", "Dora")
    play.submit(other.id, GiveUp(at=0, seat=1))
    for word in (finished.public_id, "Alice", finished.created_by.public_id):
        page = text_of(staff.get(address(model, "changelist"), {"q": word}))
        assert finished.public_id in page
        assert other.public_id not in page


@pytest.mark.parametrize(
    ("filters", "found"),
    [({"game": "tactical"}, True), ({"game": "nothing"}, False), ({"mode": "stake"}, True), ({"mode": "free"}, False),
     ({"status__exact": "over"}, True), ({"status__exact": "open"}, False)],
)  # fmt: skip
def test_tables_are_filtered(staff: Client, finished: Table, filters: dict[str, str], found: bool) -> None:
    assert (finished.public_id in text_of(staff.get(address(Table, "changelist"), filters))) is found


def test_subject_of_a_transfer_leads_to_its_table(staff: Client, finished: Table) -> None:
    answer = staff.get(address(Table, "of", finished.public_id))
    assert (answer.status_code, answer["Location"]) == (302, address(Table, "change", finished.pk))
    assert staff.get(address(Table, "of", "nosuchtable")).status_code == 404


# --- front page -------------------------------------------------------------------------------------------------------


def figures(client: Client) -> dict[str, str]:
    return {figure.title: figure.value for figure in client.get("/admin/").context["figures"]}


def test_front_page_counts_tables_halts_and_hands(staff: Client, playing: Table) -> None:
    assert figures(staff) == {
        "Tables in play": "1", "Halted tables": "0", "Last ledger check": "never", "Hands not replayed yet": "0",
        "Hands whose replay differs": "0", "Matches both players stayed away from, again": "0",
    }  # fmt: skip
    fold_hand(playing)
    assert figures(staff)["Hands not replayed yet"] == "1"
    assert records.verify_hands() == (1, 0)
    assert figures(staff)["Hands not replayed yet"] == "0"
    play.submit(playing.id, GiveUp(at=0, seat=1))
    assert figures(staff)["Tables in play"] == "0"


def test_front_page_tells_nothing_to_staff_without_permission(client: Client, playing: Table) -> None:
    client.force_login(support())
    assert figures(client) == {}
    assert "/admin/games/" not in text_of(client.get("/admin/"))


# --- cost -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_list_of_three_rows_costs_as_many_queries_as_of_one(
    staff: Client, finished: Table, model: type[Model]
) -> None:
    other_rows()
    url = address(model, "changelist")
    queries_of(staff, url)  # content types and permissions are remembered from now on
    Hand.objects.filter(table=finished).exclude(number=1).delete()
    one = queries_of(staff, url)
    assert model._default_manager.count() == 1
    for number, names in enumerate([("Charlie", "Dora"), ("Erin", "Frank")], 2):
        play.submit(staked_table(*names).id, GiveUp(at=0, seat=1))
        other_rows(number)
    assert model._default_manager.count() >= 3
    assert queries_of(staff, url) == one
