"""Wallet, own matches and hands: pages of what has been. Who did not sit there is told that there is no such thing."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games import books, hands_seen, history, purses, statement_csv, statements
from games.errors import refusal
from games.hand_histories import FILES, HistoryFile
from games.models import Table
from games.replays import replay_of
from games.rules.catalog import GAMES
from games.services import currency_order, hand_files, histories
from games.statement_filters import KINDS, Filters, read_filters
from wallet import statements as kept

MOST_PAGES = 10_000
PARTS = 50
"""Hands of a settlement on one page."""


@never_cache
@login_required
@require_GET
def wallet(request: HttpRequest) -> HttpResponse:
    """Balances, what is in play, and the newest lines. Guests have none: they are told how to get one."""
    if _is_guest(request):
        return render(request, "games/wallet_guest.html")
    found = purses.wallet_of(request.user)
    context = {
        "wallet": found,
        "test_coins": any(purse.is_test for purse in found.purses),
        "moved": request.GET.get("moved", ""),
    }
    return render(request, "games/wallet.html", context)


@login_required
@require_POST
def order_currencies(request: HttpRequest) -> HttpResponse:
    """Another order of the player's currencies: `order`, the codes with commas between; "" for the usual one. `moved`:
    the button that was pressed, which has the focus again afterwards."""
    wanted = request.POST.get("order", "")
    currency_order.set_order(request.user, wanted.split(",") if wanted else [])
    messages.success(request, _("Your order of currencies is saved."))
    moved = urlencode({"moved": request.GET["moved"]}) if "moved" in request.GET else ""
    return redirect(f"{reverse('games:wallet')}{moved and '?'}{moved}")


@never_cache
@login_required
@require_GET
def statement(request: HttpRequest, status: int = 200) -> HttpResponse:
    """Any period's lines, filtered by the address, and what they add up to."""
    if _is_guest(request):
        return render(request, "games/wallet_guest.html")
    currencies = currency_order.in_own_order(request.user, kept.currencies(_pk(request)), str)
    filters = read_filters(request.GET.dict(), currencies)
    cursor = request.GET.get("cursor", "")
    page = statements.page(_pk(request), filters, cursor)
    tiles = currency_order.in_own_order(request.user, page.sums, lambda sums: sums.currency)
    today = timezone.now().astimezone(UTC).date()
    context = {
        "page": page,
        "tiles": tiles,
        "filters": filters,
        "query": filters.query(),
        "older": f"{filters.query()}&{urlencode({'cursor': page.older})}" if page.older else "",
        "without_match": filters.query(match=""),
        "continued": bool(cursor),
        "periods": _periods(filters, today),
        "today": today,
        "currencies": currencies,
        "kinds": KINDS,
        "games": GAMES,
        "most": statement_csv.MOST_LINES,
        "exported": page.in_period <= statement_csv.MOST_LINES,
        "in_play": purses.in_play(_pk(request)),
    }
    return render(request, "games/statement.html", context, status=status)


@never_cache
@login_required
@require_GET
def statement_file(request: HttpRequest) -> HttpResponseBase:
    """The same lines as CSV. A period with too many of them is shown as a page that says so."""
    if _is_guest(request):
        return render(request, "games/wallet_guest.html")
    filters = read_filters(request.GET.dict(), kept.currencies(_pk(request)))
    spans = statements.spans_of(_pk(request), filters)
    if sum(span.lines for span in spans) > statement_csv.MOST_LINES:
        return statement(request, status=422)
    pieces = statement_csv.rows_of(_pk(request), filters, spans)
    named = "-".join(str(day) for day in (filters.first, filters.last) if day)
    headers = {"Content-Disposition": f'attachment; filename="battle21-statement{named and "-"}{named}.csv"'}
    return StreamingHttpResponse(
        statement_csv.sent(pieces), content_type="text/csv; charset=utf-8", headers=headers
    )


@never_cache
@login_required
@require_GET
def matches(request: HttpRequest) -> HttpResponse:
    page = _page(request.GET.get("page", ""))
    rows, more = history.matches_of(_pk(request), page)
    context = {"rows": rows, "page": page, "next": page + 1 if more else 0, "previous": page - 1}
    return render(request, "games/matches.html", context)


@never_cache
@login_required
@require_GET
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Each hand with its result."""
    table, row = history.match_for(public_id, request.user)
    context = {
        "row": row,
        "hands": hands_seen.hands_of(table, row.seat),
        "histories": row.seat is not None and histories.has_histories(row.game),
        "commitment": table.commitment,
    }
    return render(request, "games/match.html", context)


@never_cache
@login_required
@require_GET
def settlement(request: HttpRequest, public_id: str) -> HttpResponse:
    """What was paid in and where it went; for staff with everybody's lines."""
    table, row = history.match_for(public_id, request.user)
    everything = bool(getattr(request.user, "is_staff", False))
    names = _names(table)
    settled = [
        books.settled(subject, request.user, names, everything=everything)
        for subject in history.subjects_of(table)
    ]
    page = _page(request.GET.get("page", ""))
    more = max((len(match.parts) for match in settled), default=0) > page * PARTS
    context = {
        "row": row,
        "settled": settled,
        "staff": everything,
        "shown": f"{(page - 1) * PARTS}:{page * PARTS}",
        "page": page,
        "next": page + 1 if more else 0,
        "previous": page - 1,
    }
    return render(request, "games/settlement.html", context)


