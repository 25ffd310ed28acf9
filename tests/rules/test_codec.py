"""States and commands as bytes."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.actions import Bet, Check
from games.rules.cards import Card, Sealed
from games.rules.codec import OtherSchema, decode_commands, decode_state, encode_commands, encode_state
from games.rules.commands import Act, Tick
from games.rules.state import SCHEMA
from tests.rules.tables import ALICE, BOB, Table
from tests.seam.hand import SeamHand


def test_state_comes_back_as_it_was() -> None:
    table = Table().start().play("Alice bet 100, Bob call, Bob hit")
    state = decode_state("tactical", encode_state(table.state))
    assert state == table.state
    assert type(state.hand) is type(table.state.hand)
    assert type(state.match) is type(table.state.match)


def test_sealed_and_opened_cards_stay_apart() -> None:
    table = Table().start("seam")
    before = table.state
    for seat in table.asked():
        table.act(seat, Check())
    table.open_middle()
    for state, kind in ((before, Sealed), (table.state, Card)):
        stored = decode_state("seam", encode_state(state))
        assert isinstance(stored.hand, SeamHand)
        assert isinstance(stored.hand.middle, kind)
        assert stored == state


@pytest.mark.parametrize("schema", [SCHEMA - 1, SCHEMA + 1])
def test_state_of_another_schema_is_not_read(schema: int) -> None:
    state = msgspec.structs.replace(Table().start().state, schema=schema)
    with pytest.raises(OtherSchema) as found:
        decode_state("tactical", encode_state(state))
    assert found.value.found == schema


def test_state_of_another_game_is_not_read() -> None:
    with pytest.raises(ValueError, match="'seam'"):
        decode_state("tactical", encode_state(Table().start("seam").state))


def test_state_of_an_unknown_version_is_not_read() -> None:
    state = msgspec.structs.replace(Table().start().state, version=99)
    with pytest.raises(KeyError):
        decode_state("tactical", encode_state(state))


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x90", encode_state(Table().start().state)[:-1]])
def test_broken_bytes_are_no_state(data: bytes) -> None:
    with pytest.raises(ValueError):
        decode_state("tactical", data)


def test_commands_are_legible() -> None:
    commands = (Act(at=5, seat=BOB, token="1.1.1.2", action=Bet(40)), Tick(at=6))
    data = encode_commands(commands)
    assert msgspec.json.decode(data) == [
        {"type": "act", "at": 5, "seat": 1, "token": "1.1.1.2", "action": {"kind": "bet", "to": 40}},
        {"type": "tick", "at": 6},
    ]
    assert decode_commands(data) == commands


def test_whole_journal_comes_back() -> None:
    table = Table().start().play_out().skip(ALICE).skip(BOB).lose(ALICE, ours=True).back(ALICE)
    assert decode_commands(encode_commands(table.journal)) == tuple(table.journal)
    assert table.replayed() == table.state


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'[{"type": "act", "at": 1}]',
        b'[{"type": "win", "at": 1}]',
        b'[{"type": "act", "at": 1, "seat": 0, "token": "x", "action": {"kind": "bet", "to": "9"}}]',
        b'[{"type": "act", "at": 1, "seat": 0, "token": "x", "action": {"kind": "bet", "to": 9.5}}]',
        b'[{"type": "act", "at": 1, "seat": 0, "token": "x", "action": {"kind": "check", "to": 9}}]',
    ],
)
def test_what_is_no_command_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        decode_commands(data)
