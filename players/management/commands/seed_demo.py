import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from players import services
from players.services import partners
from players.services.demo import DemoOnly


class Command(BaseCommand):
    help = "Make the demo's players and print their log-ins a one-time staff link and a sandbox key of the API as JSON."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            players, staff = services.seed_demo_players()
            sandbox_key = partners.seed_demo_partner()
        except DemoOnly as refusal:
            raise CommandError(str(refusal)) from refusal
        token = services.issue_staff_link(staff, timezone.now())
        report = {
            "logins": [
                {"name": player.display_name, "password": services.DEMO_PASSWORD} for player in players
            ],
            "staff_link": reverse("players:staff_link", args=[token]),
            "sandbox_key": sandbox_key,
        }
        self.stdout.write(json.dumps(report))
