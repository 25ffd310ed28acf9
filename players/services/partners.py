"""Partners: their keys, and the players they bring. A key is shown once; its hash alone is kept."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction

from players.errors import ReferenceTaken, TooManyKeys
from players.models import User, new_public_id
from players.names import clean_display_name
from players.partner_models import SCOPES, Partner, PartnerKey, PartnerPlayer
from players.services.demo import DemoOnly

ALPHABET = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
VISIBLE_CHARACTERS = 8
SECRET_CHARACTERS = 32  # 188 bits
KEY = re.compile(r"(b21_(?:test|live)_[0-9A-Za-z]{8})[0-9A-Za-z]{32}", re.ASCII)
MOST_KEYS = 2
"""At once, for rotation: make the second, move over, revoke the first."""
USE_STEP = timedelta(minutes=1)
USERNAME_PREFIX = "_api."  # nobody can sign up with such a name
DEMO_PARTNER = "Demo partner"
DEMO_KEY_NAME = "Sandbox of the demo"


def create_partner(name: str, *, is_test: bool) -> Partner:
    """Whether it is a sandbox never changes: its players and keys go with it."""
    return Partner.objects.create(name=name, is_test=is_test)


def change_partner(partner: Partner, *, name: str, is_active: bool) -> None:
    """`is_active` off: none of its keys works; what its players have begun goes on by the clock."""
    Partner.objects.filter(pk=partner.pk).update(name=name, is_active=is_active)


def has_all_keys(partner: Partner) -> bool:
    """Whether one must be revoked before another can be made."""
    return partner.keys.filter(revoked_at=None).count() >= MOST_KEYS


def issue_key(
    partner: Partner, name: str, by: str, scopes: Collection[str] = SCOPES
) -> tuple[PartnerKey, str]:
    """A new key and its text, which nobody can see again. Raises TooManyKeys, ValueError for an unknown scope."""
    length = VISIBLE_CHARACTERS + SECRET_CHARACTERS
    return _keep_key(partner, "".join(secrets.choice(ALPHABET) for _ in range(length)), name, by, scopes)


def revoke_key(key: PartnerKey, by: str, now: datetime) -> bool:
    """It stops working at once; False when it was revoked already."""
    return bool(PartnerKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=now, revoked_by=by))


def find_key(text: str) -> PartnerKey | None:
    """The key that works now, or None: never made, revoked, of a partner who is off, of a demo that is over."""
    match = KEY.fullmatch(text)
    if match is None:
        return None
    found = PartnerKey.objects.select_related("partner").filter(visible=match[1], revoked_at=None).first()
    if not hmac.compare_digest(_hash(text), found.key_hash if found else ""):
        return None
    return found if found is not None and _is_open(found.partner) else None


def key_works(key_id: int) -> bool:
    """Whether a key that was found before still works."""
    found = PartnerKey.objects.select_related("partner").filter(pk=key_id, revoked_at=None).first()
    return found is not None and _is_open(found.partner)


def note_use(key: PartnerKey, now: datetime) -> None:
    """Remember that a key is used, to the minute: one write a minute, not one a request."""
    if key.used_at is None or now - key.used_at >= USE_STEP:
        PartnerKey.objects.filter(pk=key.pk).update(used_at=now)


def create_player(partner: Partner, name: str, reference: str | None = None) -> PartnerPlayer:
    """A player without password, mail or session, for whom this partner's keys act.

    Raises ValidationError for the name (players.names), ReferenceTaken.
    """
    public_id = new_public_id()
    user = User(
        username=USERNAME_PREFIX + public_id.removeprefix("ply_"),
        public_id=public_id,
        display_name=clean_display_name(name),
    )
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            return PartnerPlayer.objects.create(user=user, partner=partner, reference=reference)
    except IntegrityError as taken:
        raise ReferenceTaken from taken


@transaction.atomic
def seed_demo_partner() -> str:
    """The demo's sandbox key: the same at every start of an installation, for it is made from the installation's
    secret; kept as a hash like any other. When staff revoked it, the next start has another one; "" where they made
    as many of their own instead as there may be."""
    partner = _demo_partner()
    revoked = partner.keys.filter(name=DEMO_KEY_NAME).exclude(revoked_at=None).count()
    characters = _derived_characters(revoked)
    text = _text(partner, characters)
    if not partner.keys.filter(key_hash=_hash(text)).exists():
        try:
            _keep_key(partner, characters, DEMO_KEY_NAME, "system", SCOPES)
        except TooManyKeys:
            return ""
    return text


def _demo_partner() -> Partner:
    """Whatever staff have called it since."""
    if not settings.DEMO:
        raise DemoOnly("a demo partner exists in demo mode only (B21_DEMO=1)")
    known = Partner.objects.filter(is_demo=True).order_by("pk").first()
    if known is not None:
        return known
    if Partner.objects.filter(name=DEMO_PARTNER).exists():
        raise DemoOnly(
            f"the name {DEMO_PARTNER} belongs to a real partner; use another data folder for the demo"
        )
    return Partner.objects.create(name=DEMO_PARTNER, is_demo=True)


def _keep_key(
    partner: Partner, characters: str, name: str, by: str, scopes: Collection[str]
) -> tuple[PartnerKey, str]:
    unknown = set(scopes) - set(SCOPES)
    if unknown:
        raise ValueError(f"unknown scopes: {sorted(unknown)}")
    text = _text(partner, characters)
    with transaction.atomic():
        Partner.objects.select_for_update(no_key=True).get(pk=partner.pk)  # two of staff take turns
        if has_all_keys(partner):
            raise TooManyKeys
        key = PartnerKey.objects.create(
            partner=partner,
            visible=text[:-SECRET_CHARACTERS],
            key_hash=_hash(text),
            name=name,
            created_by=by,
            scopes=[scope for scope in SCOPES if scope in scopes],
        )
    return key, text


def _text(partner: Partner, characters: str) -> str:
    return f"b21_{partner.mode}_{characters}"


def _derived_characters(number: int) -> str:
    """As many characters as a key has, which only this installation's secret leads to."""
    length = VISIBLE_CHARACTERS + SECRET_CHARACTERS
    secret = hmac.digest(settings.SECRET_KEY.encode(), f"demo partner's key {number}".encode(), "sha512")
    value = int.from_bytes(secret)
    characters = ""
    for _ in range(length):
        value, rest = divmod(value, len(ALPHABET))
        characters += ALPHABET[rest]
    return characters


def _is_open(partner: Partner) -> bool:
    """A demo's key, which ./run prints, opens nothing on an installation that is none any more."""
    return partner.is_active and (settings.DEMO or not partner.is_demo)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
