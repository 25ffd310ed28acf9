"""The ledger's tables: fields and the constraints Django can say; the rest is in `wallet/sql`.

Nobody writes accounts, balances, transfers or entries but the SQL function `wallet_post`. Foreign keys among them
are made in SQL (composite, checked at once): Django's own are checked at COMMIT, and lock there.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from wallet.fields import UnitsField
from wallet.units import USD_SCALE

RANKS = {"player": 10, "escrow": 20, "suspense": 80, "operator": 90, "rake": 90, "test": 90, "external": 90}
"""Order in which balances are locked, by kind of account: what everybody needs comes last."""
OWNED = ("player", "escrow")
BELOW_ZERO = Q(kind__in=("external", "test")) | Q(kind="operator", family="chips")
"""Accounts that may go below zero: what came in from outside, and chips made from nothing."""


class Currency(models.Model):
    """What an amount counts. Code, decimals and family are fixed for ever (trigger)."""

    class Family(models.TextChoices):
        MONEY = "money", _("Money")
        TEST = "test", _("Test coins")
        CHIPS = "chips", _("Play chips")

    code = models.CharField(max_length=16, primary_key=True)
    name = models.CharField(max_length=40)
    decimals = models.PositiveSmallIntegerField(help_text=_("One coin is 10^decimals units"))
    family = models.CharField(max_length=8, choices=Family, help_text=_("Families never mix in a transfer"))
    enabled = models.BooleanField(default=False, help_text=_("May be staked and deposited"))
    shown_order = models.PositiveSmallIntegerField(default=100)

    class Meta:
        verbose_name_plural = _("currencies")
        ordering = ["shown_order", "code"]
        constraints = [
            models.CheckConstraint(condition=Q(code__regex=r"^[A-Z][A-Z0-9]{1,15}$"), name="currency_code"),
            models.CheckConstraint(condition=Q(decimals__lte=30), name="currency_decimals"),
            models.CheckConstraint(
                condition=Q(family__in=("money", "test", "chips")), name="currency_family"
            ),
            models.UniqueConstraint(fields=["code", "family"], name="currency_family_key"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def is_test(self) -> bool:
        return self.family == self.Family.TEST


class Account(models.Model):
    """One purse in one currency. Never changed or deleted (trigger)."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("Player, available")
        ESCROW = "escrow", _("Stake in play")
        RAKE = "rake", _("Rake")
        OPERATOR = "operator", _("Operator")
        EXTERNAL = "external", _("Outside")
        TEST = "test", _("Source of test coins")
        SUSPENSE = "suspense", _("To be cleared")

    currency = models.ForeignKey(
        Currency, models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    family = models.CharField(max_length=8)
    kind = models.CharField(max_length=8, choices=Kind)
    ref = models.CharField(
        max_length=100, help_text=_("Which one of its kind: a player's number, a seat, a shard")
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        db_constraint=False,
        related_name="+",
        db_index=False,
    )
    lock_rank = models.PositiveSmallIntegerField()
    may_go_negative = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "ref", "currency"], name="account_once"),
            models.UniqueConstraint(fields=["id", "currency"], name="account_currency_key"),
            models.UniqueConstraint(fields=["id", "may_go_negative"], name="account_negative_key"),
            models.CheckConstraint(condition=~Q(ref=""), name="account_has_a_ref"),
            models.CheckConstraint(
                condition=Q(kind__in=OWNED, owner__isnull=False)
                | (~Q(kind__in=OWNED) & Q(owner__isnull=True)),
                name="account_owner",
            ),
            models.CheckConstraint(
                condition=models.Case(
                    *(models.When(kind=kind, then=Q(lock_rank=rank)) for kind, rank in RANKS.items()),
                    default=False,
                    output_field=models.BooleanField(),
                ),
                name="account_rank",
            ),
            models.CheckConstraint(
                condition=Q(BELOW_ZERO, may_go_negative=True) | Q(~BELOW_ZERO, may_go_negative=False),
                name="account_negative",
            ),
            # No money out of the faucet, no test coins from outside.
            models.CheckConstraint(condition=~Q(kind="test") | Q(family="test"), name="account_faucet"),
            models.CheckConstraint(condition=~Q(kind="external") | Q(family="money"), name="account_outside"),
        ]
        indexes = [
            models.Index(fields=["owner", "kind"], name="account_of_owner", condition=Q(owner__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind}:{self.ref}:{self.currency_id}"


class Balance(models.Model):
    """What an account holds now, and the number of its last entry."""

    account = models.OneToOneField(
        Account, models.PROTECT, primary_key=True, db_constraint=False, related_name="balance"
    )
    currency = models.ForeignKey(
        Currency, models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    may_go_negative = models.BooleanField()
    amount = UnitsField(default=0)
    seq = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(may_go_negative=True) | Q(amount__gte=0), name="balance_not_below_zero"
            ),
            models.CheckConstraint(condition=Q(seq__gte=0), name="balance_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.amount}"


class Quote(models.Model):
    """What one coin was worth. The transfer that used it refers to it. Never changed (trigger)."""

    currency = models.ForeignKey(
        Currency, models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    usd_price = models.PositiveBigIntegerField(help_text=_("Of one coin, in 1e-8 USD"))
    source = models.CharField(max_length=64)
    fetched_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["id", "currency"], name="quote_currency_key"),
            models.CheckConstraint(condition=Q(usd_price__gt=0), name="quote_price"),
            models.CheckConstraint(condition=Q(expires_at__gt=models.F("fetched_at")), name="quote_expires"),
        ]
        indexes = [models.Index(fields=["currency", "-expires_at"], name="quote_newest")]

    def __str__(self) -> str:
        return f"{self.currency_id} {self.usd_price / USD_SCALE:.2f} USD ({self.source})"


class PriceSource(models.Model):
    """One exchange's market for one currency, and how it answered last. Which there are is the owner's choice
    (`manage.py currency`); how they are is written by `services.refresh_quotes`."""

    class Exchange(models.TextChoices):
        COINBASE = "coinbase", "Coinbase"
        KRAKEN = "kraken", "Kraken"
        BITSTAMP = "bitstamp", "Bitstamp"

    currency = models.ForeignKey(Currency, models.PROTECT, related_name="price_sources")
    exchange = models.CharField(max_length=16, choices=Exchange)
    symbol = models.CharField(max_length=32, help_text=_("The exchange's name for the market in USD"))
    enabled = models.BooleanField(default=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True, help_text=_("Last time with a price"))
    usd_price = models.PositiveBigIntegerField(null=True, blank=True, help_text=_("Of one coin, in 1e-8 USD"))
    off_bps = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("Off the median, in hundredths of a percent")
    )
    fault = models.CharField(max_length=200, blank=True, help_text=_("Why it was not used last time"))
    fault_at = models.DateTimeField(null=True, blank=True, help_text=_("Last time it was not used"))
    rest_until = models.DateTimeField(
        null=True, blank=True, help_text=_("It asked to be left alone until then")
    )

    class Meta:
        ordering = ["currency", "exchange"]
        constraints = [
            models.UniqueConstraint(fields=["currency", "exchange"], name="price_source_once"),
            models.CheckConstraint(
                condition=Q(symbol__regex=r"^[A-Za-z0-9-]{1,32}$"), name="price_source_symbol"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.exchange}: {self.symbol}"


class Transfer(models.Model):
    """One movement: its entries sum to zero in each currency (deferred trigger). Never changed or deleted."""

    class Kind(models.TextChoices):
        TEST_COINS = "test_coins", _("Test coins")
        DEPOSIT = "deposit", _("Deposit")
        WITHDRAW = "withdraw", _("Withdrawal")
        STAKE = "stake", _("Stake")
        SETTLE = "settle", _("Result")
        REFUND = "refund", _("Refund")
        REVERSE = "reverse", _("Correction")
        CHIPS = "chips", _("Play chips")
        BET = "bet", _("Bet of play chips")
        PAYOUT = "payout", _("Returned by the house")

    PLAY = (Kind.STAKE, Kind.SETTLE, Kind.REFUND, Kind.BET, Kind.PAYOUT)

    id = models.UUIDField(primary_key=True)
    """Version 7: ids sort by time, so a day is a range of them (`wallet.selectors.rake_by_day`)."""
    kind = models.CharField(max_length=12, choices=Kind)
    idem_scope = models.CharField(max_length=100)
    idem_key = models.CharField(max_length=200)
    request_sha256 = models.BinaryField(max_length=32)
    subject = models.CharField(max_length=100, blank=True, help_text=_("What was played for"))
    part = models.CharField(max_length=60, blank=True, help_text=_("Which part of the subject"))
    reverses = models.ForeignKey(
        "self", models.PROTECT, null=True, db_constraint=False, db_index=False, related_name="reversed_by"
    )
    actor = models.CharField(max_length=100)
    approved_by = models.CharField(max_length=100, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["idem_scope", "idem_key"], name="transfer_once"),
            models.UniqueConstraint(
                fields=["subject", "part"], condition=Q(kind__in=("settle", "refund")), name="transfer_resolves_once"
            ),
            models.UniqueConstraint(
                fields=["reverses"], condition=Q(reverses__isnull=False), name="transfer_reversed_once"
            ),
            models.CheckConstraint(condition=~Q(idem_scope="") & ~Q(idem_key=""), name="transfer_has_a_key"),
            models.CheckConstraint(condition=~Q(actor=""), name="transfer_has_an_actor"),
            models.CheckConstraint(
                condition=~Q(kind__in=("stake", "settle", "refund", "bet", "payout")) | ~Q(subject=""),
                name="transfer_has_a_subject",
            ),
            models.CheckConstraint(
                condition=Q(kind="reverse", reverses__isnull=False) & ~Q(reason="") & ~Q(approved_by="")
                & ~Q(approved_by=models.F("actor"))
                | ~Q(kind="reverse") & Q(reverses__isnull=True),
                name="transfer_reverses",
            ),
        ]  # fmt: skip
        indexes = [models.Index(fields=["subject"], name="transfer_subject", condition=~Q(subject=""))]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject or self.id}"


