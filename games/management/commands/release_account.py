"""Let money leave a player's account again, after staff have looked why it was frozen."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.models import User
from wallet.models import PlayerGate
from wallet.services import set_gate


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="public id of the player")
        parser.add_argument("--staff", required=True, help="who has looked")
        parser.add_argument("--reason", required=True, help="why it is right")

    def handle(self, *args: Any, **options: Any) -> None:
        player = User.objects.filter(public_id=options["player"]).first()
        gate = None if player is None else PlayerGate.objects.filter(player=player, frozen=True).first()
        if player is None or gate is None:
            raise CommandError("no player with that id has a frozen account")
        was = gate.reason
        try:
            set_gate(player=player.pk, by=options["staff"], reason=options["reason"], frozen=False)
        except ValueError as wrong:
            raise CommandError(str(wrong)) from None
        self.stdout.write(f"released; it was frozen for: {was}")
