"""Where letters go: a mail server named by a URL, or files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_email_url


def mailer(url: str, folder: Path) -> dict[str, Any]:
    """An entry of Django's MAILERS: a server by URL, or files in `folder` for no URL.

    `submission://user:password@host` is TLS on port 587, `smtp://host` plain text on port 25,
    `smtp://user:password@host:465?ssl=True` TLS from the first byte. Raises ValueError for another scheme.
    """
    if not url:
        return {
            "BACKEND": "players.letters.EmailBackend",
            "OPTIONS": {"file_path": str(folder)},
        }
    parts = dj_email_url.parse(url)
    if "EMAIL_BACKEND" not in parts:
        raise ValueError("B21_EMAIL_URL must begin with submission:// (TLS) or smtp://")
    return {
        "BACKEND": parts["EMAIL_BACKEND"],
        "OPTIONS": {
            "host": parts.get("EMAIL_HOST", "localhost"),
            "port": parts.get("EMAIL_PORT") or 25,
            "username": parts.get("EMAIL_HOST_USER", ""),
            "password": parts.get("EMAIL_HOST_PASSWORD", ""),
            "use_tls": parts.get("EMAIL_USE_TLS", False),
            "use_ssl": parts.get("EMAIL_USE_SSL", False),
            "timeout": 10,
        },
    }
