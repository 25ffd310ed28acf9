"""What django-allauth does our way: guests who sign up keep their row, names are checked, secrets sealed."""

from __future__ import annotations

import base64
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import force_bytes

from players import log_outs, services
from players.backends import PlayerBackend
from players.models import User
from players.names import RESERVED

KEPT_AT_LOGIN = "account_"
"""Prefix of allauth's session keys: how somebody has just proven who they are."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def new_user(self, request: HttpRequest) -> User:
        """The row a sign-up fills: the guest's own when a guest signs up."""
        guest: User | None = getattr(request, "guest", None)
        return guest or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        data = form.cleaned_data
        account = {
            "username": data["username"],
            "email": data.get("email") or "",
            "password": data["password1"],
        }
        return (
            services.upgrade_guest(user, **account) if user.is_guest else services.create_account(**account)
        )

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if username.lower() in RESERVED:
            raise self.validation_error("username_blacklisted")
        cleaned: str = super().clean_username(username, shallow)
        return cleaned

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """allauth lets accounts the backend has refused come this far, to tell them that they are closed."""
        if not PlayerBackend().user_can_authenticate(user):
            closed: HttpResponse = self.respond_user_inactive(request, user)
            return closed
        refusal: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return refusal

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in; out of a guest's session as well.

        Django empties the session when it belonged to somebody else. What allauth noted there a moment ago
        (password given, second factor given) is about the new user and has to survive.
        """
        kept = {key: value for key, value in request.session.items() if key.startswith(KEPT_AT_LOGIN)}
        super().login(request, user)
        if getattr(request, "guest", None):
            request.session.update(kept)
        shorten_staff_session(request, user)

    def logout(self, request: HttpRequest) -> None:
        """What other apps have to do first is done while it is still known who it is."""
        if isinstance(request.user, User):
            log_outs.log_out(request.user, request.session.session_key or "")
        super().logout(request)


def shorten_staff_session(request: HttpRequest, user: Any) -> None:
    """A working day at most: what staff can do is worth asking again."""
    if user.is_authenticated and user.is_staff:
        request.session.set_expiry(settings.STAFF_SESSION_SECONDS)


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Second factors: their secrets are encrypted, so that a dump of the database cannot make codes."""

    def encrypt(self, text: str) -> str:
        return _secret_box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _secret_box().decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """The QR code as an element to put into a page (no data: address, which the policy refuses)."""
        image: str = super().build_totp_svg(url)
        return image[image.index("<svg") :]

    def get_public_key_credential_rp_entity(self) -> dict[str, Any]:
        return {**super().get_public_key_credential_rp_entity(), "name": settings.MFA_TOTP_ISSUER}


def _secret_box() -> MultiFernet:
    """Encrypts with SECRET_KEY; still opens what SECRET_KEY_FALLBACKS sealed."""
    return MultiFernet(
        [Fernet(_derive(key)) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _derive(secret: str | bytes) -> bytes:
    hkdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"battle21 second factors")
    return base64.urlsafe_b64encode(hkdf.derive(force_bytes(secret)))
