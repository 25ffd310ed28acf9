"""The OpenAPI document: what all operations have in common is said once. `manage.py spectacular` writes it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    required=True,
    description="A new one for each thing you want; the same again, with the same body, gets the first answer.",
)
PAGE = [
    OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 100, "default": 25}),
    OpenApiParameter("cursor", str, description="`next_cursor` of the page before"),
]
PROBLEMS = {
    "400": "The request was not understood",
    "401": "No key, or one that does not work",
    "403": "Not for this key, or not for this player",
    "404": "Nothing of that name is yours",
    "409": "Not possible as things are",
    "413": "The body is too large",
    "415": "The body is not JSON",
    "422": "Some fields are not right",
    "429": "Too many requests",
    "500": "Our fault; nothing was changed",
    "503": "Not just now; try again",
}


WITH_BODY = ("413", "415", "422")
"""Only where there is a body to be wrong."""
PROBLEM = {
    "type": "object",
    "description": "RFC 9457 problem details.",
    "properties": {
        "type": {"type": "string", "description": "Address of its explanation"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence for people"},
        "instance": {"type": "string", "description": "Id of the request, for support"},
        "code": {"type": "string", "description": "For programs; the same on sockets"},
        "data": {"type": "object", "description": "Values that belong to the code"},
        "errors": {
            "type": "array",
            "description": "What is wrong where",
            "items": {
                "type": "object",
                "properties": {
                    "pointer": {
                        "type": "string",
                        "description": "JSON pointer into the body, or a parameter",
                    },
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                },
                "required": ["pointer", "code", "detail"],
            },
        },
    },
    "required": ["type", "title", "status", "detail", "instance", "code"],
}


def REPLAYED(shape: Any) -> OpenApiResponse:  # noqa: N802 -- reads as a word of the schema
    return OpenApiResponse(
        shape, description="`Idempotent-Replayed: true` where this is the first answer again"
    )


def parameters_of(filters: Any) -> list[OpenApiParameter]:
    """A filter set's fields, as the schema says them."""
    return [_parameter(name, field) for name, field in filters.base_filters.items()]


def _parameter(name: str, field: Any) -> OpenApiParameter:
    if "choices" in field.extra:
        values = [value for value, _label in field.extra["choices"]]
        return OpenApiParameter(name, str, enum=values)
    if "IsoDateTime" in type(field).__name__:
        return OpenApiParameter(name, OpenApiTypes.DATETIME)
    return OpenApiParameter(name, str, description=field.label or "")


class KeyScheme(OpenApiAuthenticationExtension):
    target_class = "games.api.access.KeyAuthentication"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "`Authorization: Bearer b21_test_…`"}


def complete(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Postprocessing: problems and headers of every operation; bodies that hold nothing else."""
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    result["components"]["responses"] = {
        f"Problem{status}": _answer(text) for status, text in PROBLEMS.items()
    }
    for path in result["paths"].values():
        for operation in path.values():
            _complete(operation)
    for name, schema in result["components"]["schemas"].items():
        if name.endswith("Body"):
            schema["additionalProperties"] = False
    return result


def _complete(operation: dict[str, Any]) -> None:
    for status in PROBLEMS:
        if "requestBody" in operation or status not in WITH_BODY:
            operation["responses"].setdefault(status, {"$ref": f"#/components/responses/Problem{status}"})
    operation.setdefault("summary", operation["description"].partition(". ")[0].rstrip("."))
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _answer(description: str) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": description, "content": content}
