"""Styles of house bots by the API: read from the catalogue, chosen for a table, refused where there is none."""

from __future__ import annotations

import pytest

from games.models import Seat, Table
from tests.games.api.calling import Api, done, refused

pytestmark = pytest.mark.django_db

KEY = "heads_up"


def test_partner_reads_the_styles_and_chooses_one(acme: Api) -> None:
    assert done(acme.get(f"/games/{KEY}"))["bots"] == ["steady", "careful", "bold"]
    alice = acme.player("Alice")
    acme.table(alice, game=KEY, mode="practice", clock=0, bot="bold")
    assert Seat.objects.get(user=None).bot == "bold"
    body = {"player": alice, "game": KEY, "mode": "practice", "bot": "reckless"}
    refused(acme.post("/tables", body), 400, "bad_option")
    assert Table.objects.count() == 1
