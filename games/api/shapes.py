"""What the API shows, field by field. Nothing is shown that is not listed here."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.money import plain


class Money(serializers.Serializer):
    """An exact amount: a decimal string in whole coins, and the same as a whole number of smallest units."""

    amount = serializers.CharField(help_text="In whole coins, all decimals: `0.00007693`")
    currency = serializers.CharField()
    minor_units = serializers.CharField(help_text="In smallest units, a whole number: `7693`")


def money(units: int, currency: str, decimals: int) -> dict[str, str]:
    return {"amount": plain(units, decimals), "currency": currency, "minor_units": str(units)}


def dollars(cents: int | None) -> dict[str, str] | None:
    return None if cents is None else money(cents, "USD", 2)


# --- catalogue ------------------------------------------------------------------------------------------------------


class Range(serializers.Serializer):
    least = serializers.IntegerField()
    most = serializers.IntegerField()


class Option(serializers.Serializer):
    key = serializers.CharField()
    label = serializers.CharField()
    default = serializers.IntegerField()
    choices = serializers.ListField(child=serializers.IntegerField())


class GameShape(serializers.Serializer):
    """A row of the catalogue."""

    key = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    seats = Range()
    modes = serializers.ListField(child=serializers.CharField())
    turn_ms = serializers.IntegerField(help_text="Time for a decision, in milliseconds")
    practice_clocks = serializers.ListField(
        child=serializers.IntegerField(), help_text="Multipliers of that time in practice; 0: no clock"
    )
    bots = serializers.ListField(
        child=serializers.CharField(),
        help_text="Styles of the house bots; the first one where none is chosen",
    )
    options = Option(many=True)
    can_give_up = serializers.BooleanField()
    can_leave = serializers.BooleanField(
        help_text="Between two hands, at no cost; where `others_play_on`, at any time. Alone against the dealer: at "
        "any time, and a round in play is lost"
    )
    fresh_seeds = serializers.BooleanField(
        help_text="Each bet brings a seed of its own, with which the cards of its round are shuffled"
    )
    begins_early = serializers.BooleanField(
        help_text="A table's number of seats is its option `seats`, and its creator may begin with fewer players"
    )
    bots_fill = serializers.BooleanField(help_text="House bots may take seats that would stay free")
    others_play_on = serializers.BooleanField(
        help_text="Who leaves, or is away too long, is out of the match, and the others play on"
    )
    counts = serializers.CharField(help_text="What a hand is played for: `chips`, `hands` or `points`")
    stake_times = serializers.CharField(
        allow_null=True,
        help_text="Option that the value entered for a table is multiplied with: together they are the stake",
    )
    paid_by_hand = serializers.BooleanField(help_text="The stake is paid in anew for every hand")
    least_value = Money(allow_null=True, help_text="Least value that may be entered, an estimate in USD")


class Games(serializers.Serializer):
    data = GameShape(many=True)


# --- leaderboard ----------------------------------------------------------------------------------------------------


class PlaceShape(serializers.Serializer):
    rank = serializers.IntegerField(help_text="In the tier: 1, 1, 3")
    player = serializers.CharField(help_text="Public id")
    name = serializers.CharField()
    hands = serializers.IntegerField(help_text="Completed in the last 30 days")
    score = serializers.CharField(help_text="Chips won by won hands in the last 30 days: `150.5`")


class TierShape(serializers.Serializer):
    key = serializers.CharField()
    title = serializers.CharField()
    least = serializers.IntegerField(help_text="Completed hands that lead to it")
    most = serializers.IntegerField(allow_null=True)
    places = PlaceShape(many=True)
    has_more = serializers.BooleanField()


class Leaderboard(serializers.Serializer):
    at = serializers.DateTimeField()
    tiers = TierShape(many=True)


# --- players --------------------------------------------------------------------------------------------------------


class PlayerShape(serializers.Serializer):
    id = serializers.CharField()
    name = serializers.CharField()
    reference = serializers.CharField(allow_null=True)
    currency_order = serializers.ListField(
        child=serializers.CharField(),
        help_text="Their own order of currencies, in which `TOTAL` takes them; those not named follow",
    )
    is_active = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class _Page(serializers.Serializer):
    next_cursor = serializers.CharField(allow_null=True)
    has_more = serializers.BooleanField()


class Players(_Page):
    data = PlayerShape(many=True)


# --- tables ---------------------------------------------------------------------------------------------------------


class SitterShape(serializers.Serializer):
    number = serializers.IntegerField()
    player = serializers.CharField(allow_null=True, help_text="null: a house bot")
    name = serializers.CharField(help_text="Empty for a house bot")
    bot = serializers.BooleanField()
    yours = serializers.BooleanField()


class TableShape(serializers.Serializer):
    id = serializers.CharField()
    game = serializers.CharField()
    mode = serializers.CharField()
    status = serializers.CharField(help_text="open, playing, over, closed")
    clock = serializers.IntegerField(help_text="Multiplier of decision times; 0: no clock")
    private = serializers.BooleanField()
    options = serializers.DictField(child=serializers.IntegerField())
    stake = Money(
        allow_null=True,
        help_text="Each seat's, an estimate in USD; where a game is `paid_by_hand`, for every hand",
    )
    currencies = serializers.ListField(
        child=serializers.CharField(),
        help_text="In which the stake may be paid; none: in all of one family",
    )
    terms = serializers.CharField(
        help_text="Another one when what is played has changed; send it with a join, which is refused then"
    )
    seats = serializers.IntegerField(help_text="How many the table has; see `begins_early`")
    taken = SitterShape(many=True)
    commitment = serializers.CharField(help_text="Root over the numbered deal seeds, hex; see Fair deal")
    invitation = serializers.CharField(allow_null=True, help_text="For those who sit there")
    rematch_of = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class Tables(_Page):
    data = TableShape(many=True)


# --- a seat ---------------------------------------------------------------------------------------------------------


class LegalShape(serializers.Serializer):
    kind = serializers.CharField()
    low = serializers.IntegerField(help_text="Least `to` of this kind; 0 where it has none")
    high = serializers.IntegerField()


class PromptShape(serializers.Serializer):
    """The decision this seat is asked for."""

    token = serializers.CharField(help_text="Names the decision: an answer with it counts once")
    due_at = serializers.DateTimeField(allow_null=True, help_text="null: no clock runs")
    legal = LegalShape(many=True)
    why = serializers.CharField(
        help_text="Why the seat is asked to go on or leave: `chosen`, `idle`, or what kept the next hand from being "
        "paid in, such as `above_consent`; empty for a decision in a hand"
    )


@extend_schema_field(OpenApiTypes.OBJECT)
class View(serializers.JSONField):
    """What this seat may know, as the socket sends it."""


class StakesShape(serializers.Serializer):
    """What is paid in, by seat: one amount for each currency of a stake."""

    hand = serializers.IntegerField(help_text="The hand it was paid in for; 0: the whole match")
    seats = serializers.ListField(child=Money(many=True))


class SeatShape(serializers.Serializer):
    """What one seat may know: the same that the socket sends, with the prompt beside it."""

    table = serializers.CharField()
    player = serializers.CharField()
    seat = serializers.IntegerField()
    status = serializers.CharField()
    version = serializers.IntegerField(help_text="Grows with everything that happens at the table")
    at = serializers.DateTimeField(allow_null=True, help_text="Time of this version")
    halted = serializers.BooleanField()
    wants = serializers.CharField(
        allow_null=True, help_text="Which half of its seed the seat owes: digest, value, or null"
    )
    bound = serializers.CharField(allow_null=True, help_text="The digest that was sent, hex")
    prompt = PromptShape(allow_null=True)
    stakes = StakesShape(
        allow_null=True,
        help_text="What each stake is made of; null: nothing is paid in, or it plays for none",
    )
    view = View(allow_null=True, help_text="As on the socket; times in it are milliseconds since 1970")
    openings = serializers.ListField(
        child=serializers.DictField(), help_text="Proofs of the cards it shows; see Fair deal"
    )


class Accepted(serializers.Serializer):
    version = serializers.IntegerField(help_text="The table's version with it")
    repeated = serializers.BooleanField(help_text="It had been sent before, and counted then")


# --- what has been --------------------------------------------------------------------------------------------------


class MatchShape(serializers.Serializer):
    table = serializers.CharField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    mode = serializers.CharField()
    stake = Money(allow_null=True)
    seat = serializers.IntegerField(help_text="The player's own")
    taken = SitterShape(many=True)
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="null: it is being played")
    reason = serializers.CharField(help_text="How it ended; empty while it is played")
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Their seats")
    won = serializers.BooleanField(allow_null=True, help_text="null: being played, or nobody won")


class Matches(_Page):
    data = MatchShape(many=True)


class HandShape(serializers.Serializer):
    id = serializers.CharField()
    table = serializers.CharField()
    match = serializers.IntegerField()
    number = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField()
    reason = serializers.CharField()
    net = serializers.DictField(
        child=serializers.IntegerField(), help_text="Chips won or lost, or points won, by seat"
    )


class Hands(_Page):
    data = HandShape(many=True)


class HandHistory(serializers.Serializer):
    history = serializers.DictField(help_text="The hand in parts, see docs/hand-record.md, Histories")
    txt = serializers.CharField(help_text="As poker rooms write it")
    phh = serializers.CharField(help_text="The published format of poker hand histories")


# --- money ----------------------------------------------------------------------------------------------------------


class PurseShape(serializers.Serializer):
    currency = serializers.CharField()
    name = serializers.CharField()
    is_test = serializers.BooleanField()
    free = Money()
    in_play = Money()


class WalletShape(serializers.Serializer):
    data = PurseShape(many=True)


class LineShape(serializers.Serializer):
    transfer = serializers.UUIDField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    subject = serializers.CharField(help_text="What it was for: `match:<table>/<number>`")
    hand = serializers.IntegerField(
        allow_null=True, help_text="For that hand of it alone; null: for all of it"
    )
    reason = serializers.CharField(help_text="Of a correction")
    change = Money()
    balance = Money(help_text="Free, after it")


class Statement(_Page):
    data = LineShape(many=True)


class OfferShape(serializers.Serializer):
    """What a stake costs in one currency just now."""

    currency = serializers.CharField()
    name = serializers.CharField()
    is_test = serializers.BooleanField()
    cost = Money()
    most = Money(help_text="Send its `minor_units` as `most_units` to agree to it")
    free = Money()
    enough = serializers.BooleanField()
    price_age_s = serializers.IntegerField()


class PartShape(serializers.Serializer):
    """What the total balance takes of one currency."""

    currency = serializers.CharField()
    name = serializers.CharField()
    cost = Money()
    most = Money(help_text="Send its `minor_units` in `most_by_currency` to agree to it")
    price_age_s = serializers.IntegerField()


class TotalShape(serializers.Serializer):
    """A stake paid in several currencies at once: `currency` is then `TOTAL`."""

    is_test = serializers.BooleanField()
    parts = PartShape(many=True)


class Offers(serializers.Serializer):
    stake = Money()
    data = OfferShape(many=True)
    total = TotalShape(
        many=True, help_text="By family, money and test coins; where it takes more than one currency"
    )


def shown(kind: Any, value: Any) -> Any:
    """`value` as `kind` says."""
    return kind(value).data
