"""`manage.py void_table TABLE --staff NAME --reason TEXT`: nobody wins what is not settled yet."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from battle21.errors import AppError
from games.models import Table
from games.services import halts


class Command(BaseCommand):
    help = (
        "End a table's match without a winner, halted or not; what is not settled goes back to the players."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="id of the table, as in its address")
        parser.add_argument("--staff", required=True, help="who decides this; goes into the journal")
        parser.add_argument("--reason", required=True, help="why; goes into the journal")

    def handle(self, *args: Any, **options: Any) -> None:
        table = Table.objects.filter(public_id=options["table"]).first()
        if table is None:
            raise CommandError("There is no such table. Its id is the last part of its address.")
        try:
            halts.void(table.id, options["staff"], options["reason"])
        except AppError as refused:
            raise CommandError(f"Not voided: {refused}") from refused
        self.stdout.write(f"Table {table.public_id} is void.")
