"""What a sentence of the log is made of."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise

Text = str | Promise


class Said(NamedTuple):
    """One kind of fact. Placeholders: name, n (the amount), card, total."""

    you: Text
    """Of the viewer's own seat; also what is nobody's."""
    other: Text = ""
    """Of another seat; empty: `you` says it for everybody."""
    short: Text = ""
    """A word or two, shown at the seat until the next deal."""
    others_card: Text = ""
    """Of another seat whose card the viewer sees."""
    your_card: Text = ""
    """Of the own seat when the view shows the card."""
    cue: str = ""
    """The sound of it: deal, chips, won or lost (whose it is hears another one than the others)."""
    nobody: Text = ""
    """Of no seat, where that is something else than `you`."""
    units: int = 1
    """How many of what the amount counts are one chip: 2, where it counts halves."""
