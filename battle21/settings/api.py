"""The partners' API: Django REST framework, its OpenAPI document, and how much one key may ask."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from battle21.settings.env import env

API_APPS = ["rest_framework", "drf_spectacular", "django_filters"]

# Requests of one key; wrong keys are counted apart, by address.
API_REQUESTS_PER_MINUTE: int = env.int("B21_API_RATE", 1_200)

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "EXCEPTION_HANDLER": "battle21.errors.rest_exception_handler",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    # Nobody is a user there, and an anonymous one would load Django's.
    "UNAUTHENTICATED_USER": None,
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "COMPONENT_SPLIT_PATCH": False,  # what a PATCH needs is said, too
    "TITLE": "Battle21",
    "VERSION": "1.0.0",
    "DESCRIPTION": "Players of yours sit down and play. Amounts are exact strings, times RFC 3339 in UTC, ids opaque. "
    "See docs/api.md.",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "DISABLE_ERRORS_AND_WARNINGS": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.complete",
    ],
}


def reader_folder() -> tuple[str, Path]:
    """Where the reader of the OpenAPI document lies in its package, and under which address it is served."""
    found = find_spec("drf_spectacular_sidecar")
    assert found is not None
    assert found.origin is not None
    return "swagger", Path(found.origin).parent / "static" / "drf_spectacular_sidecar" / "swagger-ui-dist"
