"""What was once played replays to the same cards, decisions, results and effects, for ever (design, promise 4)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from games.rules.catalog import GAMES
from games.rules.commands import Act
from tests.records.replaying import RecordedDeals, all_records, play, read
from tests.rules.generic.keys import KEYS

every_record = pytest.mark.parametrize("path", all_records(), ids=lambda path: path.stem)


@every_record
def test_record_replays_to_what_happened(path: Path) -> None:
    record = read(path)
    assert play(record.commands, RecordedDeals(record.shoes)) == record.happened


@every_record
def test_record_that_was_tampered_with_is_found(path: Path) -> None:
    """One card swapped for another, or one answer left out: the replay does not come to the same."""
    record = read(path)
    number = next(number for number, shoe in enumerate(record.shoes) if shoe.cards)
    shoe = record.shoes[number]
    at, other = min(shoe.cards), "2s" if shoe.cards[min(shoe.cards)] != "2s" else "3s"
    swapped = msgspec.structs.replace(shoe, cards={**shoe.cards, at: other})
    assert (
        _outcome(record.commands, (*record.shoes[:number], swapped, *record.shoes[number + 1 :]))
        != record.happened
    )
    first = next((command for command in record.commands if isinstance(command, Act)), record.commands[-1])
    shorter = tuple(command for command in record.commands if command is not first)
    assert _outcome(shorter, record.shoes) != record.happened


def _outcome(commands: object, shoes: object) -> object:
    """What happened, or why the replay could not go on."""
    try:
        return play(commands, RecordedDeals(shoes))  # type: ignore[arg-type]
    except (ValueError, LookupError) as broken:
        return broken


@pytest.mark.parametrize("key", KEYS)
def test_every_version_of_every_game_has_records(key: str) -> None:
    game = GAMES[key]
    have = {(read(path).game, read(path).version) for path in all_records()}
    assert {(key, version) for version in (game.version, *game.earlier)} <= have
