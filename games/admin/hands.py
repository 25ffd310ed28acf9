"""Finished hands, step by step; and the shoes they were dealt from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from battle21.admin import ReadOnlyAdmin, Section, link
from games.admin.parts import GameOfTableFilter, game_title, ledger_lines, match_link, names_at, table_link
from games.admin.story import tell_hand
from games.admin.tables import hand_proof, journal_section, timeline_section
from games.admin.voids import VoidRoundPage, void_section
from games.models import Deal, Hand, Table
from games.services import records

log = structlog.get_logger(__name__)

ALL_CARDS = "all"
"""`?cards=all`: hidden cards, too, once the match is over; each look is logged."""


class ProofFilter(admin.SimpleListFilter):
    title = later("replay")
    parameter_name = "replay"
    KINDS = {
        "proven": Q(verified_at__isnull=False),
        "waiting": Q(verified_at__isnull=True, fault=""),
        "differs": ~Q(fault=""),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("proven", _("Proven")), ("waiting", _("Not replayed yet")), ("differs", _("Differs"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Hand]) -> QuerySet[Hand]:
        kind = self.KINDS.get(self.value() or "")
        return queryset if kind is None else queryset.filter(kind)


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    list_display = (
        "public_id",
        "game_shown",
        "table_shown",
        "match_number",
        "number",
        "ended_at",
        "reason",
        "proof",
    )
    list_filter = (GameOfTableFilter, "table__mode", "reason", ProofFilter, "ended_at")
    list_select_related = ("table", "match")
    search_fields = (
        "=public_id",
        "=table__public_id",
        "=table__seats__user__public_id",
        "table__seats__user__display_name",
    )
    ordering = ("-id",)
    fields = ("public_id", "game_shown", "table_shown", "match_shown", "number", "deal", "version", "started_at",
              "ended_at", "reason", "net_shown", "first_seq", "last_seq", "proof", "verified_at")  # fmt: skip

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        hands: QuerySet[Hand] = super().get_queryset(request)
        return hands.defer("sealed", "table__sealed_secret")

    @admin.display(description=later("Game"), ordering="table__game")
    def game_shown(self, hand: Hand) -> str:
        return game_title(hand.table.game)

    @admin.display(description=later("Table"))
    def table_shown(self, hand: Hand) -> str:
        return table_link(hand.table)

    @admin.display(description=later("Match"))
    def match_shown(self, hand: Hand) -> str:
        return match_link(hand.match)

    @admin.display(description=later("Match"))
    def match_number(self, hand: Hand) -> int:
        return hand.match.number

    @admin.display(description=later("Chips won or lost"))
    def net_shown(self, hand: Hand) -> str:
        names = names_at(hand.table)
        return (
            ", ".join(f"{names.get(int(seat), seat)} {chips:+,}" for seat, chips in hand.net.items()) or "-"
        )

    @admin.display(description=later("Replay"))
    def proof(self, hand: Hand) -> str:
        return hand_proof(hand)

    def sections(self, request: HttpRequest, obj: Hand) -> Sequence[Section]:
        over = obj.match.ended_at is not None
        asked = over and request.GET.get("cards") == ALL_CARDS
        if asked:
            log.info("staff saw hidden cards", user=request.user.get_username(), hand=obj.public_id)
        money = (ledger_lines(obj.match),) if obj.table.mode in Table.BOOKED else ()
        return (*_told(obj, over=over, all_cards=asked), *money, *void_section(request, obj))

    def get_urls(self) -> list[Any]:
        void = self.admin_site.admin_view(VoidRoundPage.as_view(model_admin=self))
        return [path("<int:pk>/void/", void, name="games_hand_void"), *super().get_urls()]


def _told(hand: Hand, *, over: bool, all_cards: bool) -> tuple[Section, ...]:
    names = names_at(hand.table)
    try:
        record = records.read_record(hand)
        story = tell_hand(hand, names, all_cards=all_cards)
    except Exception as fault:  # a damaged record is what staff have come to see
        log.exception("a hand's record cannot be told", hand=hand.public_id)
        return (
            Section(
                _("Timeline"),
                note=_("The record cannot be read: %(fault)s.") % {"fault": type(fault).__name__},
            ),
        )
    cards = Section(
        _("Cards"),
        (_("Seat"), _("Cards, in the order they were dealt")),
        [(names.get(seat, seat), told) for seat, told in story.cards.items()],
        note=_about_cards(over, all_cards),
        after=link(f"?cards={ALL_CARDS}", _("Show all dealt cards (is logged)"))
        if over and not all_cards
        else "",
    )
    commands = list(enumerate(record.commands, record.first_seq))
    return (
        timeline_section(_("Timeline"), story.lines, names),
        cards,
        journal_section(commands, names, inputs=over),
    )


def _about_cards(over: bool, all_cards: bool) -> str:
    if not over:
        return _("The match goes on: only what everybody saw is shown.")
    return _("All cards that were dealt.") if all_cards else _("What everybody saw.")


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    list_display = ("id", "table_shown", "match_number", "number", "root", "created_at")
    list_select_related = ("table",)
    search_fields = ("=table__public_id", "=root")
    list_filter = ("created_at",)
    ordering = ("-id",)
    fields = ("table_shown", "match_number", "number", "root", "created_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        deals: QuerySet[Deal] = super().get_queryset(request)
        return deals.defer("table__sealed_secret")

    @admin.display(description=later("Table"))
    def table_shown(self, deal: Deal) -> str:
        return table_link(deal.table)
