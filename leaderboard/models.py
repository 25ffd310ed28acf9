"""What counted, and where everybody stands. Written by `leaderboard.services` only.

Foreign keys to players are indexes of numbers: Django's own constraints are checked at COMMIT, and lock there.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext_lazy as _

from leaderboard.fields import StoredField
from leaderboard.scoring import NO_TIER, TIERS

MOST_REASON = 500
MOST_BY = 100


class RankedHand(models.Model):
    """One completed player hand of a ranked player. Never deleted; a void is the only change anybody sees."""

    hand = models.CharField(_("hand"), max_length=60, help_text=_("Public id of the deal"))
    player_hand = models.PositiveSmallIntegerField(_("player hand"), help_text=_("0, after a split also 1"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name=_("player"),
    )
    ended_at = models.DateTimeField(_("ended"))
    score = models.PositiveBigIntegerField(_("score"), help_text=_("In half-chips"))
    counted = models.BooleanField(default=True, help_text=_("Is part of the player's standing now"))
    voided_at = models.DateTimeField(_("voided"), null=True)
    void_reason = models.CharField(_("reason"), max_length=MOST_REASON, blank=True)
    voided_by = models.CharField(_("voided by"), max_length=MOST_BY, blank=True)

    class Meta:
        verbose_name = _("ranked hand")
        verbose_name_plural = _("ranked hands")
        constraints = [
            models.UniqueConstraint(fields=["hand", "player_hand"], name="ranked_hand_once"),
            models.CheckConstraint(condition=~Q(hand=""), name="ranked_hand_has_a_source"),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True, void_reason="", voided_by="")
                | Q(voided_at__isnull=False, counted=False) & ~Q(void_reason="") & ~Q(voided_by=""),
                name="ranked_hand_void",
            ),
        ]
        indexes = [
            # What leaves next, and what pages leave out of a standing until it has left.
            models.Index(fields=["ended_at"], condition=Q(counted=True), name="ranked_hand_counted"),
            models.Index(fields=["player", "ended_at"], name="ranked_hand_of_player"),
            # A standing as of any moment, and the daily recomputation.
            models.Index(
                fields=["ended_at"],
                include=["player", "score"],
                condition=Q(voided_at__isnull=True),
                name="ranked_hand_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand}#{self.player_hand}"


class Standing(models.Model):
    """The sum of a player's counted hands. A hand whose time has passed is in it until the next job: readers subtract
    it (`leaderboard.selectors`), so a page is exact to the microsecond whether or not the job runs."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, db_constraint=False, related_name="+"
    )
    hands = models.PositiveIntegerField(_("completed hands"), default=0)
    score = models.PositiveBigIntegerField(_("score"), default=0, help_text=_("In half-chips"))
    ranked = models.BooleanField(_("ranked"), default=True, help_text=_("Staff and demo players are not"))
    tier = StoredField(
        expression=Case(
            When(ranked=False, then=Value(NO_TIER)),
            *(When(hands__gte=tier.least, then=Value(tier.number)) for tier in reversed(TIERS)),
            default=Value(NO_TIER),
        ),
        output_field=models.SmallIntegerField(),
        db_persist=True,
    )

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        indexes = [
            models.Index(
                F("tier"),
                F("score").desc(),
                F("player"),
                condition=Q(tier__gt=NO_TIER),
                name="standing_order",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.hands} hands, {self.score} half-chips"


class Told(models.Model):
    """The outbox: what happened to hands, in order, that the standings do not know yet. Written with what happened, in
    the same transaction; taken by `services.take_told`."""

    hand = models.CharField(max_length=60, help_text=_("Public id of the deal"))
    player_hand = models.PositiveSmallIntegerField(null=True, help_text=_("None: the deal was voided"))
    player_id = models.BigIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)
    staked = models.PositiveBigIntegerField(default=0, help_text=_("In half-chips, without insurance"))
    returned = models.PositiveBigIntegerField(default=0, help_text=_("In half-chips, without insurance"))
    reason = models.CharField(max_length=MOST_REASON, blank=True, help_text=_("Of a void"))
    by = models.CharField(max_length=MOST_BY, blank=True, help_text=_("Of a void: who"))

    class Meta:
        verbose_name = _("told hand")
        verbose_name_plural = _("told hands")

    def __str__(self) -> str:
        return f"{self.hand}#{'void' if self.player_hand is None else self.player_hand}"


class StandingDifference(models.Model):
    """A standing that was not what its hands add up to: found by the daily comparison, put right, kept."""

    found_at = models.DateTimeField(_("found"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name=_("player"),
    )
    hands_kept = models.BigIntegerField(_("hands, as kept"))
    hands_true = models.BigIntegerField(_("hands, recomputed"))
    score_kept = models.BigIntegerField(_("score, as kept"), help_text=_("In half-chips"))
    score_true = models.BigIntegerField(_("score, recomputed"), help_text=_("In half-chips"))

    class Meta:
        verbose_name = _("difference")
        verbose_name_plural = _("differences")
        indexes = [models.Index(fields=["-found_at"], name="standing_difference_newest")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.found_at:%F %T}"
