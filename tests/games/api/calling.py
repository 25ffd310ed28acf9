"""A partner's program, as tests write it: a key, a client, and what it needs to play by single requests."""

from __future__ import annotations

import itertools
import secrets
from typing import Any

from django.test import Client

from games.rules.commitments import seed_digest
from players.models import Partner
from players.partner_models import SCOPES
from players.services import partners

GAME = "tactical"
_numbers = itertools.count(1)


class Api:
    """One key of one partner. Paths are below /api/v1."""

    def __init__(self, partner: Partner, scopes: tuple[str, ...] = SCOPES) -> None:
        self.partner = partner
        self.key, self.text = partners.issue_key(partner, "test", "sam", scopes)
        self.client = Client(headers={"Authorization": f"Bearer {self.text}"})

    def get(self, path: str, **parameters: Any) -> Any:
        return self.client.get(f"/api/v1{path}", parameters)

    def post(self, path: str, body: Any = None, *, idempotency_key: str | None = "") -> Any:
        """`idempotency_key`: "" for a new one, None for none."""
        key = f"test-{next(_numbers)}" if idempotency_key == "" else idempotency_key
        headers = {} if key is None else {"Idempotency-Key": key}
        data = {} if body is None else body
        return self.client.post(f"/api/v1{path}", data, content_type="application/json", headers=headers)

    # --- what has to work before anything else can be tested -----------------------------------------------------

    def player(self, name: str = "Alice") -> str:
        return str(done(self.post("/players", {"name": name}), 201)["id"])

    def table(self, player: str, **fields: Any) -> dict[str, Any]:
        return done(self.post("/tables", {"player": player, "game": GAME, "mode": "free", **fields}), 201)

    def join(self, table: dict[str, Any], player: str, **fields: Any) -> dict[str, Any]:
        invitation = table["invitation"] or ""
        path = f"/tables/{table['id']}/join"
        return done(self.post(path, {"player": player, "invitation": invitation, **fields}))

    def seat(self, table: str, player: str) -> dict[str, Any]:
        return done(self.get(f"/tables/{table}/seats/{player}"))

    def send(self, table: str, player: str, what: str, body: Any = None) -> Any:
        return self.post(f"/tables/{table}/seats/{player}/{what}", body, idempotency_key=None)

    def bring_seeds(self, table: str, *players: str) -> None:
        values = {player: secrets.token_bytes(32) for player in players}
        for player, value in values.items():
            done(self.send(table, player, "digest", {"digest": seed_digest(value).hex()}))
        for player, value in values.items():
            done(self.send(table, player, "reveal", {"value": value.hex()}))

    def begun(self, **fields: Any) -> tuple[dict[str, Any], str, str]:
        """A table with two players of this partner at their first decision."""
        first, second = self.player("Alice"), self.player("Bob")
        table = self.table(first, **fields)
        payment = {name: fields[name] for name in ("currency", "most_units") if name in fields}
        self.join(table, second, **payment)
        self.bring_seeds(table["id"], first, second)
        return table, first, second


def done(response: Any, status: int = 200) -> dict[str, Any]:
    assert response.status_code == status, response.content
    body: dict[str, Any] = response.json()
    return body


def refused(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem, whole as RFC 9457 wants it."""
    assert (response.status_code, response.json().get("code")) == (status, code), response.content
    assert response.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert problem["status"] == status
    assert problem["type"] == f"/api/errors#{code}"
    assert problem["instance"] == f"urn:uuid:{response.headers['Request-Id']}"
    assert problem["title"]
    assert problem["detail"]
    return problem
