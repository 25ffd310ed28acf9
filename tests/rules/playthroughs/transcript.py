"""A played table as text: each command, what it changed, and what every viewer is then shown."""

from __future__ import annotations

from typing import Any, Self

import msgspec

from games.rules.actions import Offer
from games.rules.cards import Card, code
from games.rules.commands import Act, Command
from games.rules.contracts import Fact
from games.rules.errors import RulesError
from games.rules.table_view import TableView
from tests.rules.tables import NAMES, START, GivenDeals, Table

NOTHING = ("0", "False", "()", "", "None")
UNTOLD = ("viewer", "cards", "board", "middle", "ms_to_next_level", "elapsed")
"""Fields of views that are told otherwise, or change with every ms."""


class Told(Table):
    """A table that writes down what happens to it."""

    def __init__(self, title: str, deals: GivenDeals | None = None) -> None:
        super().__init__(deals)
        self.lines = [title, ""]
        self._logged = 0
        self._hand: dict[str, str] = {}
        self._cards: dict[str, str] = {}
        self._match: dict[str, str] = {}

    def send(self, command: Command) -> Self:
        self.lines.append(f"> {seconds(command.at)}  {in_words(command)}")
        effects = len(self.effects)
        before = self._state
        try:
            super().send(command)
        except RulesError as refused:
            self.lines.append(f"  refused  {refused}")
            return self
        if self.state is before:
            self.lines.append("  nothing changes")
            return self
        self._tell_news()
        self.lines += [
            f"  effect   {msgspec.json.encode(effect).decode()}" for effect in self.effects[effects:]
        ]
        return self

    def note(self, text: str) -> Self:
        self.lines += ["", f"# {text}"]
        return self

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def _tell_news(self) -> None:
        seen = self.seen_by(None)
        new = seen.log[max(0, self._logged + 1 - seen.log_from) :]
        self._logged = self.state.logged
        if new:
            self.lines.append("  log      " + " · ".join(map(fact, new)))
        self._match = self._tell_changes("match", self._match, seen.match)
        self._hand = self._tell_changes("hand", self._hand, seen.hand)
        if seen.paused:
            self.lines.append("  paused")
        for seat in range(len(self.state.seats)):
            self._tell_seat(self.seen_by(seat), seat)
        self._tell_cards("watcher", seen)
        if seen.next_hand_due is not None:
            self.lines.append(f"  next hand at {seconds(seen.next_hand_due)}")
        if seen.result is not None:
            self.lines.append(f"  result   {seen.result.reason}, winners {list(seen.result.winners)}")

    def _tell_changes(self, name: str, before: dict[str, str], view: Any) -> dict[str, str]:
        """The public fields that are new or different; cards are told by viewer."""
        now = fields(view)
        changed = [
            f"{key} {value or '-'}"
            for key, value in now.items()
            if before.get(key) != value and (key in before or value not in NOTHING)
        ]
        if changed:
            self.lines.append(f"  {name:9}" + ", ".join(changed))
        return now

    def _tell_seat(self, seen: TableView, seat: int) -> None:
        self._tell_cards(NAMES[seat], seen)
        if seen.prompt is None:
            return
        until = "" if seen.prompt.due is None else f" until {seconds(seen.prompt.due)}"
        self.lines.append(f"  {NAMES[seat]:9}is asked{until}: " + ", ".join(map(offer, seen.prompt.legal)))

    def _tell_cards(self, who: str, seen: TableView) -> None:
        cards = " ".join(map(card_text, sorted(seen.open_cards(), key=lambda card: card.position)))
        if cards != self._cards.get(who, ""):
            self.lines.append(f"  {who:9}sees {cards or 'no card'}")
        self._cards[who] = cards


def seconds(at: int) -> str:
    """Counted from the first card."""
    return f"{(at - START) / 1000:g} s"


def in_words(command: Command) -> str:
    parts = msgspec.to_builtins(command)
    if isinstance(command, Act):
        amount = parts["action"].get("to")
        return f"{NAMES[command.seat]} {command.action.kind}" + ("" if amount is None else f" {amount}")
    who = f"{NAMES[parts['seat']]} " if parts.get("seat", -1) >= 0 else ""
    hidden = ("type", "at", "seat", "digest", "value", "table", "match", "version", "players")
    rest = [
        f"{key}={value}" for key, value in parts.items() if key not in hidden and value not in ("", {}, False)
    ]
    return " ".join([f"{who}{parts['type']}", *rest])


def fact(line: Fact) -> str:
    who = f" {NAMES[line.seat]}" if line.seat >= 0 else ""
    return (
        f"{line.kind}{who}" + (f" {line.amount}" if line.amount else "") + (" (clock)" if line.auto else "")
    )


def offer(legal: Offer) -> str:
    return legal.kind if not legal.high else f"{legal.kind} {legal.low}–{legal.high}"


def card_text(card: Card) -> str:
    return f"{code(card.face)}@{card.position}"


def fields(view: Any) -> dict[str, str]:
    """Plain fields of a view by name; those of its seats one by one."""
    if view is None:
        return {}
    found: dict[str, str] = {}
    for key, value in msgspec.structs.asdict(view).items():
        if key == "seats":
            for number, seat in enumerate(value):
                found |= {f"{NAMES[number]} {name}": text for name, text in fields(seat).items()}
        elif key not in UNTOLD:
            found[key] = str(value)
    return found
