"""Statements that every command needs, prepared once a connection: parsing and planning cost more than running them.

Django's own cursor puts values into the text of a statement, so nothing of it can be kept by the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import connection

FIRST_PREPARED = 5
"""Psycopg's own default, which Django switches off; here each statement says for itself that it is to be prepared."""


def execute(statement: str, values: Mapping[str, Any] | None = None) -> psycopg.Cursor[tuple[Any, ...]]:
    """On Django's connection of this thread, within its transaction if there is one. Raises Django's errors.

    Whole numbers of differing size are different types: give them as Int8 and the like, or each has a plan of its own.
    """
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        server: psycopg.Connection[tuple[Any, ...]] = connection.connection
        if server.prepare_threshold is None:
            server.prepare_threshold = FIRST_PREPARED
        return psycopg.Cursor(server).execute(statement, values, prepare=True)
