"""`manage.py seed_demo_coins`: test coins for the demo's players, once. Repeatable: nobody gets them twice."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from wallet.services import DEMO_COINS, give_demo_coins


class Command(BaseCommand):
    help = "Demo only: give each demo player test coins (no money), once, and print who got some as JSON."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("test coins exist in demo mode only (B21_DEMO=1)")
        players = get_user_model().objects.filter(is_demo=True, is_staff=False).order_by("pk")
        names = {player.pk: player.get_username() for player in players}
        new = [names[pk] for pk in give_demo_coins(names)]
        self.stdout.write(json.dumps({"coins": DEMO_COINS, "given_to": new}))
