"""What requests may hold."""

from __future__ import annotations

import re
from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.catalogue import least_value
from games.api.strict import Flag, Matching, StrictSerializer, Text, Whole
from games.forms import cents_of
from games.inbound import CARDS
from games.models import Table

UNITS = r"\A[0-9]{1,78}\Z"
DOLLARS = r"\A[0-9]{1,7}(\.[0-9]{1,2})?\Z"
MOST_OPTIONS = 50
CODE_TEXT = r"\A[A-Z][A-Z0-9]{1,15}\Z"
CODE = re.compile(CODE_TEXT)
MOST_CURRENCIES = 20


class NewPlayerBody(StrictSerializer):
    name = Text(help_text="Shown to others at the table")
    reference = Text(
        required=False,
        allow_null=True,
        default=None,
        max_length=64,
        help_text="Your own name for the player, once",
    )


class PlayerChangeBody(StrictSerializer):
    currency_order = serializers.ListField(
        child=Matching(CODE_TEXT, max_length=16),
        max_length=MOST_CURRENCIES,
        help_text="Codes, the first one first; those not named follow as the installation shows them",
    )


class UnitsByCurrency(serializers.DictField):
    """Smallest units by currency."""

    child = Matching(UNITS, max_length=78)
    default_error_messages = {
        "max_length": _("There are not that many currencies."),
        "invalid_key": _("Names are currencies, as in `BTC`."),
    }

    def to_internal_value(self, data: Any) -> dict[str, int]:
        value: dict[str, str] = super().to_internal_value(data)
        if len(value) > MOST_CURRENCIES:
            self.fail("max_length")
        if not all(CODE.fullmatch(code) for code in value):
            self.fail("invalid_key")
        return {code: int(units) for code, units in value.items()}


class _PaymentBody(StrictSerializer):
    """How a stake is paid; exactly as on the page: what it costs at most is what the player was shown."""

    player = Text()
    currency = Text(
        required=False,
        max_length=16,
        help_text="For a stake: in which it is paid; `TOTAL`: in several, as the offer's `total` says",
    )
    most_units = Matching(
        UNITS,
        required=False,
        max_length=78,
        help_text="For a stake: smallest units it may cost at most, from the offers; nothing is held yet",
    )
    most_by_currency = UnitsByCurrency(
        required=False, help_text="The same by currency, for `TOTAL` alone; no other currency is taken"
    )


class Options(serializers.DictField):
    """Whole numbers by name."""

    child = Whole()
    default_error_messages = {"max_length": _("There are not that many options.")}

    def to_internal_value(self, data: Any) -> dict[str, int]:
        value: dict[str, int] = super().to_internal_value(data)
        if len(value) > MOST_OPTIONS:
            self.fail("max_length")
        return value


class NewTableBody(_PaymentBody):
    """A table, and its first player."""

    game = Text(max_length=32)
    mode = serializers.ChoiceField(Table.Mode.values)
    private = Flag(default=False, help_text="Found by its invitation only")
    clock = Whole(
        required=False,
        min_value=0,
        max_value=4,
        help_text="In practice: 0 (no clock), 1, 2 or 4 times the usual",
    )
    bot = Text(
        required=False,
        max_length=32,
        help_text="In practice: the style of the house bots, one of the game's `bots`",
    )
    options = Options(default=dict)
    stake_usd = Matching(
        DOLLARS,
        required=False,
        max_length=10,
        help_text="For a stake: each seat's, as in `5.00`; where the game has `stake_times` or `paid_by_hand`, the "
        "value of one hand",
    )

    currencies = serializers.ListField(
        child=Matching(CODE_TEXT, max_length=16),
        required=False,
        default=list,
        max_length=MOST_CURRENCIES,
        help_text="For a stake: in which it may be paid at this table; none: in all of one family",
    )

    def validate_stake_usd(self, value: str) -> int:
        """US cents."""
        try:
            return cents_of(value, least_value())
        except DjangoValidationError as wrong:
            raise serializers.ValidationError(wrong.message, code=wrong.code) from None

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if fields["mode"] == Table.Mode.STAKE and "stake_usd" not in fields:
            raise serializers.ValidationError({"stake_usd": [_error(_("A stake needs this."), "required")]})
        needless = [name for name in ("stake_usd", "currencies") if fields.get(name)]
        if fields["mode"] != Table.Mode.STAKE and needless:
            raise serializers.ValidationError(
                {name: [_error(_("Only a table for a stake has this."), "needless")] for name in needless}
            )
        return fields


class OptionsBody(_PaymentBody):
    """What is played from now on, and for a stake what it costs its creator then."""

    options = Options(help_text="Those that change; all others stay")


class JoinBody(_PaymentBody):
    """Who sits down; for a private table with its invitation."""

    invitation = Matching(r"\A[0-9A-Za-z_-]*\Z", required=False, default="", allow_blank=True, max_length=64)
    terms = Matching(
        r"\A[0-9a-f]{32}\Z",
        required=False,
        default="",
        max_length=32,
        help_text="As the table says it: what your player was shown; with other terms the join is refused",
    )


class RematchBody(_PaymentBody):
    """Who plays again."""


class BeginBody(StrictSerializer):
    """Who begins before all seats are taken."""

    player = Text()
    bots = Flag(default=False, help_text="House bots take the free seats, where the game has `bots_fill`")


class PlayerBody(StrictSerializer):
    player = Text()


class ActionBody(StrictSerializer):
    kind = Text(max_length=32)
    to = Whole(required=False, help_text="For bet and raise: what the seat will have put in in this round")


class ActBody(StrictSerializer):
    token = Text(max_length=48, help_text="Of the prompt")
    action = ActionBody()
    seed = Text(
        required=False,
        max_length=64,
        help_text="With a bet after which the cards are shuffled anew (games with `fresh_seeds`): 32 bytes, hex",
    )


class DigestBody(StrictSerializer):
    digest = Text(max_length=64, help_text="SHA-256 of the seed as in Fair deal, hex")


class RevealBody(StrictSerializer):
    value = Text(max_length=64, help_text="The seed: 32 bytes, hex")


class SkipBody(StrictSerializer):
    pass


class SitOutBody(StrictSerializer):
    out = Flag(help_text="Out of that hand, or in it after all")
    hand = Whole(min_value=0, max_value=2**31 - 1, help_text="Its number: the one after the hand in play")


class ShowBody(StrictSerializer):
    hand = Whole(min_value=0, max_value=2**31 - 1, help_text="Its number: the one whose result stands")
    cards = serializers.ChoiceField(list(CARDS), help_text="Of the seat's own, in the order they were dealt")


class LeaveBody(StrictSerializer):
    pass


class AgreeBody(StrictSerializer):
    token = Matching(r"\A[!-~]+\Z", max_length=48, help_text="Of the prompt")
    most_units = Matching(
        UNITS,
        required=False,
        max_length=78,
        help_text="Smallest units a hand may cost at most from now on, from the offers",
    )
    most_by_currency = UnitsByCurrency(
        required=False, help_text="The same by currency, for who pays with `TOTAL`"
    )

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if ("most_units" in fields) == ("most_by_currency" in fields):
            raise serializers.ValidationError(
                {"most_units": [_error(_("Give this, or the same by currency."), "required")]}
            )
        return fields


class GiveUpBody(StrictSerializer):
    sure = serializers.ChoiceField(["yes"])


def _error(sentence: Any, code: str) -> serializers.ErrorDetail:
    return serializers.ErrorDetail(str(sentence), code=code)
