"""The same request again, with the same Idempotency-Key, counts once."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from games.models import ApiAnswer, Table
from games.services import tables
from players.models import PartnerPlayer, User
from tests.games.api.calling import GAME, Api, done, refused
from tests.live.seating import at_once

pytestmark = pytest.mark.django_db


def test_same_request_again_gets_the_first_answer_and_does_nothing(acme: Api) -> None:
    body = {"player": acme.player(), "game": GAME, "mode": "free"}
    first = acme.post("/tables", body, idempotency_key="open-1")
    assert "Idempotent-Replayed" not in first.headers
    acme.post(f"/tables/{first.json()['id']}/leave", {"player": body["player"]})
    again = acme.post("/tables", dict(reversed(body.items())), idempotency_key="open-1")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (again.status_code, again.json()) == (201, first.json())
    assert Table.objects.count() == 1


def test_same_key_for_another_request_is_refused(acme: Api) -> None:
    body = {"player": acme.player(), "game": GAME, "mode": "free"}
    done(acme.post("/tables", body, idempotency_key="k"), 201)
    refused(
        acme.post("/tables", {**body, "private": True}, idempotency_key="k"), 422, "idempotency_key_reused"
    )
    refused(acme.post("/players", {"name": "Bob"}, idempotency_key="k"), 422, "idempotency_key_reused")
    assert (Table.objects.count(), PartnerPlayer.objects.count()) == (1, 1)


def test_keys_are_each_partners_own(acme: Api, other: Api) -> None:
    for api in (acme, other):
        answer = api.post("/players", {"name": "Alice"}, idempotency_key="k")
        assert done(answer, 201)["name"] == "Alice"
    assert PartnerPlayer.objects.count() == 2


def test_refusal_is_not_remembered(acme: Api) -> None:
    refused(acme.post("/players", {"name": "support"}, idempotency_key="k"), 422, "invalid_fields")
    done(acme.post("/players", {"name": "Alice"}, idempotency_key="k"), 201)


def test_without_a_proper_key_nothing_is_made(acme: Api) -> None:
    for key in (None, "x" * 256, "a b", "\u00e9", " "):
        answer = acme.post("/players", {"name": "Alice"}, idempotency_key=key)
        refused(answer, 400, "idempotency_key_missing")
    assert not PartnerPlayer.objects.exists()


def test_answer_and_what_it_tells_of_are_one_commit(acme: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the answer cannot be kept, nothing was made: the request can be sent again."""

    def full(**_: Any) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(ApiAnswer.objects, "create", full)
        refused(acme.post("/players", {"name": "Alice"}, idempotency_key="k"), 500, "internal")
    assert not User.objects.filter(display_name="Alice").exists()
    done(acme.post("/players", {"name": "Alice"}, idempotency_key="k"), 201)


@pytest.mark.django_db(transaction=True)
def test_same_request_many_times_at_once_counts_once(acme: Api) -> None:
    player = acme.player()
    body = {"player": player, "game": GAME, "mode": "free"}
    answers = at_once(*[lambda: acme.post("/tables", body, idempotency_key="k") for _ in range(6)])
    codes = [answer.status_code for answer in answers]
    assert set(codes) <= {201, 409}, [answer.content for answer in answers]
    assert codes.count(201) >= 1
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} <= {
        "request_in_progress"
    }
    assert len({answer.json()["id"] for answer in answers if answer.status_code == 201}) == 1
    assert Table.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_request_in_progress_is_told_to_wait(acme: Api) -> None:
    inside, finish = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            with connection.cursor() as cursor:
                name = f"api answer {acme.partner.pk} k"
                cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 21))", [name])
            inside.set()
            finish.wait(20)

    def ask() -> Any:
        inside.wait(20)
        try:
            return acme.post("/players", {"name": "Alice"}, idempotency_key="k")
        finally:
            finish.set()

    _held, answer = at_once(hold, ask)
    refused(answer, 409, "request_in_progress")
    done(acme.post("/players", {"name": "Alice"}, idempotency_key="k"), 201)


def test_player_sits_at_no_more_tables_than_on_the_page(acme: Api) -> None:
    alice = acme.player()
    for _ in range(tables.MOST_OPEN_TABLES):
        acme.table(alice)
    refused(acme.post("/tables", {"player": alice, "game": GAME, "mode": "free"}), 409, "too_many_tables")
