"""Partners, their API keys and their players. Written by `players.services.partners` only."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

SCOPES = (
    "players:read",
    "players:write",
    "tables:read",
    "tables:write",
    "play",
    "stake",
    "matches:read",
    "wallet:read",
)
"""What a key may be allowed. `play`: answer for seats, and the table's socket; `stake`: agree to stakes."""

LIVE, TEST = "live", "test"


def new_partner_id() -> str:
    return "par_" + secrets.token_hex(8)


def all_scopes() -> list[str]:
    return list(SCOPES)


class Partner(models.Model):
    """Somebody whose program acts for players of its own."""

    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_partner_id)
    name = models.CharField(_("name"), max_length=80, unique=True)
    is_test = models.BooleanField(
        _("sandbox"), default=True, help_text=_("Test keys, test coins, tables of its own alone")
    )
    is_active = models.BooleanField(_("active"), default=True, help_text=_("Off: none of its keys works"))
    is_demo = models.BooleanField(_("demo partner"), default=False, editable=False)
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("partner")
        verbose_name_plural = _("partners")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def mode(self) -> str:
        """The word in its keys."""
        return TEST if self.is_test else LIVE


class PartnerKey(models.Model):
    """An API key: its first characters and the SHA-256 of all of it. The key itself is shown once."""

    partner = models.ForeignKey(Partner, models.PROTECT, related_name="keys", verbose_name=_("partner"))
    visible = models.CharField(_("begins with"), max_length=24, unique=True)
    key_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=80, help_text=_("What it is for"))
    scopes = models.JSONField(_("scopes"), default=all_scopes)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    created_by = models.CharField(_("made by"), max_length=150)
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    revoked_by = models.CharField(_("revoked by"), max_length=150, blank=True)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.visible}…"


class PartnerPlayer(models.Model):
    """A player whom a partner brought, and for whom its keys act."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="partner_player"
    )
    partner = models.ForeignKey(Partner, models.PROTECT, related_name="players")
    reference = models.CharField(  # noqa: DJ001 -- NULLs are not equal, empty texts are
        max_length=64, null=True, help_text=_("The partner's own name for the player")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["partner", "reference"], name="partner_reference_once")
        ]
        indexes = [models.Index(fields=["partner", "-created_at"], name="partner_players")]

    def __str__(self) -> str:
        return f"{self.partner} {self.reference or self.user_id}"
