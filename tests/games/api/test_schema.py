"""The OpenAPI document that is committed is the one that is served; its reader loads nothing from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from battle21.installation import BASE_DIR
from games.api.docs import codes, document
from games.api.urls import urlpatterns
from games.errors import SENTENCES

WRITE = "python manage.py spectacular --format openapi-json --file docs/api/openapi.json"


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    ]


def types_in(part: Any) -> Iterator[str]:
    """Every JSON type the document speaks of."""
    if isinstance(part, dict):
        kind = part.get("type")
        yield from [kind] if isinstance(kind, str) else kind if isinstance(kind, list) else []
    for below in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from types_in(below)


@pytest.mark.django_db
def test_committed_document_is_the_one_served(client: Client) -> None:
    committed = json.loads((BASE_DIR / "docs" / "api" / "openapi.json").read_text())
    assert client.get("/api/schema.json").json() == committed, f"write it anew: {WRITE}"
    assert committed["openapi"] == "3.1.0"


def test_document_has_every_address_once() -> None:
    paths = {
        "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        for pattern in urlpatterns
        if str(pattern.pattern).startswith("v1/")
    }
    assert set(document()["paths"]) == paths
    names = [operation["operationId"] for _path, _method, operation in operations()]
    assert len(names) == len(set(names))


def test_every_operation_needs_a_key_and_says_how_it_refuses() -> None:
    for path, method, operation in operations():
        assert operation["security"] == [{"key": []}], (path, method)
        assert {"400", "401", "403", "404", "409", "429", "500", "503"} <= set(operation["responses"])
        if "requestBody" in operation:
            assert {"413", "415", "422"} <= set(operation["responses"])


def test_what_creates_or_moves_something_takes_an_idempotency_key() -> None:
    with_key = {
        operation["operationId"]
        for _path, _method, operation in operations()
        if any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", ()))
    }
    assert with_key == {"create_player", "create_table", "join_table", "begin_match", "rematch"}


def test_bodies_hold_nothing_else_and_no_amount_is_a_float() -> None:
    schemas = document()["components"]["schemas"]
    bodies = {name: schema for name, schema in schemas.items() if name.endswith("Body")}
    assert len(bodies) >= 8
    assert all(schema["additionalProperties"] is False for schema in bodies.values())
    assert "number" not in set(types_in(document()["components"]))


@pytest.mark.django_db
def test_reader_loads_nothing_from_elsewhere_under_the_strict_policy(client: Client) -> None:
    page = client.get("/api/docs/")
    html = page.content.decode()
    assert re.findall(r"(?:src|href)=\"(?!/)[^\"]*\"", html) == []
    assert "<style" not in html
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|style=", html)
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    for address in re.findall(r"(?:src|href)=\"(/static/[^\"]*)\"", html):
        answer = client.get(address)
        answer.close()
        assert answer.status_code == 200, address


@pytest.mark.django_db
def test_every_code_has_a_place_where_a_problems_type_leads(client: Client) -> None:
    html = client.get("/api/errors").content.decode()
    named = set(re.findall(r'<dt id="(\w+)">', html))
    assert named == {code for code, _status, _sentence in codes()}
    assert set(SENTENCES) <= named
