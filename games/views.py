"""Pages of the lobby and of tables. Each calls one service or selector and renders; what is refused becomes a page."""

from __future__ import annotations

import time
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battle21.errors import AppError
from battle21.origins import address_for_others
from games import lobby, money, presenters
from games.agreeing import ask_for_stake, pieces
from games.errors import refusal
from games.forms import FRIEND, NewTableForm, PracticeForm, clock_choices
from games.live.hub import Snapshot, take_snapshot
from games.lobby_live import LIVE_AGE_S, PAGE_AGE_S, forget, listing, show_lobby
from games.models import Seat, Table
from games.news import News
from games.qr import qr_svg
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.rules.table_view import view
from games.selectors import TableFacts, may_look, table_facts
from games.services import gathering, presses, tables
from games.services.stakes import CurrencyNotTaken
from games.terms import terms
from games.venues import featured_game, first_options
from players.forms import GuestForm
from players.models import User
from players.services import create_guest, propose_guest_name
from players.venues import venue_of, wear
from players.views import BACKEND

MOST_DRAWN = 200
"""Answers for filters of those who are nobody, kept until the lists are read again."""


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Lobby and front page in one: a first game without an account is one press away."""
    featured = featured_game(venue_of(request))
    context = {
        "featured": featured,
        "hero": pieces("hero", featured),
        "clocks": clock_choices(featured),
        "shown": show_lobby(request.user, request.GET, listing(PAGE_AGE_S)),
        "press": presses.new_press(request.user),
    }
    return render(request, "games/home.html", context)


@require_GET
def lobby_part(request: HttpRequest) -> HttpResponse:
    """The lists of the lobby alone, for pages that look now and then whether something is new.

    Parameters as for the page. 304 when nothing is; those who are nobody share one drawing.
    """
    listed = listing(LIVE_AGE_S)
    shown = show_lobby(request.user, request.GET, listed)
    mark = shown.mark(get_language(), request.user.pk)
    if request.headers.get("If-None-Match") == mark:
        response = HttpResponse(status=304)
    elif request.user.is_authenticated:
        response = render(request, "games/lobby/part.html", {"shown": shown})
    else:
        if mark not in listed.drawn and len(listed.drawn) < MOST_DRAWN:
            listed.drawn[mark] = render(request, "games/lobby/part.html", {"shown": shown}).content
        drawn = listed.drawn.get(mark)
        response = (
            HttpResponse(drawn) if drawn else render(request, "games/lobby/part.html", {"shown": shown})
        )
    response.headers["ETag"] = mark
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """One press from the front page to the cards: nobody needs an account, a name or a choice."""
    game = _game(request.POST.get("game", ""))
    form = PracticeForm(request.POST, game=game)
    if not form.is_valid():
        raise refusal("bad_option", option="clock")
    user = _admit(request, "")
    named = presses.id_of(user, request.POST.get("press", ""))
    clock = form.cleaned_data["clock"]
    table = tables.open_table(
        user, game.key, mode=Table.Mode.PRACTICE, clock=clock, named=named, **_of_venue(request, game)
    )
    return redirect("games:table", table.public_id)


@never_cache
@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table of one game. `game` and `company` may be chosen by the link that leads here. A game for one has a
    page of its own for that."""
    asked = request.POST if request.method == "POST" else request.GET
    game = _game(asked.get("game") or next(iter(GAMES)))
    if game.alone:
        return redirect("games:alone", game.key)
    bound = request.POST if request.method == "POST" else None
    for_a_stake = Table.Mode.STAKE in game.modes
    may_stake = for_a_stake and _has_account(request)
    of_venue = _of_venue(request, game)
    company = asked.get("company", FRIEND)
    form = NewTableForm(
        bound,
        game=game,
        company=company,
        may_stake=may_stake,
        first_options=of_venue["options"],
        user=request.user,
    )
    guest = _guest_form(request)
    if form.is_valid() and (guest is None or guest.is_valid()):
        user = _admit(request, guest.cleaned_data["name"] if guest else "")
        named = presses.id_of(user, request.POST.get("press", ""))
        wanted = {**of_venue, **form.table(), "named": named}
        if form.whole_stake_cents is not None:
            return ask_for_stake(
                request,
                form.whole_stake_cents,
                lambda **payment: tables.open_table(user, game.key, **wanted, **payment),
                {
                    "game": game,
                    "kept": form,
                    "action": reverse("games:new_table"),
                    "asked_for": "open",
                    "press": presses.new_press(user),
                    "options": wanted["options"],
                    "taken": wanted["currencies"],
                },
            )
        table = tables.open_table(user, game.key, **wanted)
        forget()
        return redirect("games:table", table.public_id)
    context = {
        "form": form,
        "guest": guest,
        "game": game,
        "games": list(GAMES.values()),
        "stake_needs_account": for_a_stake and not may_stake,
        "press": presses.new_press(request.user),
    }
    return render(request, "games/new_table.html", context, status=422 if form.is_bound else 200)


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
    if facts.stake_cents is not None and is_open and _has_account(request):
        return ask_for_stake(
            request,
            facts.stake_cents,
            lambda **payment: tables.join_table(
                _player(request),
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
    guest = None if facts.stake_cents is not None else _guest_form(request)
    if request.method == "POST" and facts.stake_cents is None and (guest is None or guest.is_valid()):
        user = _admit(request, guest.cleaned_data["name"] if guest else "")
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


@require_POST
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who has opened the table begins, although seats are free; with `bots` the house's bots take them."""
    with_bots = request.POST.get("bots") == "yes"
    table = gathering.begin_table(_player(request), public_id, with_bots=with_bots)
    forget()
    return redirect("games:table", table.public_id)


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Get up before the match; whose table it is closes it."""
    tables.leave_table(_player(request), public_id)
    forget()
    messages.info(request, _("You have left the table."))
    return redirect("games:lobby")


@never_cache
@require_http_methods(["GET", "POST"])
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """POST: the same again. GET: a piece of page that says whether the others ask for it."""
    player = _player(request)
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
    player = _player(request)
    facts = table_facts(public_id)
    seat = Seat.objects.select_related("table").filter(table_id=facts.id, user=player).first()
    if seat is None or facts.stake_cents is None:
        raise refusal("unknown_table")
    table, own = seat.table, seat.currency
    token = (request.POST.get("token") or request.GET.get("token", ""))[:48]

    def agree(*, currency: str, most_units: tables.Most) -> Table:
        if currency != own:
            raise CurrencyNotTaken
        tables.agree_anew(player, public_id, token=token, most_units=most_units)
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


@require_GET
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """How a game is played, in our own words."""
    game = _game(key)
    page = select_template([f"games/rules/{game.key}.html", "games/rules.html"])
    return HttpResponse(page.render({"game": game, "press": presses.new_press(request.user)}, request))


def _mode_of(facts: TableFacts) -> str:
    """What is played for, in a word or two."""
    if facts.stake_cents is None:
        return str(Table.Mode(facts.mode).label)
    if facts.row.leaves_between:
        return terms(facts.row, facts.options, facts.stake_cents)
    return _("%(stake)s each") % {"stake": money.dollars(facts.stake_cents)}


def _has_account(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and not request.user.is_guest


def _of_venue(request: HttpRequest, game: Game) -> dict[str, Any]:
    """What a new table is given by the venue somebody has come by: arguments of `open_table`."""
    venue = venue_of(request)
    return {"options": first_options(game, venue), "venue_id": venue.pk if venue is not None else None}


# --- who plays --------------------------------------------------------------------------------------------------------


def _game(key: str) -> Game:
    if key not in GAMES:
        raise refusal("unknown_game")
    return GAMES[key]


def _player(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise refusal("unknown_table")
    return request.user


def _guest_form(request: HttpRequest) -> GuestForm | None:
    """The question for a name, for those who are nobody yet."""
    if request.user.is_authenticated:
        return None
    if request.method == "POST":
        return GuestForm({"name": request.POST.get("name", "").strip() or propose_guest_name()})
    return GuestForm(initial={"name": propose_guest_name()})


def _admit(request: HttpRequest, name: str) -> User:
    """Who is logged in, or a new guest. Raises AppError("too_fast") for one guest too many from this address."""
    if isinstance(request.user, User):
        return request.user
    if not ratelimit.consume(request, action="guest"):
        sentence = _("Too many new guests come from your network. Wait a minute, or log in.")
        raise AppError(sentence, code="too_fast", status=429)
    guest: Any = create_guest(name or propose_guest_name())
    login(request, guest, backend=BACKEND)
    return guest  # type: ignore[no-any-return]
