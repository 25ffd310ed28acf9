"""Letters as files, for installations without a mail server."""

from __future__ import annotations

import os
from typing import Any

from django.core.mail.backends.filebased import EmailBackend as FileBackend


class EmailBackend(FileBackend):
    """Django's file backend, in a folder only we can enter: letters hold links that open accounts."""

    def __init__(self, **options: Any) -> None:
        os.makedirs(options["file_path"], mode=0o700, exist_ok=True)
        super().__init__(**options)
