"""Forms of the lobby: a new table of one game, made from its row of the catalogue."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import money
from games.errors import refusal
from games.models import Table
from games.rules.game import Game
from games.services.currency_order import order_of
from games.services.stakes import LEAST_CENTS, MOST_CENTS, in_dollars

BOT, FRIEND, ANYONE = "bot", "friend", "anyone"
COMPANY: dict[str, tuple[str, str | Promise]] = {
    BOT: (Table.Mode.PRACTICE, _("The house bot, for practice")),
    FRIEND: (Table.Mode.FREE, _("A friend, by an invitation link")),
    ANYONE: (Table.Mode.FREE, _("Anyone, from the lobby")),
}
"""Whom one plays with: the table's mode, and the words for it."""

NOTHING, STAKE = "nothing", "stake"
PURPOSES: list[tuple[str, str | Promise]] = [
    (NOTHING, _("Nothing, for fun")),
    (STAKE, _("A stake")),
]
USD = re.compile(r"\$?([0-9]{1,7})(?:\.([0-9]{1,2}))?")
"""Dollars and cents; no exponents, no separators: what is typed is what is staked."""

OPTION_LABELS: dict[str, Any] = {
    "hands": _("Number of hands"),
    "seats": _("Players, you among them"),
    "rounds": _("Number of rounds"),
    "flexible_ace": _("Ace"),
}
"""Words for options, where the catalogue's own name is not enough for a player."""
OPTION_HELP: dict[str, Any] = {
    "seats": _(
        "At most. Once two sit there you may begin without the others, or let house bots take their seats."
    ),
}
CHOICE_LABELS: dict[str, dict[int, Any]] = {
    "flexible_ace": {0: _("Always 11, as in the rules"), 1: _("Flexible: 11, or 1 where 11 would pass 21")},
}
"""Words for the values of options, where a number is not enough."""

NO_OPTIONS: Mapping[str, int] = MappingProxyType({})
BOT_LABELS: dict[str, Any] = {
    "steady": _("Steady: bets good hands, and now and then a bad one"),
    "careful": _("Careful: waits for strong hands, seldom bluffs"),
    "bold": _("Bold: bets often, with much and with little"),
}
"""Words for styles of house bots."""

SECOND = 1_000
NO_CLOCK = 0


def company_of(game: Game) -> list[tuple[str, str | Promise]]:
    """Whom this game can be played with."""
    choices = []
    for key, (mode, words) in COMPANY.items():
        if mode in game.modes and (key != BOT or game.bots):
            choices.append((key, words))
    return choices


def clock_choices(game: Game) -> list[tuple[int, str]]:
    """Decision times of practice, in words (rules.md: off, ×1, ×2 or ×4)."""
    seconds = game.turn_ms // SECOND
    return [(NO_CLOCK, str(_("No clock")))] + [
        (times, str(_("%(n)d s") % {"n": seconds * times})) for times in (1, 2, 4)
    ]


def cents_of(text: str, least: int = LEAST_CENTS, most: int = MOST_CENTS) -> int:
    """US cents of a stake somebody typed: "5", "5.5", "$5.50". Raises ValidationError("bad_stake")."""
    typed = USD.fullmatch(text.strip())
    cents = int(typed[1]) * 100 + int((typed[2] or "").ljust(2, "0")) if typed else 0
    if not least <= cents <= most:
        refused = refusal("bad_stake", least=in_dollars(least), most=in_dollars(most))
        raise forms.ValidationError(str(refused.message), code=refused.code)
    return cents


def currency_choices(user: Any) -> list[tuple[str, str]]:
    """What may be staked, in the player's own order."""
    return [(currency.code, currency.name) for currency in order_of(user)]


class PracticeForm(forms.Form):
    """The clock of a practice table; without one nobody is hurried."""

    def __init__(self, data: Any = None, *, game: Game) -> None:
        super().__init__(data)
        self.fields["clock"] = forms.TypedChoiceField(coerce=int, choices=clock_choices(game), required=False)

    def clean_clock(self) -> int:
        return self.cleaned_data["clock"] or NO_CLOCK


class NewTableForm(forms.Form):
    """One table of `game`: whom with, what clock, and the game's own options."""

    company = forms.ChoiceField(label=_("Play with"), widget=forms.RadioSelect)
    clock = forms.TypedChoiceField(
        label=_("Time to decide"),
        coerce=int,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Counts in practice only. Between people everybody has the game's own time."),
    )

    purpose = forms.ChoiceField(
        label=_("Play for"), choices=PURPOSES, required=False, widget=forms.RadioSelect
    )
    usd = forms.CharField(
        label=_("Stake of each player, in US dollars"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=_("From $1 to $10,000. On the next page you see what that is in each currency."),
    )

    currencies = forms.MultipleChoiceField(
        label=_("Stakes may be paid in"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Tick none to take every currency."),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        game: Game,
        company: str = FRIEND,
        may_stake: bool = False,
        first_options: Mapping[str, int] = NO_OPTIONS,
        user: Any = None,
    ) -> None:
        initial = {"company": company, "clock": NO_CLOCK, "purpose": NOTHING, "usd": "5"}
        super().__init__(data, initial=initial)
        self.game = game
        if game.stake_times or game.leaves_between:
            self._by_hand()
        if may_stake:
            self.fields["currencies"].choices = currency_choices(user)  # type: ignore[attr-defined]
        else:
            del self.fields["purpose"], self.fields["usd"], self.fields["currencies"]
        self.fields["company"].choices = company_of(game)  # type: ignore[attr-defined]
        self.fields["clock"].choices = clock_choices(game)  # type: ignore[attr-defined]
        if len(game.bots) > 1:
            self._choose_bot()
        for spec in game.options:
            self.fields[f"option_{spec.key}"] = forms.TypedChoiceField(
                label=OPTION_LABELS.get(spec.key, _(spec.label)),
                coerce=int,
                initial=first_options.get(spec.key, spec.default),
                choices=[(n, CHOICE_LABELS.get(spec.key, {}).get(n, str(n))) for n in spec.choices],
                help_text=OPTION_HELP.get(spec.key, ""),
            )

    def _choose_bot(self) -> None:
        """One of several styles of house bots."""
        styles = list(self.game.bots)
        self.fields["bot"] = forms.ChoiceField(
            label=_("House bot"),
            choices=[(style, BOT_LABELS.get(style, style.capitalize())) for style in styles],
            initial=styles[0],
            required=False,
            widget=forms.RadioSelect,
            help_text=_("Counts in practice only."),
        )

    def _by_hand(self) -> None:
        """What is entered is the value of one hand."""
        usd = self.fields["usd"]
        self.initial["usd"] = "1"
        least = in_dollars(self.game.least_value_cents)
        usd.label = _("Value of a hand, in US dollars")
        if self.game.stake_times:
            usd.help_text = _(
                "From $%(least)s. Times the number of hands is what each player pays in, at most $10,000. On the next "
                "page you see what that is in each currency."
            ) % {"least": least}
        else:
            usd.help_text = _(
                "From $%(least)s to $10,000: what each player pays in for every hand. On the next page you see what "
                "that is in each currency."
            ) % {"least": least}

    def clean_clock(self) -> int:
        return self.cleaned_data["clock"] or NO_CLOCK

    def clean_currencies(self) -> list[str]:
        codes: list[str] = self.cleaned_data["currencies"]
        if len(set(codes)) < len(codes):
            raise forms.ValidationError(str(refusal("repeated_currency").message))
        return codes

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or self.cleaned_data
        chosen["stake_cents"] = None
        if chosen.get("purpose") == STAKE and chosen.get("company") != BOT:
            try:
                most = MOST_CENTS // self._times(chosen)
                chosen["stake_cents"] = cents_of(chosen.get("usd", ""), self.game.least_value_cents, most)
            except forms.ValidationError as wrong:
                self.add_error("usd", wrong)
        return chosen

    def _times(self, chosen: dict[str, Any]) -> int:
        """How many times the value that is entered makes a stake."""
        options = {spec.key: chosen.get(f"option_{spec.key}") or spec.default for spec in self.game.options}
        return self.game.values_in_stake(options)

    @property
    def whole_stake_cents(self) -> int | None:
        """What each player pays in; where every hand is paid for by itself, for one hand."""
        value: int | None = self.cleaned_data["stake_cents"]
        return None if value is None else value * self._times(self.cleaned_data)

    @property
    def multiplied(self) -> dict[str, Any]:
        """What the page adds up while it is filled in: field of the number of hands, bounds in US cents, and the whole
        stake as it is now ("": not possible). Empty where nothing is multiplied or staked."""
        if not self.game.stake_times or "usd" not in self.fields:
            return {}
        hands = self[f"option_{self.game.stake_times}"]
        return {
            "hands": hands,
            "least": self.game.least_value_cents,
            "most": MOST_CENTS,
            "stake": self._stake(hands),
        }

    def _stake(self, hands: forms.BoundField) -> str:
        try:
            times = int(hands.value())
            return money.dollars(
                times * cents_of(self["usd"].value() or "", self.game.least_value_cents, MOST_CENTS // times)
            )
        except (ValueError, TypeError, ZeroDivisionError, forms.ValidationError):
            return ""

    def table(self) -> dict[str, Any]:
        """Arguments of `open_table` besides the user and the game."""
        chosen = self.cleaned_data
        mode, _words = COMPANY[chosen["company"]]
        if chosen["stake_cents"] is not None:
            mode = Table.Mode.STAKE
        options = {spec.key: chosen[f"option_{spec.key}"] for spec in self.game.options}
        return {
            "mode": mode,
            "private": chosen["company"] == FRIEND,
            "clock": chosen["clock"] if mode == Table.Mode.PRACTICE else 1,
            "options": options,
            "stake_cents": chosen["stake_cents"],
            "currencies": [] if chosen["stake_cents"] is None else chosen["currencies"],
            "bot": chosen.get("bot", "") if mode == Table.Mode.PRACTICE else "",
        }
