"""`manage.py lift_hold --staff NAME`: after the ledger was looked at, hands are dealt again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services import holds


class Command(BaseCommand):
    help = "Lift the hold that a failed ledger check has put on all tables, and let the halted ones go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--staff", required=True, help="who has looked; kept with the hold")

    def handle(self, *args: Any, **options: Any) -> None:
        going, failing = holds.lift(options["staff"])
        self.stdout.write(f"The hold is lifted; {len(going)} halted tables go on.")
        if failing:
            raise CommandError(f"These stay halted, see the log: {' '.join(failing)}")
