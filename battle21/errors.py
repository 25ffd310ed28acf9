"""Errors people can act on, and the three shapes they are shown in: page, JSON problem, socket message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GetResponse = Callable[[HttpRequest], HttpResponse]
JSON_TYPES = ("application/json", "application/problem+json")
PROBLEM_TYPE = "application/problem+json"


class AppError(Exception):
    """A refusal or failure with a name and a sentence.

    `code` is a stable slug for programs; `message` a translated sentence for people that says what to do;
    `data` JSON values that belong to it (never a secret); `status` the HTTP status. Subclasses set the
    defaults as class attributes.
    """

    code: str = "error"
    status: int = 400
    message: str | Promise = _("That did not work. Please try again.")

    def __init__(
        self,
        message: str | Promise | None = None,
        *,
        code: str | None = None,
        status: int | None = None,
        data: dict[str, Any] | None = None,
    ) -> None:
        self.code = code or self.code
        self.status = status or self.status
        self.message = message or self.message
        self.data: dict[str, Any] = data or {}
        super().__init__(self.code, self.data)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


def problem(error: AppError) -> dict[str, Any]:
    """RFC 9457 problem details: type, title, status, detail, plus `code` and, when there is any, `data`."""
    members: dict[str, Any] = {
        "type": f"urn:battle21:error:{error.code}",
        "title": error.code.replace("_", " ").capitalize(),
        "status": error.status,
        "detail": str(error.message),
        "code": error.code,
    }
    return {**members, "data": error.data} if error.data else members


def socket_error(error: AppError) -> dict[str, Any]:
    """What the sender alone gets on a socket."""
    return {"error": {"code": error.code, "message": str(error.message), "data": error.data}}


def problem_response(error: AppError) -> JsonResponse:
    return JsonResponse(problem(error), status=error.status, content_type=PROBLEM_TYPE)


def error_response(request: HttpRequest, error: AppError) -> HttpResponse:
    """A page, or a JSON problem when the request prefers JSON."""
    if wants_json(request):
        return problem_response(error)
    return render(request, "error.html", {"error": error}, status=error.status)


def wants_json(request: HttpRequest) -> bool:
    """Does the Accept header put JSON before HTML?"""
    preferred = request.get_preferred_type(["text/html", *JSON_TYPES])
    return preferred in JSON_TYPES


def render_app_errors(get_response: GetResponse) -> GetResponse:
    """Middleware: an AppError raised by a view becomes its page or problem. Other errors pass."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, error: Exception) -> HttpResponse | None:
        return error_response(request, error) if isinstance(error, AppError) else None

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def rest_exception_handler(error: Exception, context: dict[str, Any]) -> Any:
    """DRF: AppErrors as problems; its own errors keep their status and get the same shape."""
    from rest_framework.views import exception_handler

    if isinstance(error, AppError):
        return problem_response(error)
    response = exception_handler(error, context)
    if response is not None:
        code = getattr(error, "default_code", "error")
        wrapped = AppError(str(getattr(error, "detail", error)), code=code, status=response.status_code)
        response.data = {**problem(wrapped), "errors": response.data}
        response.content_type = PROBLEM_TYPE
    return response
