"""Guests, preferences and the two doors of a demo. Log-in itself is django-allauth's (templates/account)."""

from __future__ import annotations

from typing import Any

from allauth.account.views import LogoutView
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players import log_outs, services
from players.errors import UnknownLanguage, UnknownSpeech
from players.forms import GuestForm, KeysForm, PreferencesForm
from players.languages import keep_in_cookie
from players.models import User

BACKEND = "players.backends.PlayerBackend"


@never_cache
@require_http_methods(["GET", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Come in by name alone. POST without a name takes a proposed one; `next` says where to go then."""
    then = next_address(request)
    if request.user.is_authenticated:
        return HttpResponseRedirect(then)
    if request.method == "GET":
        form = GuestForm(initial={"name": services.propose_guest_name()})
        return render(request, "players/guest.html", {"form": form, "next": then})
    name = request.POST.get("name", "").strip() or services.propose_guest_name()
    form = GuestForm({"name": name})
    if not form.is_valid():
        return render(request, "players/guest.html", {"form": form, "next": then}, status=422)
    if not ratelimit.consume(request, action="guest"):
        refusal: HttpResponse = ratelimit.respond_429(request)
        return refusal
    login(request, services.create_guest(form.cleaned_data["name"]), backend=BACKEND)
    return HttpResponseRedirect(then)


class LogOutView(LogoutView):  # type: ignore[misc]
    """Asks once more where logging out costs something; the menu's button comes here too."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if self._warnings() and self.request.POST.get("sure") != "yes":
            warned: HttpResponse = self.render_to_response(self.get_context_data())
            return warned
        response: HttpResponse = super().post(*args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(warnings=self._warnings(), **kwargs)
        return context

    def _warnings(self) -> list[Any]:
        player = self.request.user
        key = self.request.session.session_key or ""
        return log_outs.warnings(player, key) if isinstance(player, User) else []


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    # A copy: a form writes refused values into its instance, and the header shows request.user.
    user = get_object_or_404(User, pk=request.user.pk)
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_valid():
        services.change_preferences(user, **form.cleaned_data)
        messages.success(request, _("Your preferences are saved."))
        return HttpResponseRedirect(reverse("players:preferences"))
    status = 422 if form.is_bound else 200
    return render(request, "players/preferences.html", {"form": form}, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def table_keys(request: HttpRequest) -> HttpResponse:
    """The player's own keys. POST with `defaults` gives the first ones back."""
    user = get_object_or_404(User, pk=request.user.pk)
    if request.method == "POST" and "defaults" in request.POST:
        services.choose_keys(user, {})
        messages.success(request, _("The keys are what they were at first."))
        return HttpResponseRedirect(reverse("players:keys"))
    form = KeysForm(request.POST if request.method == "POST" else None, initial=user.keys)
    if form.is_valid():
        services.choose_keys(user, form.cleaned_data)
        messages.success(request, _("Your keys are saved. Tables that are open know them after a reload."))
        return HttpResponseRedirect(reverse("players:keys"))
    status = 422 if form.is_bound else 200
    return render(request, "players/keys.html", {"form": form}, status=status)


@login_required
@require_POST
def switch_keys(request: HttpRequest) -> HttpResponse:
    """From the help of a table: its keys on (`on` is sent) or off."""
    user = get_object_or_404(User, pk=request.user.pk)
    services.change_preferences(user, keys_on="on" in request.POST)
    return HttpResponse(status=204)


@login_required
@require_POST
def switch_speech(request: HttpRequest) -> HttpResponse:
    """From a table: how much is said (`level`), and whether the browser speaks it too (`voice` is sent)."""
    user = get_object_or_404(User, pk=request.user.pk)
    level = request.POST.get("level", "")
    try:
        services.change_preferences(user, speech=level, voice="voice" in request.POST)
    except ValidationError:
        raise UnknownSpeech from None
    return HttpResponse(status=204)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """From the foot of every page: the reader's language from now on, `next` says where to go then.

    The cookie is for who is nobody yet; who has a row, a guest too, keeps it there, for every device.
    """
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        raise UnknownLanguage
    if isinstance(request.user, User):
        services.change_preferences(get_object_or_404(User, pk=request.user.pk), language=chosen)
    response = HttpResponseRedirect(next_address(request))
    keep_in_cookie(response, chosen)
    return response


@require_POST
def become(request: HttpRequest) -> HttpResponse:
    """Demo only: be one of the demo's players with one click."""
    _demand_demo()
    player = get_object_or_404(services.demo_players(), username=request.POST.get("name", "").lower())
    login(request, player, backend=BACKEND)
    return HttpResponseRedirect(next_address(request))


@never_cache
@require_http_methods(["GET", "POST"])
def staff_link(request: HttpRequest, token: str) -> HttpResponse:
    """Demo only: log in as staff, once.

    Opening the link only asks: a preview or a prefetch of it must not spend it.
    """
    _demand_demo()
    if request.method == "GET":
        return render(request, "players/staff_link.html")
    login(request, services.use_staff_link(token, timezone.now()), backend=BACKEND)
    return HttpResponseRedirect(reverse("admin:index"))


def next_address(request: HttpRequest) -> str:
    """The `next` the browser sent, when it lies on this host; else the home page."""
    then = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        then, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return then if safe else "/"


def _demand_demo() -> None:
    if not settings.DEMO:
        raise Http404
