"""The page of a table, and what its buttons do besides playing."""

from __future__ import annotations

import time

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battle21.errors import AppError
from battle21.origins import address_for_others
from games import lobby, money, presenters
from games.admission import player_of
from games.agreeing import ask_for_stake, pieces
from games.errors import refusal
from games.live.hub import Snapshot, take_snapshot
from games.lobby_live import forget
from games.models import Seat, Table
from games.news import News
from games.rules.table_view import view
from games.selectors import TableFacts, may_look, table_facts
from games.services import agreements, gathering, presses, tables
from games.services.stakes import CurrencyNotTaken
from games.terms import terms
from players.venues import wear


@never_cache
@require_GET
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table for a seat or a watcher. The first view is in the page; every later one comes by the socket."""
    facts = table_facts(public_id)
    user_id = request.user.pk
    if not may_look(facts, user_id):
        raise refusal("unknown_table")
    snapshot = take_snapshot(facts.id)
    facts = snapshot.facts
    wear(request, facts.venue_id)
    seat = facts.seat_of(user_id)
    live, log = _first_view(request, snapshot, seat)
    is_unfinished = facts.status in (Table.Status.OPEN, Table.Status.PLAYING)  # it may begin under this page
    context = {
        "facts": facts,
        "game": facts.row,
        "now": time.time_ns() // 1_000_000,
        "mode_name": _mode_of(facts),
        "seat": seat,
        "live": live,
        "log": log,
        "may_join": seat is None and facts.status == Table.Status.OPEN and facts.takes_newcomers,
        "leaves_alone": seat is not None and facts.row.alone and facts.status == Table.Status.PLAYING,
        "may_leave": seat is not None and facts.status == Table.Status.OPEN,
        "may_begin": facts.created_by == user_id and facts.status == Table.Status.OPEN,
        "may_drop_out": seat is not None and facts.row.others_play_on and is_unfinished,
        "gives_up": pieces("give_up", facts.row),
        "may_give_up": seat is not None and facts.row.gives_up and is_unfinished,
        "press": presses.new_press(request.user),
    }
    return render(request, "games/table.html", context)


def _first_view(request: HttpRequest, snapshot: Snapshot, seat: int | None) -> tuple[str, tuple[News, ...]]:
    language = get_language() or ""
    facts, state = snapshot.facts, snapshot.state
    if state is None:
        address = ""
        if seat is not None:
            address = address_for_others(request, reverse("games:invitation", args=[facts.invitation]))
        waiting = presenters.render_waiting(
            facts, seat=seat, version=snapshot.version, language=language, invitation_url=address
        )
        return waiting, ()
    shown = view(state, seat)
    live = presenters.render_table(
        shown,
        facts,
        version=snapshot.version,
        halted=snapshot.halted,
        language=language,
        paid_in=snapshot.stakes,
    )
    return live, presenters.log_lines(shown, facts, language)


def _mode_of(facts: TableFacts) -> str:
    """What is played for, in a word or two."""
    if facts.stake_cents is None:
        return str(Table.Mode(facts.mode).label)
    if facts.row.leaves_between:
        return terms(facts.row, facts.options, facts.stake_cents)
    return _("%(stake)s each") % {"stake": money.dollars(facts.stake_cents)}


@require_POST
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who has opened the table begins, although seats are free; with `bots` the house's bots take them."""
    with_bots = request.POST.get("bots") == "yes"
    table = gathering.begin_table(player_of(request), public_id, with_bots=with_bots)
    forget()
    return redirect("games:table", table.public_id)


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Get up before the match; whose table it is closes it."""
    tables.leave_table(player_of(request), public_id)
    forget()
    messages.info(request, _("You have left the table."))
    return redirect("games:lobby")


@never_cache
@require_http_methods(["GET", "POST"])
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """POST: the same again. GET: a piece of page that says whether the others ask for it."""
    player = player_of(request)
    facts = table_facts(public_id)
    if facts.seat_of(player.pk) is None:
        raise refusal("unknown_table")
    if request.method == "POST":
        before = Table.objects.get(pk=facts.id)
        if before.stake_cents is not None:
            return ask_for_stake(
                request,
                before.stake_cents,
                lambda **payment: tables.rematch(player, before, **payment),
                {
                    "game": facts.row,
                    "action": request.path,
                    "asked_for": "rematch",
                    "table": before,
                    "options": facts.options,
                    "taken": before.currencies,
                },
            )
        table = tables.rematch(player, before)
        return redirect("games:table", table.public_id)
    again = lobby.rematch_of(facts.id)
    sitters = table_facts(again).sitters if again else ()
    asking = [sitter.name for sitter in sitters if sitter.player not in ("", player.public_id)]
    return render(request, "games/rematch.html", {"asking": asking})


@never_cache
@require_http_methods(["GET", "POST"])
def price(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the next hand costs now, for who agreed to less: to agree to it, and play on."""
    player = player_of(request)
    facts = table_facts(public_id)
    seat = Seat.objects.select_related("table").filter(table_id=facts.id, user=player).first()
    if seat is None or facts.stake_cents is None:
        raise refusal("unknown_table")
    table, own = seat.table, seat.currency
    token = (request.POST.get("token") or request.GET.get("token", ""))[:48]

    def agree(*, currency: str, most_units: tables.Most) -> Table:
        if currency != own:
            raise CurrencyNotTaken
        agreements.agree_anew(player, public_id, token=token, most_units=most_units)
        return table

    context = {
        "game": facts.row,
        "action": request.path,
        "asked_for": "agree",
        "table": table,
        "options": facts.options,
        "only": own,
        "taken": table.currencies,
        "token": token,
    }
    try:
        return ask_for_stake(request, facts.stake_cents, agree, context)
    except AppError as error:
        messages.warning(request, str(error.message))  # it was answered meanwhile, or the match is over
        return redirect("games:table", public_id)
