"""Finished hands: one record that replays alone, proven by replay, and only then without its journal rows."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from battle21.errors import AppError
from games.models import Deal, Hand, JournalEntry, Match, Table, TableState
from games.rules.actions import Check, Pass
from games.rules.codec import encode_state
from games.rules.commands import Act
from games.services import halts, play, records, store
from games.services.records import HandRecord
from games.services.seal import seal
from tests.live.seating import ALICE, act, any_answer, asked, finish_hand, play_on, playing_table, state_of

pytestmark = pytest.mark.django_db(transaction=True)


def hand_of(table: Table, number: int = 1) -> Hand:
    return Hand.objects.select_related("table").get(table=table, number=number)


def rewrite(hand: Hand, **changes: Any) -> None:
    """Store the hand's record with something changed, sealed as it should be."""
    record = msgspec.structs.replace(records.read_record(hand), **changes)
    sealed = seal(msgspec.json.encode(record), f"hand:{hand.table_id}:{hand.number}")
    Hand.objects.filter(pk=hand.pk).update(sealed=sealed)


def play_hands(table: Table, hands: int, seed: int = 1) -> None:
    """Small bets only: the cards are new each time, and a match must not be over before."""
    dice = random.Random(seed)
    while table.hands.count() < hands:
        assert play_on(table.id, dice, timid=True).phase != "over"


def test_finished_hand_is_recorded_with_its_result_in_the_commit_that_ended_it() -> None:
    table = playing_table()
    act(table.id, "bet", 100)
    folder = asked(state_of(table.id))
    version = act(table.id, "fold").version
    hand = hand_of(table)
    assert (hand.first_seq, hand.last_seq, hand.reason) == (1, version, "fold")
    assert hand.net == {str(folder): -50, str(1 - folder): 50}
    record = records.read_record(hand)
    assert record.commands[0].type == "begin"
    assert [command.type for command in record.commands[-2:]] == ["act", "act"]
    assert len(record.faces) == 4
    state = state_of(table.id)
    assert state.hand is not None
    assert [card.face for card in state.hand.cards[state.hand.button]] == [record.faces[1], record.faces[3]]


def test_verified_hands_leave_the_journal_and_the_next_hand_stays() -> None:
    table = playing_table()
    finish_hand(table.id)
    play_on(table.id, random.Random(1))
    act(table.id, "check")
    assert records.verify_hands() == (1, 0)
    hand = hand_of(table)
    assert hand.verified_at is not None
    rest = JournalEntry.objects.filter(table=table)
    assert min(rest.values_list("seq", flat=True)) == hand.last_seq + 1
    assert records.verify_hands() == (0, 0)


def test_every_hand_replays_alone_and_all_of_them_from_the_first_command_on() -> None:
    table = playing_table()
    play_hands(table, 6)
    for hand in Hand.objects.select_related("table"):
        assert records.check_hand(hand) == ""
    records.verify_hands()
    loaded = store.fetch(table.id)
    rebuilt = records.rebuild(table.id, loaded.deals)
    assert loaded.state is not None
    assert rebuilt is not None
    assert encode_state(rebuilt) == encode_state(loaded.state)


def changed_face(record: HandRecord) -> dict[str, Any]:
    return {"faces": ((record.faces[0] + 1) % 52, *record.faces[1:])}


def changed_command(record: HandRecord) -> dict[str, Any]:
    commands = list(record.commands)
    index = next(
        n for n, command in enumerate(commands) if isinstance(command, Act) and command.action == Check()
    )
    commands[index] = msgspec.structs.replace(commands[index], action=Pass())
    return {"commands": tuple(commands)}


def changed_outcome(record: HandRecord) -> dict[str, Any]:
    assert record.outcome is not None
    line = record.outcome.lines[0]
    lines = (msgspec.structs.replace(line, returned=line.returned + 1), *record.outcome.lines[1:])
    return {"outcome": msgspec.structs.replace(record.outcome, lines=lines)}


def changed_log(record: HandRecord) -> dict[str, Any]:
    return {"log": (*record.log[:-1], msgspec.structs.replace(record.log[-1], amount=1))}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (changed_face, "cards: number 1"),
        (changed_command, "a command is refused now"),
        (changed_outcome, "outcome: was"),
        (changed_log, "decisions: number"),
    ],
)
def test_changed_record_is_found_and_the_first_difference_named(change: Any, named: str) -> None:
    table = playing_table()
    act(table.id, "check")
    act(table.id, "check")
    finish_hand(table.id)
    hand = hand_of(table)
    rewrite(hand, **change(records.read_record(hand)))
    assert records.verify_hands() == (0, 1)
    hand.refresh_from_db()
    assert hand.fault.startswith(named)
    assert hand.verified_at is None
    assert JournalEntry.objects.filter(table=table, seq__lte=hand.last_seq).count() == hand.last_seq
    with pytest.raises(CommandError, match=named) as error:
        call_command("replay", hand.public_id)
    assert error.value.returncode == 1


