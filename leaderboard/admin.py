"""What staff see: standings and tiers as of any moment with the hands that made a score, and differences."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from django import forms
from django.contrib import admin
from django.core.validators import MinValueValidator
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView
from unfold.views import UnfoldModelAdminViewMixin
from unfold.widgets import INPUT_CLASSES

from battle21.admin import ReadOnlyAdmin, Section, link, utc
from leaderboard import past
from leaderboard.models import RankedHand, StandingDifference
from leaderboard.scoring import TIERS, chips

LINES = 50
"""Players of each tier, and hands of one player, on a page."""
EARLIEST = date(1970, 1, 1)
"""A window begins 30 days before it ends: the first days of all calendars have none."""


class Asked(forms.Form):
    """A day, seen from its end, and perhaps one player."""

    day = forms.DateField(
        label=_("As of the end of (UTC)"),
        widget=forms.DateInput({"type": "date", "class": " ".join(INPUT_CLASSES)}, format="%Y-%m-%d"),
        validators=[MinValueValidator(EARLIEST)],
    )
    player = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)


def end_of(day: date, now: datetime) -> datetime:
    """The last microsecond of the day; of today, now."""
    last = datetime.combine(day, time.max, tzinfo=UTC)
    return min(last, now)


class StandingsPage(UnfoldModelAdminViewMixin, TemplateView):  # type: ignore[misc]
    title = _("Standings as of a day")
    permission_required = ("leaderboard.view_rankedhand",)
    template_name = "admin/standings.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        now = timezone.now()
        data = request.GET if "day" in request.GET else {"day": now.date().isoformat()}
        form = Asked(data)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form), status=400)
        at, player = end_of(form.cleaned_data["day"], now), form.cleaned_data["player"]
        sections = (_hands_section(player, at),) if player else tuple(_tier_sections(at))
        return self.render_to_response(self.get_context_data(form=form, at=utc(at), sections=sections))


def _tier_sections(at: datetime) -> list[Section]:
    """The tops of all tiers; each score leads to the hands that made it."""
    headers = (_("Rank"), _("Player"), _("Hands"), _("Score"))
    page, day = reverse("admin:leaderboard_rankedhand_standings"), at.astimezone(UTC).date()
    return [
        Section(
            f"{tier.title} ({tier.span})",
            headers,
            [
                (
                    place.rank,
                    place.name,
                    place.hands,
                    link(f"{page}?day={day}&player={place.player}", chips(place.score)),
                )
                for place in past.standings_at(at, tier, size=LINES)
            ],
            empty=_("Nobody."),
        )
        for tier in TIERS
    ]


def _hands_section(player: int, at: datetime) -> Section:
    """Hands and score are of all; the newest LINES are listed, the list of ranked hands has the rest."""
    hands = past.hands_at(player, at)
    number, score = past.sums_of(hands)
    rows = [
        (
            utc(hand.ended_at),
            link(reverse("admin:leaderboard_rankedhand_change", args=[hand.pk]), hand),
            chips(hand.score),
        )
        for hand in hands[:LINES]
    ]
    whole = f"{reverse('admin:leaderboard_rankedhand_changelist')}?player__id__exact={player}"
    return Section(
        _("The hands that made the score"),
        (_("Ended (UTC)"), _("Hand"), _("Score")),
        rows,
        note=_("%(hands)d hands, score %(score)s.") % {"hands": number, "score": chips(score)},
        after=link(whole, _("All ranked hands of this player")),
        empty=_("None in the window."),
    )


@admin.register(RankedHand)
class RankedHandAdmin(ReadOnlyAdmin):
    list_display = ("ended_at", "hand", "player_hand", "player", "score_shown", "voided_at", "void_reason")
    list_filter = (("voided_at", admin.EmptyFieldListFilter), "ended_at")
    list_select_related = ("player",)
    search_fields = ("=hand", "=player__public_id", "=player__username")
    ordering = ("-ended_at", "-id")
    show_full_result_count = False
    fields = (
        "hand",
        "player_hand",
        "player",
        "ended_at",
        "score_shown",
        "counted",
        "voided_at",
        "void_reason",
        "voided_by",
    )

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup == "player__id__exact" or bool(super().lookup_allowed(lookup, value, request))

    @admin.display(description=_("Score"), ordering="score")
    def score_shown(self, hand: RankedHand) -> str:
        return chips(hand.score)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields

    def sections(self, request: HttpRequest, obj: RankedHand) -> Sequence[Section]:
        """A void takes chips and score back in one, with two signatures: it is the round's, not this row's."""
        if obj.voided_at is not None or not request.user.has_perm("games.view_hand"):
            return ()
        played = f"{reverse('admin:games_hand_changelist')}?q={obj.hand}"
        return (Section(_("Correction"), after=link(played, _("The round, where it can be voided"))),)

    def get_urls(self) -> list[Any]:
        standings = self.admin_site.admin_view(StandingsPage.as_view(model_admin=self))
        return [
            path("standings/", standings, name="leaderboard_rankedhand_standings"),
            *super().get_urls(),
        ]


@admin.register(StandingDifference)
class StandingDifferenceAdmin(ReadOnlyAdmin):
    list_display = fields = (
        "found_at",
        "player",
        "hands_kept",
        "hands_true",
        "score_kept_shown",
        "score_true_shown",
    )
    list_filter = ("found_at",)
    list_select_related = ("player",)
    ordering = ("-found_at", "-id")

    @admin.display(description=_("Score, as kept"), ordering="score_kept")
    def score_kept_shown(self, difference: StandingDifference) -> str:
        return chips(difference.score_kept)

    @admin.display(description=_("Score, recomputed"), ordering="score_true")
    def score_true_shown(self, difference: StandingDifference) -> str:
        return chips(difference.score_true)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields
