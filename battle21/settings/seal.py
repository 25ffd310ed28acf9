"""The keys that seal the live state."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from battle21.installation import keep_secret


def seal_keys(folder: Path) -> tuple[dict[str, bytes], str]:
    """Keys that seal the live state: key id -> 32 bytes, and the id that new state is sealed with.

    The file is JSON, newest last: `{"k1": "<64 hex>"}`. To rotate, append a key; old ones still open.
    """
    text = keep_secret(folder, "seal_keys.json", lambda: json.dumps({"k1": secrets.token_hex(32)}))
    return parse_seal_keys(text)


def parse_seal_keys(text: str) -> tuple[dict[str, bytes], str]:
    """Parse the JSON of `seal_keys`; raises ValueError on anything but 32-byte hex keys."""
    keys = {key_id: bytes.fromhex(value) for key_id, value in json.loads(text).items()}
    if not keys or any(len(key) != 32 for key in keys.values()):
        raise ValueError("seal keys must be a JSON object of key id -> 64 hex digits")
    return keys, next(reversed(keys))
