"""Whatever is sent, our side does not break: requests made from the OpenAPI document, and spoilt ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api.docs import document
from tests.games.api.calling import Api

pytestmark = pytest.mark.django_db

EXAMPLES = 4
"""For each operation, well-formed and spoilt; the same ones every time."""
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
FIXED = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def application() -> Iterator[Any]:
    """The site as its server calls it, on the test's own connection, which must not be closed after each request."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def known(acme: Api) -> dict[str, list[str]]:
    """What is really there, so that requests get further than "no such table"."""
    table, *players = acme.begun()
    waiting, practice = acme.table(players[0]), acme.table(players[1], mode="practice")
    ids = [table["id"], waiting["id"], practice["id"]]
    return {"table": ids, "player": players, "game": [table["game"]]}


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_no_request_makes_a_fault(
    acme: Api, known: dict[str, list[str]], application: Any, mode: GenerationMode, settings: Any
) -> None:
    """Every answer has a status and a shape that the document names, and none of them is a 5xx."""
    settings.API_REQUESTS_PER_MINUTE = 1_000_000
    schema = schemathesis.openapi.from_dict(document())
    schema.app = application
    numbers = itertools.count(1)
    statuses: dict[str, set[int]] = {}

    def ask(case: Any) -> None:
        number = next(numbers)
        if mode is GenerationMode.POSITIVE or number % 2:
            use_known(case, known, number)
        headers = {"Authorization": f"Bearer {acme.text}", "Idempotency-Key": f"fuzz-{number}"}
        answer = case.call(headers=headers)
        assert answer.status_code < 500, (case.as_curl_command(), answer.text)
        if answer.status_code != 404:
            case.validate_response(answer, checks=CHECKS)
        statuses.setdefault(case.operation.label, set()).add(answer.status_code)

    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        FIXED(given(case=found.ok().as_strategy(generation_mode=mode))(ask))()
    assert len(statuses) == sum(len(methods) for methods in document()["paths"].values())
    if mode is GenerationMode.POSITIVE:
        assert {200, 201} <= set().union(*statuses.values())


def use_known(case: Any, known: dict[str, list[str]], number: int) -> None:
    for name, values in known.items():
        if name in (case.path_parameters or {}):
            case.path_parameters[name] = values[number % len(values)]
        if isinstance(case.body, dict) and name in case.body:
            case.body[name] = values[number % len(values)]
