"""Tables of the lobby and of live games: fields, constraints, one-line properties. `games.services` alone writes."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without 0, 1, i, l, o: such ids are read aloud and typed."""


def public_id() -> str:
    """A short id that cannot be guessed or counted (10 characters, 49 bits)."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(10))


def invitation() -> str:
    """The secret part of an invitation link (128 bits)."""
    return secrets.token_urlsafe(16)


class Table(models.Model):
    """A place in the lobby with one game and its options."""

    class Mode(models.TextChoices):
        PRACTICE = "practice", _("Practice")
        FREE = "free", _("For nothing")
        STAKE = "stake", _("For a stake")
        RANKED = "ranked", _("Ranked, for play chips")

    BOOKED = (Mode.STAKE, Mode.RANKED)
    """What is played for is in the ledger."""

    class Status(models.TextChoices):
        OPEN = "open", _("Waiting for players")
        PLAYING = "playing", _("Playing")
        OVER = "over", _("Over")
        CLOSED = "closed", _("Closed before it began")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    game = models.CharField(max_length=32)
    mode = models.CharField(max_length=16, choices=Mode)
    status = models.CharField(max_length=16, choices=Status, default=Status.OPEN)
    clock = models.PositiveSmallIntegerField(
        default=1, help_text=_("Multiplier of decision times; 0: no clock")
    )
    options = models.JSONField(default=dict)
    private = models.BooleanField(default=False, help_text=_("Found by invitation only, no watchers"))
    invitation = models.CharField(max_length=32, unique=True, default=invitation, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tables_created")
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    rematch_of = models.OneToOneField("self", models.PROTECT, null=True, related_name="rematch")
    stake_cents = models.PositiveIntegerField(
        null=True, help_text=_("Each seat's stake in US cents, an estimate's")
    )
    currencies = models.JSONField(
        default=list, help_text=_("In which stakes may be paid here; empty: in all of one family")
    )
    venue = models.ForeignKey(
        "players.Venue",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Whose face its pages have"),
    )
    commitment = models.CharField(max_length=64, help_text=_("Root over the numbered deal seeds, hex"))
    sealed_secret = models.BinaryField(help_text=_("The secret of all deals, encrypted"))

    class Meta:
        indexes = [
            models.Index(fields=["status", "-created_at"], name="table_lobby"),
            models.Index(fields=["-created_at", "-public_id"], name="table_newest"),  # the API's pages
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"


class Seat(models.Model):
    """A numbered place at a table; the same number for the table's whole life, from the moment its match begins."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats")
    bot = models.CharField(max_length=32, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    currency = models.CharField(
        max_length=16, blank=True, help_text=_("In which the stake is paid; TOTAL: in several")
    )
    most_units = models.DecimalField(
        max_digits=78, decimal_places=0, null=True, help_text=_("Units the player has agreed to at most")
    )
    most_by_currency = models.JSONField(
        default=dict, help_text=_("The same for a stake in several currencies: digits by currency")
    )
    currency_order = models.JSONField(
        default=list, help_text=_("In which order these are taken, as it was shown")
    )
    conn = models.CharField(max_length=64, blank=True, help_text=_("The seat's one live connection"))
    process = models.CharField(
        max_length=40, blank=True, db_index=True, help_text=_("Web process that holds it")
    )
    session = models.CharField(
        max_length=64,
        blank=True,
        help_text=_("Of the browser that last had the seat: SHA-256 of its session's key"),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["table", "user"], name="seat_user_once"),
        ]
        ordering = ["table", "number"]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"

    @property
    def consent(self) -> dict[str, int]:
        """Units the player has agreed to at most, by currency in the order in which they are taken; empty where
        nothing is staked."""
        if self.most_units is not None:
            return {self.currency: int(self.most_units)}
        return {code: int(self.most_by_currency[code]) for code in self.currency_order}


class Consent(models.Model):
    """What the seats had agreed to when a stake was paid in. Written with the transfer, which keeps its digest."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="consents")
    match_number = models.PositiveIntegerField()
    hand = models.PositiveIntegerField(help_text=_("The hand it was paid for; 0: the match"))
    body = models.TextField(help_text=_("JSON (games.services.consents)"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "match_number", "hand"], name="consent_once")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.match_number} hand {self.hand}"


class Match(models.Model):
    """First deal to last settlement at one table."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="matches")
    number = models.PositiveIntegerField()
    version = models.PositiveSmallIntegerField(help_text=_("Version of the rules"))
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=16, blank=True)
    winners = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="match_once")]
        verbose_name_plural = _("matches")

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class TableState(models.Model):
    """The hot row of a table in play: a cache of its journal, encrypted, with version and earliest clock."""

    table = models.OneToOneField(Table, models.PROTECT, primary_key=True, related_name="state")
    version = models.BigIntegerField(help_text=_("Number of the last journal entry"))
    schema = models.PositiveSmallIntegerField()
    due_at = models.DateTimeField(null=True, help_text=_("When the earliest clock runs out"))
    sealed = models.BinaryField(null=True)
    match_number = models.PositiveIntegerField(default=1)
    hand_number = models.PositiveIntegerField(default=0)
    live = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)
    halted_at = models.DateTimeField(null=True)
    halt_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                name="state_due",
                condition=models.Q(due_at__isnull=False, halted_at__isnull=True),
            ),
            models.Index(fields=["table"], name="state_live", condition=models.Q(live=True)),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version}"


