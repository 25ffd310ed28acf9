"""Pages about the API, for everybody: the OpenAPI document, a reader for it, and every code with its sentence."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework.response import Response

from battle21.errors import AppError
from games.api.base import ApiView
from games.api.problems import API_ERRORS, NotFound
from games.errors import SENTENCES, STATUS
from games.services.stakes import AboveConsent, CurrencyNotTaken
from players.errors import ReferenceTaken
from wallet.errors import REFUSALS, LedgerBusy, NoFreshQuote


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document of this version; `docs/api/openapi.json` is the same."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


@require_safe
@cache_control(public=True, max_age=300)
def schema_file(request: HttpRequest) -> HttpResponse:
    return JsonResponse(document())


@require_safe
def reader(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html")


@require_safe
def errors(request: HttpRequest) -> HttpResponse:
    """Where a problem's `type` leads."""
    return render(request, "api/errors.html", {"codes": sorted(codes())})


def codes() -> list[tuple[str, int, str]]:
    """(code, status, sentence) of everything the API and the sockets refuse with."""
    found = {code: (STATUS.get(code, 409), str(sentence)) for code, sentence in SENTENCES.items()}
    others: tuple[type[AppError], ...] = (
        *API_ERRORS, *REFUSALS.values(), NoFreshQuote, LedgerBusy, AboveConsent, CurrencyNotTaken,
        ReferenceTaken,
    )  # fmt: skip
    for error in others:
        found[error.code] = (error.status, str(error.message))
    return [(code, *rest) for code, rest in found.items()]


class Nowhere(ApiView):
    """Every other address under /api/: a problem, not a page. Whoever asks needs no key to be told."""

    schema = None
    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        raise NotFound

    def get(self, request: Any, **_: Any) -> Response:
        raise NotFound
