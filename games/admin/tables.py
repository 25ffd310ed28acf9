"""Tables and their matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog
from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from battle21.admin import ReadOnlyAdmin, ReadOnlyInline, Section, link, utc
from games.admin.parts import (
    GameFilter,
    GameOfTableFilter,
    game_title,
    ledger_lines,
    match_link,
    names_at,
    seat_names,
    table_link,
    winners_of,
)
from games.admin.story import journal_rows, tell_present
from games.models import Hand, JournalEntry, Match, Seat, Table, TableState
from games.rules.commands import DECODER
from games.services import both_away

log = structlog.get_logger(__name__)

HANDS = 100
"""Of one match or table listed on its page; the list of hands has them all."""


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = readonly_fields = (
        "number",
        "user",
        "bot",
        "currency",
        "most_units",
        "most_by_currency",
        "currency_order",
        "joined_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        seats: QuerySet[Seat] = super().get_queryset(request)
        return seats.select_related("user")


class MatchInline(ReadOnlyInline):
    model = Match
    fields = readonly_fields = ("page", "started_at", "ended_at", "reason", "winners_shown")

    @admin.display(description=later("Match"))
    def page(self, match: Match) -> str:
        return match_link(match)

    @admin.display(description=later("Winners"))
    def winners_shown(self, match: Match) -> str:
        return winners_of(match)


class HaltedFilter(admin.SimpleListFilter):
    title = later("halted")
    parameter_name = "halted"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Halted"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        return queryset.filter(state__halted_at__isnull=False) if self.value() == "yes" else queryset


class BothAwayFilter(admin.SimpleListFilter):
    title = later("both stayed away")
    parameter_name = "both_away"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("again", _("The same players, more than once"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.filter(pk__in=both_away.repeated()) if self.value() == "again" else queryset


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("public_id", "game_shown", "mode", "status", "players", "stake", "halted", "created_at")
    list_filter = (GameFilter, "mode", "status", HaltedFilter, "created_at")
    list_select_related = ("state",)
    search_fields = ("=public_id", "=seats__user__public_id", "seats__user__display_name")
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": ("public_id", "game_shown", "mode", "status", "stake", "clock", "options", "private")}),
        (later("Times"), {"fields": ("created_by", "created_at", "ended_at", "rematch_of")}),
        (later("In play"), {"fields": ("version", "schema", "hand_number", "due", "halted", "failures")}),
        (later("Fair deal"), {"fields": ("commitment",)}),
    )  # fmt: skip
    inlines = (SeatInline, MatchInline)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return [name for _title, options in self.fieldsets for name in options["fields"]]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        tables: QuerySet[Table] = super().get_queryset(request)
        return tables.defer("sealed_secret", "state__sealed").prefetch_related("seats__user")

    @admin.display(description=later("Game"), ordering="game")
    def game_shown(self, table: Table) -> str:
        return game_title(table.game)

    @admin.display(description=later("Players"))
    def players(self, table: Table) -> str:
        return ", ".join(seat_names(list(table.seats.all())).values())

    @admin.display(description=later("Stake"), ordering="stake_cents")
    def stake(self, table: Table) -> str:
        return "-" if table.stake_cents is None else f"${table.stake_cents / 100:,.2f}"

    @admin.display(description=later("Halted"))
    def halted(self, table: Table) -> str:
        state = _state(table)
        if state is None or state.halted_at is None:
            return "-"
        return f"{utc(state.halted_at)}: {state.halt_reason}"

    @admin.display(description=later("Version"))
    def version(self, table: Table) -> Any:
        return _state_value(table, "version")

    @admin.display(description=later("Schema of the state"))
    def schema(self, table: Table) -> Any:
        return _state_value(table, "schema")

    @admin.display(description=later("Hand"))
    def hand_number(self, table: Table) -> Any:
        return _state_value(table, "hand_number")

    @admin.display(description=later("Next clock runs out"))
    def due(self, table: Table) -> Any:
        due_at = _state_value(table, "due_at")
        return utc(due_at) if due_at not in (None, "-") else "-"

    @admin.display(description=later("Failures in a row"))
    def failures(self, table: Table) -> Any:
        return _state_value(table, "failures")

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.table_of)
        return [path("of/<slug:public_id>/", view, name="games_table_of"), *super().get_urls()]

    def table_of(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """From the id that players, logs and transfers name to the page."""
        pk = Table.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
        if pk is None:
            raise Http404(public_id)
        return HttpResponseRedirect(reverse("admin:games_table_change", args=[pk]))

    def sections(self, request: HttpRequest, obj: Table) -> Sequence[Section]:
        hands = Hand.objects.filter(table=obj).select_related("match")
        return (hands_section(hands, after=_all_hands(obj)), *_present(obj))


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = (
        "started_at",
        "game_shown",
        "table_shown",
        "number",
        "players",
        "ended_at",
        "reason",
        "winners_shown",
    )
    list_filter = (GameOfTableFilter, "table__mode", "reason", BothAwayFilter, "started_at")
    list_select_related = ("table",)
    search_fields = (
        "=table__public_id",
        "=table__seats__user__public_id",
        "table__seats__user__display_name",
    )
    ordering = ("-id",)
    fields = ("game_shown", "table_shown", "number", "version", "players", "started_at", "ended_at", "reason",
              "winners_shown")  # fmt: skip

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        matches: QuerySet[Match] = super().get_queryset(request)
        return matches.defer("table__sealed_secret").prefetch_related("table__seats__user")

    @admin.display(description=later("Game"), ordering="table__game")
    def game_shown(self, match: Match) -> str:
        return game_title(match.table.game)

    @admin.display(description=later("Table"))
    def table_shown(self, match: Match) -> str:
        return table_link(match.table)

    @admin.display(description=later("Players"))
    def players(self, match: Match) -> str:
        return ", ".join(seat_names(list(match.table.seats.all())).values())

    @admin.display(description=later("Winners"))
    def winners_shown(self, match: Match) -> str:
        return winners_of(match)

    def sections(self, request: HttpRequest, obj: Match) -> Sequence[Section]:
        hands = hands_section(Hand.objects.filter(match=obj).select_related("match"))
        return (hands, ledger_lines(obj)) if obj.table.mode in Table.BOOKED else (hands,)


def hands_section(hands: QuerySet[Hand], after: str = "") -> Section:
    newest = hands.defer("sealed").order_by("-match__number", "-number")[:HANDS]
    rows = [
        (
            link(reverse("admin:games_hand_change", args=[hand.pk]), hand.public_id),
            hand.match.number,
            hand.number,
            utc(hand.ended_at),
            hand.reason,
            hand_proof(hand),
        )
        for hand in newest
    ]
    headers = (_("Hand"), _("Match"), _("Number"), _("Ended (UTC)"), _("How"), _("Replay"))
    return Section(_("Finished hands"), headers, rows, after=after, empty=_("No hand is finished yet."))


def hand_proof(hand: Hand) -> str:
    """What replaying the hand has shown so far."""
    if hand.fault:
        return _("Differs: %(fault)s") % {"fault": hand.fault}
    return _("Proven") if hand.verified_at else _("Not replayed yet")


def _present(table: Table) -> tuple[Section, ...]:
    """What is going on, as watchers see it; and the commands behind it without what they say."""
    if table.status != Table.Status.PLAYING:
        return ()
    names = names_at(table)
    try:
        lines = tell_present(table, names).lines
        note = _("As any watcher sees it: hidden cards are shown to nobody while the match goes on.")
    except Exception:  # a page on a halted table must open whatever is wrong with it
        log.exception("the present hand cannot be told", table=table.public_id)
        lines, note = (), _("The commands cannot be replayed. The log has the error.")
    entries = JournalEntry.objects.filter(table=table).order_by("-seq").values_list("seq", "body")[:HANDS]
    commands = [(seq, DECODER.decode(body)) for seq, body in reversed(entries)]
    return (
        timeline_section(_("Now"), lines, names, note),
        journal_section(commands, names, inputs=False),
    )


def timeline_section(title: str, lines: Sequence[Any], names: dict[int, str], note: str = "") -> Section:
    rows = [
        (f"{line.at:%F %T}.{line.at.microsecond // 1000:03d}", names.get(line.seat, ""), line.text,
         _("Clock") if line.by_clock else "")
        for line in lines
    ]  # fmt: skip
    headers = (_("Time (UTC)"), _("Seat"), _("What happened"), _("By the clock"))
    return Section(title, headers, rows, note=note, empty=_("Nothing has happened yet."))


def journal_section(entries: Sequence[Any], names: dict[int, str], *, inputs: bool) -> Section:
    note = "" if inputs else _("What seats have answered is shown when the match is over.")
    headers = (_("No."), _("Time (UTC)"), _("Command"), _("Seat"), _("Input"))
    return Section(
        _("Journal"), headers, journal_rows(entries, names, inputs=inputs), note=note, empty=_("No commands.")
    )


def _all_hands(table: Table) -> str:
    return link(f"{reverse('admin:games_hand_changelist')}?q={table.public_id}", _("All hands of this table"))


def _state(table: Table) -> TableState | None:
    """None: nobody has played here yet."""
    return getattr(table, "state", None)


def _state_value(table: Table, name: str) -> Any:
    state = _state(table)
    return "-" if state is None else getattr(state, name)
