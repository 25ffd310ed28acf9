"""`manage.py check_ledger`: proves every invariant of the ledger; exit 1 and what is wrong, with ids, if one fails."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from wallet import services


class Command(BaseCommand):
    help = "Prove the ledger: zero sums, balances, sequences, flags, guards. Exit 1 when something is wrong."

    def handle(self, *args: Any, **options: Any) -> None:
        result = services.check_ledger()
        figures = result.figures
        self.stdout.write(
            f"{figures['transfers']} transfers with {figures['entries']} entries looked at in {figures['ms']} ms."
        )
        if figures["closed"]:
            self.stdout.write("Closed until {day}: {sha256}".format(**figures["closed"]))
        if result.ok:
            self.stdout.write("Everything is right.")
            return
        for fault in result.faults:
            self.stderr.write(f"WRONG {fault['invariant']}: {fault['sentence']}")
            for found in fault["found"]:
                self.stderr.write(f"  {found}")
        sys.exit(1)
