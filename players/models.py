"""Who plays: accounts, guests and their preferences. Written by `players.services` only."""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.keys import keys_of
from players.names import MAX_STORED, MAX_VISIBLE

PUBLIC_ID_PREFIX = "ply_"
PUBLIC_ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: read out loud without mistakes
PUBLIC_ID_LENGTH = 12  # 60 random bits
DEFAULT_VOLUME = 60


def new_public_id() -> str:
    """An opaque id for pages, addresses and the API; says nothing about the number of players."""
    return PUBLIC_ID_PREFIX + "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


class Theme(models.TextChoices):
    SYSTEM = "system", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Motion(models.TextChoices):
    SYSTEM = "system", _("As the device")
    FULL = "full", _("Full")
    REDUCED = "reduced", _("Reduced")


class Sound(models.TextChoices):
    ALL = "all", _("All sounds")
    ESSENTIAL = "essential", _("Only turn and clock")
    OFF = "off", _("Off")


class Faces(models.TextChoices):
    VENUE = "venue", _("As the venue deals, else a large index")
    INDEX = "index", _("Large index")
    COURTS = "courts", _("Traditional, with court figures")


class Speech(models.TextChoices):
    """How much of what happens at a table is said."""

    BRIEF = "brief", _("Brief: your turn, your cards, the board, results, warnings")
    NORMAL = "normal", _("Normal: everything that happens")
    FULL = "full", _("Full: pots, hands, chips and clocks as well")


class PlayerManager(UserManager["User"]):
    """Gives accounts made without a form (createsuperuser) a name to show."""

    def _create_user_object(
        self, username: str, email: str | None, password: str | None, **extra: Any
    ) -> "User":
        extra.setdefault("display_name", username[:MAX_VISIBLE])
        user: User = super()._create_user_object(username, email, password, **extra)  # type: ignore[misc]
        return user


class User(AbstractUser):
    """A player, a guest or a member of staff.

    A guest is an ordinary row with `is_guest` and no usable password: seats, hands and the session work the
    same way, and signing up keeps the row. Others are shown `display_name` and `public_id`, never `username`
    or `email`.
    """

    public_id = models.CharField(max_length=20, unique=True, editable=False, default=new_public_id)
    display_name = models.CharField(_("name shown to others"), max_length=MAX_STORED)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_demo = models.BooleanField(_("demo player"), default=False)
    last_active_at = models.DateTimeField(_("last active"), default=timezone.now)

    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.SYSTEM)
    four_colour = models.BooleanField(_("four-colour deck"), default=True)
    faces = models.CharField(_("card faces"), max_length=8, choices=Faces, default=Faces.VENUE)
    motion = models.CharField(_("motion"), max_length=8, choices=Motion, default=Motion.SYSTEM)
    sound = models.CharField(_("sound"), max_length=10, choices=Sound, default=Sound.ALL)
    volume = models.PositiveSmallIntegerField(
        _("volume"), default=DEFAULT_VOLUME, validators=[MaxValueValidator(100)]
    )
    """Of all sounds, in percent."""
    speech = models.CharField(_("speech"), max_length=8, choices=Speech, default=Speech.NORMAL)
    voice = models.BooleanField(_("voice"), default=False)
    """What is said for screen readers is also spoken by the browser itself."""
    table_keys = models.JSONField(_("keys"), default=dict, blank=True, editable=False)
    """Choices that differ from `players.keys.TABLE_KEYS`: name -> key, "" for none."""
    keys_on = models.BooleanField(_("keys of the table"), default=True)
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    """A code of settings.LANGUAGES, or empty: what the browser asks for."""
    currency_order = models.JSONField(_("order of currencies"), default=list, blank=True, editable=False)
    """Codes, the first one first; those not named follow. What a code means is for others to know."""

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            # Log-in looks user names up without case; two that differ in case alone would be ambiguous.
            models.UniqueConstraint(Lower("username"), name="player_username_without_case"),
            models.CheckConstraint(condition=~models.Q(display_name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=models.Q(volume__lte=100), name="player_volume_is_percent"),
            models.CheckConstraint(
                condition=~(
                    models.Q(is_guest=True) & (models.Q(is_staff=True) | models.Q(is_superuser=True))
                ),
                name="player_guest_is_not_staff",
            ),
        ]
        indexes = [
            # The sweep of stale guests; most rows are not guests.
            models.Index(
                fields=["last_active_at"], condition=models.Q(is_guest=True), name="player_stale_guests"
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    def shell_classes(self, *, venue_deals_courts: bool = False) -> str:
        """Classes of <html> on every page: preferences live there, so pushed HTML need not know them."""
        faces = self.faces
        if faces == Faces.VENUE:
            faces = Faces.COURTS if venue_deals_courts else Faces.INDEX
        deck = "deck-four" if self.four_colour else "deck-two"
        keys = "" if self.keys_on else " keys-off"
        speech = "" if self.speech == Speech.NORMAL else f" speech-{self.speech}"
        voice = " voice-on" if self.voice else ""
        look = f"theme-{self.theme} {deck} faces-{faces} motion-{self.motion}"
        return f"{look} sound-{self.sound}{keys}{speech}{voice}"

    @property
    def keys(self) -> dict[str, str]:
        """What each key of the table is for this player: name -> key, "" for none."""
        return keys_of(self.table_keys)


class StaffLink(models.Model):
    """A one-time log-in of a demo installation: the token itself is never stored, only its SHA-256."""

    token_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"one-time link of {self.user}"


# Models of partners and of venues; Django finds the models of an app here.
from players.partner_models import Partner as Partner  # noqa: E402
from players.partner_models import PartnerKey as PartnerKey  # noqa: E402
from players.partner_models import PartnerPlayer as PartnerPlayer  # noqa: E402
from players.venue_models import Picture as Picture  # noqa: E402
from players.venue_models import Venue as Venue  # noqa: E402
from players.venue_models import VenueBanner as VenueBanner  # noqa: E402