def test_what_differs_is_told_without_telling_a_card(caplog: pytest.LogCaptureFixture) -> None:
    """Staff read it in the log and in the admin, and the shoe is still in use (rules.md, Fair deal)."""
    table = playing_table()
    act(table.id, "bet", 100)
    act(table.id, "fold")
    hand = hand_of(table)
    record = records.read_record(hand)
    assert record.outcome is not None
    secret = msgspec.structs.replace(record.outcome, carry=(4711,))
    for change, named in (
        ({"faces": (*record.faces[:3], 99)}, "cards: number 4 is another one"),
        ({"faces": record.faces, "outcome": secret}, "outcome: was"),
    ):
        rewrite(hand, **change)
        Hand.objects.update(fault="")
        assert records.verify_hands() == (0, 1)
        hand.refresh_from_db()
        assert hand.fault.startswith(named)
        assert not {"99", str(record.faces[3]), "4711"} & set(
            re.findall("[0-9]+", hand.fault.partition(":")[2])
        )
        assert "4711" not in caplog.text


def test_record_that_cannot_be_opened_is_a_fault_and_does_not_stop_the_others() -> None:
    damaged, sound = playing_table(), playing_table()
    finish_hand(damaged.id)
    finish_hand(sound.id)
    hand = hand_of(damaged)
    Hand.objects.filter(pk=hand.pk).update(
        sealed=bytes(hand.sealed)[:-1] + bytes([bytes(hand.sealed)[-1] ^ 1])
    )
    assert records.verify_hands() == (1, 1)
    assert hand_of(sound).verified_at is not None


def test_hand_by_rules_that_newer_code_alone_has_waits_for_it_and_holds_up_no_other() -> None:
    """A rolling update: this worker is still the old one. What it calls faulty would stay so."""
    newer, ours = playing_table(), playing_table()
    finish_hand(newer.id)
    finish_hand(ours.id)
    Hand.objects.filter(table=newer).update(version=99)
    begin, *others = records.read_record(hand_of(newer)).commands
    rewrite(hand_of(newer), version=99, commands=(msgspec.structs.replace(begin, version=99), *others))
    assert records.verify_hands(limit=1) == (1, 0)
    assert (hand_of(newer).fault, hand_of(newer).verified_at) == ("", None)
    assert hand_of(ours).verified_at is not None


def test_hand_with_a_fault_keeps_its_journal_when_a_later_one_is_proven() -> None:
    table = playing_table()
    play_hands(table, 2)
    first = hand_of(table, 1)
    rewrite(first, faces=())
    assert records.verify_hands() == (1, 1)
    kept = JournalEntry.objects.filter(table=table).values_list("seq", flat=True)
    assert set(range(1, first.last_seq + 1)) <= set(kept)
    assert not set(range(first.last_seq + 1, hand_of(table, 2).last_seq + 1)) & set(kept)


def test_record_moved_to_another_hand_cannot_be_opened() -> None:
    table = playing_table()
    play_hands(table, 2)
    Hand.objects.filter(pk=hand_of(table, 2).pk).update(sealed=hand_of(table, 1).sealed)
    assert records.check_hand(hand_of(table, 2)).startswith("the record cannot be replayed: Unsealable")


def test_answer_of_a_hand_whose_journal_is_gone_still_gets_the_same_reply() -> None:
    table = playing_table()
    answer = any_answer(state_of(table.id), random.Random(4))
    reply = play.submit(table.id, answer)
    finish_hand(table.id)
    records.verify_hands()
    assert not JournalEntry.objects.filter(table=table, token=answer.token).exists()
    again = play.submit(table.id, answer)
    assert (again.version, again.repeated) == (reply.version, True)
    other = msgspec.structs.replace(answer, action=Pass())
    with pytest.raises(AppError) as refused:
        play.submit(table.id, other)
    assert refused.value.code == "already_acted"


def test_voided_hand_is_recorded_as_unfinished_and_replays() -> None:
    table = playing_table()
    act(table.id, "bet", 100)
    halts.void(table.id, "Sam", "asked for")
    hand = hand_of(table)
    assert (hand.reason, hand.net) == ("unfinished", {})
    assert records.check_hand(hand) == ""
    match = Match.objects.get(table=table)
    assert (match.reason, match.winners) == ("void", [])
    assert match.ended_at is not None


def test_given_up_match_is_over_in_all_its_rows() -> None:
    from games.services.tables import give_up

    table = playing_table()
    give_up(table, ALICE)
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    assert not TableState.objects.get(table=table).live
    assert Match.objects.get(table=table).winners == [1]
    assert set(table.seats.values_list("conn", "process")) == {("", "")}


def test_root_of_every_shoe_is_stored_before_its_first_card_is_dealt() -> None:
    table = playing_table()
    state = state_of(table.id)
    deal = Deal.objects.get(table=table)
    assert (deal.number, deal.root) == (1, state.root)
    assert records.deals_of(table).root(state, 1) == deal.root


def test_replay_all_says_how_many_and_finds_a_live_state_that_is_not_its_journals() -> None:
    table = playing_table()
    finish_hand(table.id)
    call_command("replay", "--all")
    state = msgspec.structs.replace(state_of(table.id), decision=77)
    TableState.objects.filter(table=table).update(sealed=seal(encode_state(state), f"state:{table.id}"))
    with pytest.raises(CommandError, match="not what the journal leads to"):
        call_command("replay", "--all")
