"""Calls functions in a process with a stack's settings: one line of JSON in, one out (see `Stack.call`)."""

from __future__ import annotations

import json
import os
import sys
import traceback
from importlib import import_module
from typing import Any

import django
from django.db import connection


def main() -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what else is printed goes to the log
    django.setup()
    for line in sys.stdin:
        out.write(json.dumps(answer(json.loads(line))) + "\n")
        out.flush()


def answer(wanted: dict[str, Any]) -> dict[str, Any]:
    module, _, name = wanted["function"].partition(":")
    try:
        return {"result": getattr(import_module(module), name)(**wanted["arguments"])}
    except Exception:  # noqa: BLE001 -- it is raised again in the test
        return {"error": traceback.format_exc()}
    finally:
        connection.close()


if __name__ == "__main__":
    main()
