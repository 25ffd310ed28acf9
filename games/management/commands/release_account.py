"""Let money leave a player's account again, after staff have looked at the large win it waits for. What staff have
frozen stays frozen."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.models import User
from wallet.models import PlayerGate
from wallet.services import set_review


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="public id of the player")
        parser.add_argument("--staff", required=True, help="who has looked")
        parser.add_argument("--reason", required=True, help="why it is right")

    def handle(self, *args: Any, **options: Any) -> None:
        player = User.objects.filter(public_id=options["player"]).first()
        gate = None if player is None else PlayerGate.objects.filter(player=player, in_review=True).first()
        if player is None or gate is None:
            raise CommandError("no player with that id has an account under review")
        was = gate.review_reason
        try:
            now = set_review(player=player.pk, by=options["staff"], reason=options["reason"], in_review=False)
        except ValueError as wrong:
            raise CommandError(str(wrong)) from None
        self.stdout.write(f"released; it was under review for: {was}")
        if now.frozen:
            self.stdout.write(f"it stays frozen by staff: {now.reason}")
