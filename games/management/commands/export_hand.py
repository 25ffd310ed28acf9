"""`manage.py export_hand HAND [--seat N]`: a finished hand as JSON, for staff or as one player saw it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import msgspec
import structlog
from django.core.management.base import BaseCommand, CommandError

from battle21.errors import AppError
from games.models import Hand
from games.services import hand_files

log = structlog.get_logger(__name__)


class Command(BaseCommand):
    help = "Write a finished hand as JSON: all dealt cards once the match is over, or one seat's own view."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("hand", help="id of the hand")
        parser.add_argument("--seat", type=int, help="only what this seat may know")
        parser.add_argument("--staff", help="who looks at everybody's cards; goes into the log")

    def handle(self, *args: Any, **options: Any) -> None:
        hand = Hand.objects.select_related("table", "match").filter(public_id=options["hand"]).first()
        if hand is None:
            raise CommandError("There is no such hand. Hands are named by their id, see the admin.")
        seat, staff = options["seat"], options["staff"]
        if seat is None and not staff:
            raise CommandError(
                "Say who looks at everybody's cards (--staff NAME), or name one seat (--seat N)."
            )
        if seat is not None and not hand.table.seats.filter(number=seat).exists():
            raise CommandError("There is no such seat at that table. Seats count from 0.")
        try:
            file = hand_files.staff_file(hand) if seat is None else hand_files.player_file(hand, seat)
        except AppError as refused:
            raise CommandError(str(refused)) from refused
        if seat is None:
            log.warning("staff saw hidden cards", user=staff, hand=hand.public_id)
        self.stdout.write(msgspec.json.encode(file).decode())
