"""What has to be known about the player before any page is built. Listed in battle21.settings.accounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from players import services
from players.languages import chosen_language
from players.services import visits

GetResponse = Callable[[HttpRequest], HttpResponse]

ENTRANCE = frozenset(
    {
        "account_login",
        "account_signup",
        "account_inactive",
        "account_email_verification_sent",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "mfa_authenticate",
        "mfa_login_webauthn",
    }
)
"""Pages one comes in by. On them a guest counts as nobody, or could never get an account."""

FOR_EVERYBODY = frozenset({"account_logout"})
ACCOUNT_PAGES = ("account_", "mfa_", "usersessions_")


def speak_the_players_language(get_response: GetResponse) -> GetResponse:
    """The language of the player's preferences before that of the browser."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = chosen_language(request.user)
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return get_response(request)

    return middleware


def note_activity(get_response: GetResponse) -> GetResponse:
    """Players who come back are not stale guests."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            services.note_activity(request.user, timezone.now())
        return get_response(request)

    return middleware


def note_visits(get_response: GetResponse) -> GetResponse:
    """Somebody looks at a page: the demo's living room need not rest."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            visits.note()
        return response

    return middleware


def let_guests_in_at_the_entrance(get_response: GetResponse) -> GetResponse:
    """Guests may log in and sign up (request.guest is their row meanwhile); account pages come after that."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(
        request: HttpRequest, view: object, args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        page = (request.resolver_match and request.resolver_match.url_name) or ""
        if not page.startswith(ACCOUNT_PAGES) or page in FOR_EVERYBODY:
            return None
        if not (request.user.is_authenticated and request.user.is_guest):
            return None
        if page in ENTRANCE:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
            return None
        messages.info(
            request, _("Guests have no password or second factor. Sign up first; your name and seats stay.")
        )
        return HttpResponseRedirect(reverse("account_signup"))

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware


def guard_the_admin(get_response: GetResponse) -> GetResponse:
    """The admin is for staff who have proven a second factor in this session; in demo mode, for staff."""

    def middleware(request: HttpRequest) -> HttpResponse:
        home = reverse("admin:index")
        if not request.path.startswith(home):
            return get_response(request)
        return _refusal(request, home) or get_response(request)

    return middleware


def _refusal(request: HttpRequest, home: str) -> HttpResponse | None:
    user = request.user
    is_login = request.path == reverse("admin:login")
    here = request.GET.get("next", home) if is_login else request.get_full_path()
    if not user.is_authenticated or user.is_guest:
        return _redirect("account_login", here)
    if not user.is_staff:
        raise PermissionDenied
    if not settings.DEMO:
        factors = set(Authenticator.objects.filter(user_id=user.pk).values_list("type", flat=True))
        if not factors & {Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN}:
            messages.warning(
                request, _("Staff need a second factor. Set one up here, then open the admin again.")
            )
            return _redirect("mfa_index", here)
        if not any(record["method"] == "mfa" for record in get_authentication_records(request, user)):
            totp = Authenticator.Type.TOTP in factors
            return _redirect("mfa_reauthenticate" if totp else "mfa_reauthenticate_webauthn", here)
    return _redirect("admin:index", "") if is_login else None


def _redirect(name: str, then: str) -> HttpResponseRedirect:
    query = f"?{urlencode({'next': then})}" if then else ""
    return HttpResponseRedirect(reverse(name) + query)
