"""Sitting down at a table of the lobby, or by an invitation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from battle21.errors import AppError
from battle21.origins import address_for_others
from games import lobby, money
from games.admission import admit, guest_form, has_account, player_of
from games.agreeing import ask_for_stake, pieces
from games.errors import refusal
from games.lobby_live import forget
from games.models import Table
from games.qr import qr_svg
from games.selectors import TableFacts, may_look, table_facts
from games.services import tables
from games.terms import terms
from players.venues import wear


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sit down at a table of the lobby; who is nobody yet gives a name first."""
    facts = table_facts(public_id)
    if not may_look(facts, request.user.pk):
        raise refusal("unknown_table")
    return _sit_down(request, facts)


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """What an invitation link opens. Looking takes no seat: previews of links must not sit down."""
    return _sit_down(request, lobby.facts_by_invitation(invitation), invitation)


@require_GET
def invitation_code(request: HttpRequest, invitation: str) -> HttpResponse:
    """The invitation's address as a QR code, for a phone held up to the screen. Raises AppError("unknown_table")."""
    lobby.facts_by_invitation(invitation)
    address = address_for_others(request, reverse("games:invitation", args=[invitation]))
    response = HttpResponse(qr_svg(address), content_type="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def _sit_down(request: HttpRequest, facts: TableFacts, invitation: str = "") -> HttpResponse:
    if facts.seat_of(request.user.pk) is not None:
        return redirect("games:table", facts.public_id)
    wear(request, facts.venue_id)
    host = next((sitter.name for sitter in facts.sitters if sitter.name), "")
    is_open = facts.status == Table.Status.OPEN and len(facts.sitters) < facts.seats
    if facts.stake_cents is not None and is_open and has_account(request):
        return ask_for_stake(
            request,
            facts.stake_cents,
            lambda **payment: tables.join_table(
                player_of(request),
                facts.public_id,
                invitation=invitation,
                shown=_terms_shown(request),
                **payment,
            ),
            {
                "game": facts.row,
                "host": host,
                "action": request.path,
                "asked_for": "join",
                "options": facts.options,
                "taken": facts.currencies,
                "terms_mark": facts.terms_mark,
            },
        )
    refused: AppError | None = None
    guest = None if facts.stake_cents is not None else guest_form(request)
    if request.method == "POST" and facts.stake_cents is None and (guest is None or guest.is_valid()):
        user = admit(request, guest.cleaned_data["name"] if guest else "")
        try:
            tables.join_table(user, facts.public_id, invitation=invitation, shown=_terms_shown(request))
        except AppError as error:
            if error.code != "terms_changed":
                raise
            refused, guest = error, None
        else:
            forget()
            return redirect("games:table", facts.public_id)
    context = {
        "facts": facts,
        "game": facts.row,
        "host": host,
        "guest": guest,
        "invited": bool(invitation),
        "is_open": is_open,
        "refused": refused,
        "terms": terms(facts.row, facts.options, facts.stake_cents),
        "notice": pieces("notice", facts.row),
        "names": [sitter.name or _("House bot") for sitter in facts.sitters],
        "stake": "" if facts.stake_cents is None else money.dollars(facts.stake_cents),
    }
    status = 409 if refused else 422 if guest and guest.is_bound else 200
    return render(request, "games/join.html", context, status=status)


def _terms_shown(request: HttpRequest) -> str:
    """The mark of what was to be played when the page with the button was drawn."""
    return request.POST.get("terms") or request.GET.get("terms", "")