class JournalEntry(models.Model):
    """One numbered command. Inputs only: no card, no result."""

    pk = models.CompositePrimaryKey("table_id", "seq")
    table = models.ForeignKey(Table, models.PROTECT, related_name="journal")
    seq = models.BigIntegerField()
    match_number = models.PositiveIntegerField()
    hand_number = models.PositiveIntegerField(help_text=_("The hand that was in play, or about to be dealt"))
    at = models.DateTimeField()
    kind = models.CharField(max_length=16)
    seat = models.SmallIntegerField(null=True)
    token = models.CharField(max_length=48, null=True)  # noqa: DJ001 -- NULLs are not equal, empty texts are
    body = models.TextField(help_text=_("The command as JSON"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "token"], name="journal_token_once")]
        verbose_name_plural = _("journal entries")

    def __str__(self) -> str:
        return f"{self.table_id}:{self.seq} {self.kind}"


class Deal(models.Model):
    """One shoe at a table: what was published before its first card."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="deals")
    match_number = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    root = models.CharField(max_length=64, help_text=_("Root over the salted card positions, hex"))
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "match_number", "number"], name="deal_once")]

    def __str__(self) -> str:
        return f"{self.table_id} deal {self.number}"


class Hand(models.Model):
    """A finished hand: its commands as one encrypted record that replays alone, and its public result."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="hands")
    match = models.ForeignKey(Match, models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField()
    deal = models.PositiveIntegerField()
    version = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    reason = models.CharField(max_length=16)
    net = models.JSONField(help_text=_("Chips won or lost, by seat"))
    first_seq = models.BigIntegerField()
    last_seq = models.BigIntegerField()
    sealed = models.BinaryField(help_text=_("Setup, commands and expected result, encrypted"))
    verified_at = models.DateTimeField(null=True, db_index=True)
    fault = models.CharField(max_length=500, blank=True, help_text=_("What the replay found to differ"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="hand_once")]
        indexes = [
            models.Index(
                fields=["id"], name="hand_unverified", condition=models.Q(verified_at__isnull=True, fault="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} hand {self.number}"


class RoundVoid(models.Model):
    """A ranked round that staff take back: one asks for it with a reason, another approves, and it never counted."""

    hand = models.OneToOneField(Hand, models.PROTECT, primary_key=True, related_name="void")
    reason = models.CharField(max_length=500)
    asked_by = models.CharField(max_length=100)
    asked_at = models.DateTimeField(auto_now_add=True)
    approved_by = models.CharField(max_length=100, blank=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(done_at__isnull=True, approved_by="")
                | models.Q(done_at__isnull=False)
                & ~models.Q(approved_by="")
                & ~models.Q(approved_by=models.F("asked_by")),
                name="round_void_signed_twice",
            )
        ]

    def __str__(self) -> str:
        return f"void of {self.hand_id}"


class Hold(models.Model):
    """While one is in force no table begins another hand: the ledger was found wrong."""

    reason = models.CharField(max_length=200)
    since = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.CharField(max_length=100, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], name="hold_in_force", condition=models.Q(lifted_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.since:%F %T} {self.reason}"


class Lease(models.Model):
    """A web process that says it is alive. Renewed every second or two; the row's time is the database's."""

    process = models.CharField(max_length=40, primary_key=True)
    renewed_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.process


class Outage(models.Model):
    """Time in which no web process lived, as it was taken out of every clock."""

    since = models.DateTimeField()
    until = models.DateTimeField(help_text=_("Includes the time given back"))

    def __str__(self) -> str:
        return f"{self.since:%F %T} – {self.until:%F %T}"


class ApiAnswer(models.Model):
    """What a request of the API with an idempotency key was answered; written with what it made, kept for two days."""

    partner = models.ForeignKey("players.Partner", models.CASCADE, related_name="+")
    key = models.CharField(max_length=255)
    request_hash = models.CharField(max_length=64, help_text=_("SHA-256 of method, address and body"))
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["partner", "key"], name="api_answer_once")]

    def __str__(self) -> str:
        return f"{self.partner_id} {self.key}"


class ApiSeat(models.Model):
    """A seat that is played by single requests: it is there as long as it is heard of."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="+")
    heard_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.seat_id} heard at {self.heard_at:%T}"