@never_cache
@login_required
@require_GET
def settled_part(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the match changed for the asker: a piece for the page of the table, once the match is over."""
    table, _row = history.match_for(public_id, request.user)
    names = _names(table)
    settled = [books.settled(subject, request.user, names) for subject in history.subjects_of(table)]
    return render(request, "games/settled.html", {"settled": settled})


@never_cache
@login_required
@require_GET
def hand_numbered(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """From the table, which knows its hands by number, to the page of that hand."""
    return redirect("games:hand", hands_seen.hand_numbered(public_id, number, _pk(request)))


@never_cache
@login_required
@require_GET
def hand(request: HttpRequest, public_id: str) -> HttpResponse:
    """Step by step, as the asker saw it."""
    found, seat = hands_seen.hand_for(public_id, _player(request))
    table, row = history.match_for(found.table.public_id, request.user)
    seen = hands_seen.see_hand(found, seat, get_language() or "")
    posted: tuple[Any, ...] = ()
    if table.mode == Table.Mode.STAKE:
        posted = books.settled(seen.subject, request.user, _names(table), caused_by=seen.caused).lines
    return render(request, "games/hand.html", {"row": row, "hand": seen, "posted": posted})


@never_cache
@login_required
@require_GET
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """The hand again, picture by picture, as the asker saw it. Raises AppError("no_replay")."""
    found, seat = hands_seen.hand_for(public_id, _player(request))
    _table, row = history.match_for(found.table.public_id, request.user)
    shown = replay_of(found, seat, get_language() or "")
    return render(request, "games/replay.html", {"row": row, "hand": found, "replay": shown})


@never_cache
@login_required
@require_GET
def hand_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same as a file: the asker's own view, with the proofs of its cards."""
    found, seat = hands_seen.hand_for(public_id, _player(request))
    body = msgspec.json.encode(hand_files.player_file(found, seat))
    return _download(body, "application/json", f"battle21-{public_id}.json")


@never_cache
@login_required
@require_GET
def history_file(request: HttpRequest, public_id: str, ending: str) -> HttpResponse:
    """One hand for other programs, with own and shown cards only. Raises AppError("no_history")."""
    found, seat = hands_seen.hand_for(public_id, _player(request))
    file = _history_kind(ending)
    body = file.one(histories.told_hand(found, seat))
    return _download(body, file.content_type, f"battle21-{public_id}.{ending}")


@never_cache
@login_required
@require_GET
def histories_file(request: HttpRequest, public_id: str, ending: str) -> HttpResponse:
    """The finished hands of a match in one file. Raises AppError("no_history")."""
    table, row = history.match_for(public_id, request.user)
    if row.seat is None:
        raise refusal("unknown_table")
    file = _history_kind(ending)
    body = file.several(histories.told_hands(table, _player(request)))
    return _download(body, file.content_type, f"battle21-{public_id}.{file.ending_of_several}")


def _history_kind(ending: str) -> HistoryFile:
    if ending not in FILES:
        raise refusal("no_history")
    return FILES[ending]


def _download(body: str | bytes, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)


def _is_guest(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_guest", False))


def _periods(filters: Filters, today: date) -> list[tuple[str, str, bool]]:
    """Periods one press away: words, address, whether it is chosen."""
    days = {_("Today"): 0, _("7 days"): 6, _("30 days"): 29}
    periods: dict[str, tuple[date | None, date | None]] = {
        **{words: (today - timedelta(days=back), today) for words, back in days.items()},
        _("All"): (None, None),
    }
    return [
        (words, filters.query(first=first, last=last), (filters.first, filters.last) == (first, last))
        for words, (first, last) in periods.items()
    ]


def _pk(request: HttpRequest) -> int:
    assert request.user.pk is not None
    return int(request.user.pk)


def _player(request: HttpRequest) -> str:
    """Public id of who asks."""
    assert request.user.is_authenticated
    return request.user.public_id


def _names(table: Table) -> dict[int, str]:
    return {seat.user_id: seat.user.display_name for seat in table.seats.all() if seat.user and seat.user_id}


def _page(text: str) -> int:
    return (
        min(int(text), MOST_PAGES)
        if text.isascii() and text.isdigit() and 0 < len(text) < 6 and int(text)
        else 1
    )
