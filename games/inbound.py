"""Everything a page or an API client may send on a table's socket, as closed Structs; and how it becomes a command."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec

from games import strict_json
from games.rules import actions, commands
from games.rules.errors import Malformed

AMOUNT = re.compile(r"[0-9]{1,12}", re.ASCII)
MAX_BYTES = 16_384
"""Longer messages are refused unread, however many frames they came in."""
AMOUNT_KINDS = ("bet", "raise")
NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
CARDS = {"first": (0,), "second": (1,), "both": (0, 1)}
"""Which of its cards a winner shows."""
SWITCH = {"yes": True, "no": False}
ENVELOPE = ("headers", "HX-Request-ID")


class _Inbound(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


Token = Annotated[str, msgspec.Meta(max_length=48, pattern="^[!-~]+$")]


class Act(_Inbound, frozen=True, tag="act"):
    token: Token
    action: actions.Action
    seed: str = ""


class Skip(_Inbound, frozen=True, tag="skip"):
    pass


class GiveUp(_Inbound, frozen=True, tag="give_up"):
    sure: str


class SitOut(_Inbound, frozen=True, tag="sit_out"):
    """A switch with its target: out of hand number `hand`, or in it after all."""

    out: bool
    hand: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class Show(_Inbound, frozen=True, tag="show"):
    """Cards one need not show, while the result of hand number `hand` stands."""

    hand: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    cards: Literal["first", "second", "both"]


class Leave(_Inbound, frozen=True, tag="leave"):
    """For good, where the game can be left."""


class Digest(_Inbound, frozen=True, tag="digest"):
    digest: str


class Reveal(_Inbound, frozen=True, tag="reveal"):
    value: str


class Sync(_Inbound, frozen=True, tag="sync"):
    """Send the present view again."""


Message = Act | Skip | GiveUp | SitOut | Show | Leave | Digest | Reveal | Sync


def read(text: str) -> Message:
    """One text frame. Raises Malformed for anything that is not exactly one of the messages, with the code
    "repeated_field" where a field is given twice."""
    if len(text) > MAX_BYTES:
        raise Malformed
    try:
        data = strict_json.decode(text)
    except strict_json.RepeatedField as repeated:
        raise Malformed("repeated_field", pointer=repeated.pointer) from None
    # Not DecodeError alone: a number of thousands of digits is a plain ValueError.
    except (ValueError, RecursionError):
        raise Malformed from None
    if not isinstance(data, dict):
        raise Malformed
    body = data["body"] if isinstance(data.get("body"), dict) else data
    try:
        message: Message = msgspec.convert(_from_form(body), Message)
    except (msgspec.ValidationError, RecursionError):
        raise Malformed from None
    return message


def _from_form(body: dict[str, Any]) -> dict[str, Any]:
    """Forms send flat fields, digits as text and switches as words; API clients send `action` as an object."""
    body = {key: value for key, value in body.items() if key not in ENVELOPE and key != "csrfmiddlewaretoken"}
    if body.get("type") in ("sit_out", "show"):
        return _switched(body)
    if body.get("type") != "act" or "action" in body:
        return body
    action: dict[str, Any] = {"kind": body.pop("kind", None)}
    if "to" in body:
        to = body.pop("to")
        if action["kind"] in AMOUNT_KINDS:
            action["to"] = int(to) if isinstance(to, str) and AMOUNT.fullmatch(to) else to
    return {**body, "action": action}


def _switched(body: dict[str, Any]) -> dict[str, Any]:
    out, hand = body.get("out"), body.get("hand")
    if isinstance(out, str):
        body["out"] = SWITCH.get(out, out)
    if isinstance(hand, str) and NUMBER.fullmatch(hand):
        body["hand"] = int(hand)
    return body


def command_for(message: Message, seat: int) -> commands.Command | None:
    """The command a seat's message asks for; None for `Sync`. Raises Malformed when giving up is not confirmed."""
    match message:
        case Act(token=token, action=action, seed=seed):
            return commands.Act(at=0, seat=seat, token=token, action=action, seed=seed)
        case Skip():
            return commands.Skip(at=0, seat=seat)
        case GiveUp(sure=sure):
            return _given_up(seat, sure)
        case SitOut(out=out, hand=hand):
            return commands.SitOut(at=0, seat=seat, out=out, hand=hand)
        case Show(hand=hand, cards=cards):
            return commands.Show(at=0, seat=seat, hand=hand, cards=CARDS[cards])
        case Leave():
            return commands.Leave(at=0, seat=seat)
        case Digest(digest=digest):
            return commands.Digest(at=0, seat=seat, digest=digest)
        case Reveal(value=value):
            return commands.Reveal(at=0, seat=seat, value=value)
        case Sync():
            return None


def _given_up(seat: int, sure: str) -> commands.GiveUp:
    if sure != "yes":
        raise Malformed
    return commands.GiveUp(at=0, seat=seat)
