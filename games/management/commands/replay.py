"""`manage.py replay HAND | FILE | --all`: the same inputs must give the same cards, decisions and results."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Hand, Table, TableState
from games.rules.codec import encode_state
from games.services import hand_files, records, store


class Command(BaseCommand):
    help = "Replay recorded hands and compare cards, decisions and results; exit 1 at the first difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "hand", nargs="?", help="id of a hand, or a file written by `manage.py export_hand`"
        )
        parser.add_argument("--all", action="store_true", help="every recorded hand and every live table")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["hand"]) == options["all"]:
            raise CommandError("Name one hand (its id or an exported file), or say --all.")
        checked = 0
        for name, difference in _all() if options["all"] else _one(options["hand"]):
            checked += 1
            if difference:
                raise CommandError(f"{name} differs. {difference}", returncode=1)
        self.stdout.write(f"{checked} replayed, no difference.")


def _all() -> Iterator[tuple[str, str]]:
    for hand in Hand.objects.select_related("table").order_by("id").iterator(chunk_size=200):
        yield f"hand {hand.public_id}", records.check_hand(hand)
    for table in (
        Table.objects.filter(mode__in=Table.BOOKED, state__isnull=False)
        .order_by("id")
        .iterator(chunk_size=200)
    ):
        yield f"money of table {table.public_id}", records.check_money(table)
    for row in TableState.objects.filter(live=True, halted_at__isnull=True).select_related("table"):
        yield f"table {row.table.public_id}", _live_difference(row.table_id)


def _live_difference(table_id: int) -> str:
    """The stored state of a table in play against its inputs."""
    loaded = store.fetch(table_id)
    rebuilt = records.rebuild(table_id, loaded.deals)
    if loaded.state is None or rebuilt is None:
        return "" if loaded.state is rebuilt else "state: one of the two is missing"
    if store.fetch(table_id).version != loaded.version:
        return ""  # It was played on meanwhile; the hand is checked when it is recorded.
    return (
        "" if encode_state(loaded.state) == encode_state(rebuilt) else "state: not what the journal leads to"
    )


def _one(name: str) -> Iterator[tuple[str, str]]:
    path = Path(name)
    if path.is_file():
        try:
            yield str(path), hand_files.replay_file(path.read_bytes())
        except ValueError as wrong:
            raise CommandError(f"{path} is not a hand's file: {wrong}") from wrong
        return
    hand = Hand.objects.select_related("table").filter(public_id=name).first()
    if hand is None:
        raise CommandError(
            f"There is no hand {name!r} and no such file. Hands are named by their id, see the admin."
        )
    yield f"hand {hand.public_id}", records.check_hand(hand)
