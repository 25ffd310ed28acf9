"""One picture of a replay: the table as the asker saw it, and the sentences that led to it."""

from __future__ import annotations

from typing import NamedTuple

from games.hands_seen import CardShown


class SeatFrame(NamedTuple):
    name: str
    own: bool
    button: bool
    out: bool
    """Folded, or away too long."""
    cards: tuple[CardShown | None, ...]
    """None is a card whose face the asker does not see at this moment."""
    total: str
    said: str
    """What it did last, in a word or two."""
    stack: str
    bet: str
    """In front of the seat; "" for nothing."""


class Frame(NamedTuple):
    text: tuple[str, ...]
    """What has happened since the frame before, in whole sentences."""
    part: str
    """A part of the hand that begins here (a street), by its name; "" within one."""
    seats: tuple[SeatFrame, ...]
    """From the asker's own seat on."""
    board: tuple[CardShown | None, ...]
    pot: str
    """"" where nothing is bet."""


class Replay(NamedTuple):
    frames: tuple[Frame, ...]

    @property
    def parts(self) -> tuple[tuple[int, str], ...]:
        """(number of the frame, name) of each part of the hand."""
        return tuple((at, frame.part) for at, frame in enumerate(self.frames) if frame.part)

    @property
    def last(self) -> int:
        """Number of the last frame."""
        return len(self.frames) - 1

    @property
    def has_board(self) -> bool:
        return any(frame.board for frame in self.frames)
