"""Every refusal of the API as problem details (RFC 9457), with the codes that sockets and pages have too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import structlog
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from battle21.errors import PROBLEM_TYPE, AppError, problem
from games.errors import SENTENCES, STATUS, from_rules, refusal
from games.rules.errors import RulesError
from games.strict_json import escaped

log = structlog.get_logger(__name__)

ERRORS_PAGE = "/api/errors"
RETRY_AFTER = {429: "10", 503: "2"}
"""Seconds, where nobody knows better."""


class ApiError(AppError):
    """A refusal that only the API has. `errors`: what is wrong where, each {pointer, code, detail}."""

    errors: tuple[dict[str, str], ...] = ()

    def __init__(self, *errors: dict[str, str], **data: Any) -> None:
        super().__init__(data=data)
        self.errors = errors


class NoKey(ApiError):
    code = "not_authenticated"
    status = 401
    message = _("Send your key: `Authorization: Bearer b21_…`.")


class BadKey(ApiError):
    code = "bad_key"
    status = 401
    message = _("This key does not work. It may be mistyped, revoked, or of a partner that is switched off.")


class MissingScope(ApiError):
    code = "missing_scope"
    status = 403
    message = _("This key may not do that. Staff can make one that may.")


class NotFound(ApiError):
    code = "not_found"
    status = 404
    message = _("There is no such address. The documentation lists all of them.")


class MethodNotAllowed(ApiError):
    code = "method_not_allowed"
    status = 405
    message = _("This address does not know that method.")


class UnsupportedMedia(ApiError):
    code = "unsupported_media_type"
    status = 415
    message = _("Send the body as JSON: `Content-Type: application/json`.")


class TooLarge(ApiError):
    code = "too_large"
    status = 413
    message = _("The body is too large.")


class RepeatedField(ApiError):
    """Sockets have the code, too."""

    code = "repeated_field"
    status = STATUS["repeated_field"]
    message = SENTENCES["repeated_field"]


class InvalidFields(ApiError):
    code = "invalid_fields"
    status = 422
    message = _("Some fields are not right. `errors` says which.")


class BadParameters(ApiError):
    code = "bad_parameters"
    status = 400
    message = _("Some parameters of the address are not right. `errors` says which.")


class BadCursor(ApiError):
    code = "bad_cursor"
    status = 400
    message = _("This cursor is not one of ours. Begin again without it.")


class NoIdempotencyKey(ApiError):
    code = "idempotency_key_missing"
    status = 400
    message = _(
        "Send an Idempotency-Key of 1 to 255 visible ASCII characters, a new one for each thing you want."
    )


class TooFast(ApiError):
    code = "too_fast"
    status = 429
    message = _("Too many requests. `Retry-After` says in how many seconds you may send the next one.")


class Internal(ApiError):
    code = "internal"
    status = 500
    message = _("Something went wrong on our side. Nothing was changed. Tell support the `instance`.")


API_ERRORS: tuple[type[ApiError], ...] = (
    NoKey, BadKey, MissingScope, NotFound, MethodNotAllowed, UnsupportedMedia, TooLarge, RepeatedField, InvalidFields,
    BadParameters, BadCursor, NoIdempotencyKey, TooFast, Internal,
)  # fmt: skip

_OF_FRAMEWORK: dict[type[Exception], type[ApiError]] = {
    exceptions.NotAuthenticated: NoKey,
    exceptions.AuthenticationFailed: BadKey,
    exceptions.PermissionDenied: MissingScope,
    exceptions.NotFound: NotFound,
    Http404: NotFound,
    exceptions.MethodNotAllowed: MethodNotAllowed,
    exceptions.UnsupportedMediaType: UnsupportedMedia,
}


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's exception handler: whatever is raised becomes a problem. What nobody expected is logged, not shown."""
    request_id = getattr(context.get("request"), "request_id", "")
    known = _as_app_error(error)
    if known is None:
        log.error("API request failed", request=request_id, exc_info=error)
        known = Internal()
    set_rollback()
    return problem_response(known, request_id)


def problem_response(error: AppError, request_id: str) -> Response:
    body = problem(error) | {"type": f"{ERRORS_PAGE}#{error.code}", "instance": f"urn:uuid:{request_id}"}
    errors = getattr(error, "errors", ())
    if errors:
        body["errors"] = list(errors)
    response = Response(body, status=error.status, content_type=PROBLEM_TYPE)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="Battle21"'
    if error.status in RETRY_AFTER:
        response.headers["Retry-After"] = str(error.data.get("retry_after", RETRY_AFTER[error.status]))
    return response


def _as_app_error(error: Exception) -> AppError | None:
    if isinstance(error, AppError):
        return error
    if isinstance(error, RulesError):
        return from_rules(error)
    if isinstance(error, exceptions.ValidationError):
        return InvalidFields(*flatten(error.detail))
    if isinstance(error, DjangoValidationError):
        return InvalidFields(*_of_django(error))
    if isinstance(error, exceptions.ParseError):
        return refusal("malformed")
    if isinstance(error, OperationalError | InterfaceError):
        log.warning("API request without database", error=str(error).strip())
        return refusal("busy")
    return next((known() for kind, known in _OF_FRAMEWORK.items() if isinstance(error, kind)), None)


def flatten(detail: Any, pointer: str = "") -> Iterator[dict[str, str]]:
    """A serializer's nested errors as a list; pointers are JSON pointers into the body (RFC 6901)."""
    if isinstance(detail, dict):
        for name, below in detail.items():
            part = "" if name == "non_field_errors" else f"/{escaped(str(name))}"
            yield from flatten(below, pointer + part)
    elif isinstance(detail, list):
        for below in detail:
            yield from flatten(below, pointer)
    else:
        yield {"pointer": pointer, "code": str(getattr(detail, "code", "invalid")), "detail": str(detail)}


def _of_django(error: DjangoValidationError) -> Iterator[dict[str, str]]:
    for part in error.error_list:
        yield {"pointer": "", "code": part.code or "invalid", "detail": " ".join(part.messages)}
