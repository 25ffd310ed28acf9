"""States and journals as bytes.

A state is msgpack: it is stored sealed and read by us alone. Commands are JSON: a record must be legible in
ten years. A stored state is only a cache of its journal; one with another schema number is not read but
rebuilt by replay.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.commands import ENCODER, Command
from games.rules.state import SCHEMA, TableState


class OtherSchema(ValueError):
    """The state was written by older or newer code (`found`); msgspec would drop fields silently."""

    def __init__(self, found: int) -> None:
        self.found = found
        super().__init__(f"state of schema {found}, this code reads {SCHEMA}")


class _Head(msgspec.Struct):
    """What must be known of a state before the rest can be read."""

    schema: int
    game: str
    version: int


_STATE_ENCODER = msgspec.msgpack.Encoder()
_HEAD_DECODER = msgspec.msgpack.Decoder(_Head)
_COMMANDS_DECODER = msgspec.json.Decoder(tuple[Command, ...])


def encode_state(state: State) -> bytes:
    return _STATE_ENCODER.encode(state)


def decode_state(game_key: str, data: bytes) -> State:
    """The state of a table of that game.

    Raises OtherSchema; KeyError for a game or version that is not in the catalogue; ValueError for another
    game's state and for bytes that are no state.
    """
    head = _HEAD_DECODER.decode(data)
    if head.schema != SCHEMA:
        raise OtherSchema(head.schema)
    if head.game != game_key:
        raise ValueError(f"a state of {head.game!r}, not of {game_key!r}")
    state: State = _state_decoder(game_key, head.version).decode(data)
    return state


def encode_commands(commands: Iterable[Command]) -> bytes:
    """A JSON array, oldest first."""
    return ENCODER.encode(tuple(commands))


def decode_commands(data: bytes) -> tuple[Command, ...]:
    """Raises msgspec.DecodeError or msgspec.ValidationError (both ValueErrors)."""
    return _COMMANDS_DECODER.decode(data)


@cache
def _state_decoder(game_key: str, version: int) -> msgspec.msgpack.Decoder[Any]:
    hand, match = GAMES[game_key].rules(version)
    state_type: Any = TableState[hand.state_type, match.state_type]  # type: ignore[name-defined]
    return msgspec.msgpack.Decoder(state_type)
