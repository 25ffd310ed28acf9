"""What a transfer was for, as a link. Whoever plays for money says where the pages of its subjects are."""

from __future__ import annotations

from collections.abc import Callable

from battle21.admin import link

Address = Callable[[str], str | None]
"""A subject's page, or None when there is none. Called once per row of a list: must not read the database."""

_addresses: dict[str, Address] = {}


def register_subjects(prefix: str, address: Address) -> None:
    """For subjects that begin with `prefix`."""
    _addresses[prefix] = address


def subject_link(subject: str) -> str:
    address = next((found for prefix, found in _addresses.items() if subject.startswith(prefix)), None)
    url = address(subject) if address else None
    return link(url, subject) if url else subject
