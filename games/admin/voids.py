"""A ranked round is taken back: one member of staff asks, another approves. Both do so on the page of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.generic import TemplateView
from unfold.views import UnfoldModelAdminViewMixin
from unfold.widgets import INPUT_CLASSES

from battle21.admin import Section, link, utc
from battle21.errors import AppError
from games.models import Hand, RoundVoid, Table
from games.services import records, round_voids

VOID = "games.add_roundvoid"
"""Who may ask for a void, and who may approve one that somebody else asked for."""


class VoidForm(forms.Form):
    reason = forms.CharField(
        label=later("Reason"),
        max_length=round_voids.MOST_REASON,
        required=False,
        widget=forms.TextInput({"class": " ".join(INPUT_CLASSES)}),
    )


class VoidRoundPage(UnfoldModelAdminViewMixin, TemplateView):  # type: ignore[misc]
    """Chips and score are put right; nothing of the hand's record changes."""

    title = later("Void a ranked round")
    permission_required = (VOID,)
    template_name = "admin/void_round.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        hand = self._hand()
        void = RoundVoid.objects.filter(hand=hand).first()
        own = void is not None and void.asked_by == round_voids.signature(self.request.user.get_username())
        context: dict[str, Any] = super().get_context_data(
            hand=hand, void=void, own=own, **{"form": VoidForm(), **kwargs}
        )
        return context

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Asks for the void or, where another's question was on the page, approves that. Who asks and comes second is
        led to what the first one asked for: nobody signs what he has not read."""
        hand, staff = self._hand(), request.user.get_username()
        try:
            if "approves" in request.POST:
                round_voids.approve_void(hand, staff=staff)
                messages.success(request, _("The round is voided; chips and score are corrected."))
            else:
                asked = round_voids.ask_void(hand, reason=request.POST.get("reason", ""), staff=staff)
                if asked.asked_by != round_voids.signature(staff):
                    return HttpResponseRedirect(request.path)
                messages.success(request, _("Another member of staff has to approve it now."))
        except AppError as refused:
            messages.error(request, str(refused.message))
            return HttpResponseRedirect(request.path)
        return HttpResponseRedirect(reverse("admin:games_hand_change", args=[hand.pk]))

    def _hand(self) -> Hand:
        hand = Hand.objects.select_related("table", "match").filter(pk=self.kwargs["pk"]).first()
        if hand is None or hand.table.mode != Table.Mode.RANKED:
            raise Http404
        return hand


def void_section(request: HttpRequest, hand: Hand) -> Sequence[Section]:
    """What there is to say or to do about a void of this hand; nothing where it cannot be voided."""
    if hand.table.mode != Table.Mode.RANKED or hand.reason == records.UNFINISHED:
        return ()
    void = RoundVoid.objects.filter(hand=hand).first()
    page = link(reverse("admin:games_hand_void", args=[hand.pk]), _("Void this round"))
    may = page if request.user.has_perm(VOID) else ""
    if void is None:
        return (Section(_("Correction"), after=may),) if may else ()
    rows = [(void.reason, void.asked_by, utc(void.asked_at), void.approved_by or "-", _when(void))]
    head = (_("Reason"), _("Asked for by"), _("When (UTC)"), _("Approved by"), _("Voided (UTC)"))
    return (Section(_("Correction"), head, rows, after="" if void.done_at else may),)


def _when(void: RoundVoid) -> str:
    return "-" if void.done_at is None else utc(void.done_at)
