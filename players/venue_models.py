"""Venues: a face of their own for guests who come by a venue's address. Written by `players.services.venues` only."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_PREFIX = 32
MAX_NAME = 40
MAX_WELCOME = 280
MAX_BANNER = 280


class Cloth(models.TextChoices):
    """What colours the venue's pages have, in light and in dark (static/css/venues.css)."""

    GREEN = "green", _("Green, as everywhere")
    BURGUNDY = "burgundy", _("Burgundy")
    MIDNIGHT = "midnight", _("Midnight blue")
    GRAPHITE = "graphite", _("Graphite")


CHROME = {"green": "#0e3a28", "burgundy": "#451620", "midnight": "#13264a", "graphite": "#26292d"}
"""Of the bar that phones draw above the page, by cloth."""


class CardStyle(models.TextChoices):
    DEFAULT = "default", _("Default: a large index")
    TRADITIONAL = "traditional", _("Traditional, with index and court figures")


class Picture(models.Model):
    """An image as we have encoded it. Its name is the hash of its bytes, so it never changes under its address.

    In the database and not in files, for every host of an installation serves it.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    """SHA-256 of the content, hex."""
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.digest[:12]


class Venue(models.Model):
    prefix = models.CharField(
        _("address"),
        max_length=MAX_PREFIX,
        unique=True,
        help_text=_(
            "Guests come by /address/ of this site. Small letters, digits and hyphens, a letter first."
        ),
    )
    name = models.CharField(_("name"), max_length=MAX_NAME)
    is_active = models.BooleanField(
        _("active"),
        default=True,
        help_text=_("Off: its address leads nowhere, its tables look as all others."),
    )
    welcome = models.TextField(
        _("welcome text"), blank=True, max_length=MAX_WELCOME, help_text=_("Plain text, above the lobby.")
    )
    logo = models.ForeignKey(
        Picture, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("logo")
    )
    theme = models.CharField(_("theme"), max_length=12, choices=Cloth, default=Cloth.GREEN)
    card_style = models.CharField(
        _("card style"),
        max_length=12,
        choices=CardStyle,
        default=CardStyle.DEFAULT,
        help_text=_("For players who have not chosen their own."),
    )
    featured_game = models.CharField(
        _("featured game"), max_length=32, blank=True, help_text=_("First in the lobby.")
    )
    flexible_ace = models.BooleanField(
        _("flexible ace"),
        default=False,
        help_text=_(
            "New tables here begin with it where a game has that option; who opens one may change it."
        ),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("venue")
        verbose_name_plural = _("venues")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def deals_courts(self) -> bool:
        return self.card_style == CardStyle.TRADITIONAL

    @property
    def chrome(self) -> str:
        """A colour for the browser's own bar."""
        return CHROME[self.theme]


class VenueBanner(models.Model):
    """The venue's own words, and a picture, on one game's pages."""

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="banners")
    game = models.CharField(_("game"), max_length=32)
    """Key of the catalogue, checked where games are known (games.admin.venues)."""
    text = models.TextField(_("text"), blank=True, max_length=MAX_BANNER)
    picture = models.ForeignKey(
        Picture, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("picture")
    )

    class Meta:
        verbose_name = _("banner")
        verbose_name_plural = _("banners")
        constraints = [models.UniqueConstraint(fields=["venue", "game"], name="venue_banner_once")]

    def __str__(self) -> str:
        return f"{self.venue}: {self.game}"
