"""JSON in which every field of an object is given once: of two, programs disagree which one counts (RFC 8259, 4)."""

from __future__ import annotations

import json
from typing import Any

import msgspec

MOST_OF_A_NAME = 100
"""Characters of a field's name that are said again."""


class RepeatedField(ValueError):
    """`pointer`: JSON pointer (RFC 6901) to the first field that is given a second time."""

    def __init__(self, pointer: str) -> None:
        super().__init__(pointer)
        self.pointer = pointer


class _Fields:
    """An object as it was written. Only what is refused is read like that: every answer comes this way."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs


def decode(text: str | bytes) -> Any:
    """Dicts, lists, texts and numbers. Raises RepeatedField, ValueError, RecursionError."""
    data = msgspec.json.decode(text)
    try:
        json.loads(text, object_pairs_hook=_once)
    except _Twice:
        pointer = _repeated(json.loads(text, object_pairs_hook=_Fields), "")
        raise RepeatedField(pointer or "") from None
    return data


class _Twice(Exception):
    pass


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) != len(dict(pairs)):
        raise _Twice


def _repeated(value: Any, pointer: str) -> str | None:
    names: set[str] = set()
    for name, below in _parts(value):
        here = f"{pointer}/{escaped(name)}"
        if name in names:
            return here
        names.add(name)
        found = _repeated(below, here)
        if found is not None:
            return found
    return None


def _parts(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, _Fields):
        return value.pairs
    return [(str(at), below) for at, below in enumerate(value)] if isinstance(value, list) else []


def escaped(name: str) -> str:
    """A field's name as a part of a pointer."""
    return name[:MOST_OF_A_NAME].replace("~", "~0").replace("/", "~1")