class Entry(models.Model):
    """One line of one account. `seq` has no gaps; `balance_after` is the account's balance from then on."""

    pk = models.CompositePrimaryKey("account_id", "seq")
    account = models.ForeignKey(
        Account, models.PROTECT, db_constraint=False, db_index=False, related_name="entries"
    )
    seq = models.BigIntegerField()
    transfer = models.ForeignKey(
        Transfer, models.PROTECT, db_constraint=False, db_index=False, related_name="entries"
    )
    currency = models.ForeignKey(
        Currency, models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    amount = UnitsField()
    balance_after = UnitsField()
    quote = models.ForeignKey(
        Quote, models.PROTECT, null=True, db_constraint=False, db_index=False, related_name="+"
    )

    class Meta:
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["transfer", "account"], name="entry_once"),
            models.CheckConstraint(condition=~Q(amount=0), name="entry_moves_something"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="entry_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}#{self.seq}: {self.amount:+}"


class PlayerGate(models.Model):
    """What a player may do with money just now. Locked before any balance of a posting that asks."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, db_constraint=False, related_name="+"
    )
    frozen = models.BooleanField(default=False, help_text=_("By staff: nothing leaves the account"))
    excluded = models.BooleanField(default=False, help_text=_("By the player: no stakes, no deposits"))
    reason = models.CharField(max_length=500, blank=True)
    changed_by = models.CharField(max_length=100, blank=True)
    changed_at = models.DateTimeField(null=True)
    # With defaults of the database's: `wallet_open_accounts` makes gates, and knows nothing of these.
    in_review = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("A large win waits for staff: nothing leaves the account"),
    )
    review_reason = models.CharField(max_length=500, blank=True, default="", db_default="")
    review_by = models.CharField(max_length=100, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return f"gate of {self.player_id}"


class ClosedDay(models.Model):
    """A day that is over (UTC), as it was: `wallet.day_digests` says how. Never changed or deleted (trigger)."""

    day = models.DateField(primary_key=True)
    transfers = models.BigIntegerField()
    entries = models.BigIntegerField()
    content_sha256 = models.BinaryField(max_length=32)
    balances_sha256 = models.BinaryField(max_length=32)
    previous_sha256 = models.BinaryField(max_length=32)
    sha256 = models.BinaryField(max_length=32)
    closed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.day}: {self.hex}"

    @property
    def hex(self) -> str:
        """The day's digest, to be written down elsewhere."""
        return bytes(self.sha256).hex()


class LedgerCheck(models.Model):
    """One run of `check_ledger` and what it found. Kept."""

    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    ok = models.BooleanField()
    faults = models.JSONField(default=list, help_text=_("Invariant, sentence and ids of each fault"))
    figures = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["-started_at"], name="ledger_check_newest")]

    def __str__(self) -> str:
        return f"{self.started_at:%F %T} {'right' if self.ok else 'WRONG'}"
