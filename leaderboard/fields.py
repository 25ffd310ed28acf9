"""A column the database computes and stores."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage
from django.db import models


class StoredField(models.GeneratedField):
    """Django's own asks the server's version whenever the project is checked, and a check has to do without a server.
    Every PostgreSQL that Django knows has stored ones."""

    def _check_supported(self, databases: Any) -> list[CheckMessage]:
        return []
