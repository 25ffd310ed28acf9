"""Sealing of what must not be read from a database dump: AES-256-GCM under a key named in the settings.

A sealed value is: length of the key id (1 byte), key id, nonce (12 bytes), ciphertext with tag. The purpose and the
row it belongs to are authenticated too, so a value cannot be moved to another place.
"""

from __future__ import annotations

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

NONCE_BYTES = 12

_ciphers: dict[str, AESGCM] = {}


class Unsealable(Exception):
    """The value was sealed under a key we don't have, for another place, or was changed."""


def seal(plain: bytes, purpose: str) -> bytes:
    """Seal under the current key. `purpose` names what it is and where it belongs ("state:17")."""
    key_id = settings.SEAL_KEY_ID
    nonce = secrets.token_bytes(NONCE_BYTES)
    name = key_id.encode()
    return bytes([len(name)]) + name + nonce + _cipher(key_id).encrypt(nonce, plain, purpose.encode())


def unseal(sealed: bytes | memoryview, purpose: str) -> bytes:
    """The inverse. Raises Unsealable."""
    data = bytes(sealed)
    end = 1 + data[0]
    key_id = data[1:end].decode(errors="replace")
    nonce, ciphertext = data[end : end + NONCE_BYTES], data[end + NONCE_BYTES :]
    try:
        return _cipher(key_id).decrypt(nonce, ciphertext, purpose.encode())
    except InvalidTag:
        raise Unsealable(purpose) from None


def _cipher(key_id: str) -> AESGCM:
    cipher = _ciphers.get(key_id)
    if cipher is None:
        key = settings.SEAL_KEYS.get(key_id)
        if key is None:
            raise Unsealable(f"no key {key_id!r}")
        cipher = _ciphers[key_id] = AESGCM(key)
    return cipher
