"""`manage.py resume_table TABLE`: a halted table goes on where it stood."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from battle21.errors import AppError
from games.models import Table
from games.services import halts


class Command(BaseCommand):
    help = "Let a halted table go on; the time of the halt is taken out of all its clocks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="id of the table, as in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        table = Table.objects.filter(public_id=options["table"]).first()
        if table is None:
            raise CommandError("There is no such table. Its id is the last part of its address.")
        try:
            halts.resume(table.id)
        except AppError as refused:
            raise CommandError(f"Not resumed: {refused}") from refused
        self.stdout.write(f"Table {table.public_id} goes on.")
