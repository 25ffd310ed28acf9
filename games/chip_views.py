"""What a player does with play chips besides betting them: sit down to ranked rounds, take an hour's chips."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from battle21.errors import AppError
from games.errors import refusal
from games.models import Table
from games.services import chips, tables


@require_POST
def ranked(request: HttpRequest) -> HttpResponse:
    """To the player's ranked match of the game (`game`), a new one or that which waits for him. A guest, and who is
    nobody, is refused: needs_account_for_chips."""
    if not request.user.is_authenticated:
        raise refusal("needs_account_for_chips")
    table = tables.open_table(request.user, request.POST.get("game", ""), mode=Table.Mode.RANKED)
    return redirect("games:table", table.public_id)


@login_required
@require_POST
def take_chips(request: HttpRequest) -> HttpResponse:
    """A thousand chips an hour for who has fewer than five; back to the match, or to the lobby."""
    try:
        chips.take_hourly(request.user)
    except AppError as refused:
        messages.warning(request, str(refused.message))
    else:
        messages.success(request, _("Here are 1,000 chips."))
    table_id = chips.playing_table(request.user)
    if table_id is None:
        return redirect("games:lobby")
    return redirect("games:table", Table.objects.values_list("public_id", flat=True).get(pk=table_id))
