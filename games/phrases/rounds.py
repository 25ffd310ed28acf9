"""Rounds that are played for points: who is done, who gets the point."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from games.phrases.phrase import Said, Text

SAID: dict[str, Said] = {
    "round": Said(later("Round %(n)s. You begin."), later("Round %(n)s. %(name)s begins.")),
    "extra_round": Said(
        later("Round %(n)s, a tiebreak. You begin."), later("Round %(n)s, a tiebreak. %(name)s begins.")
    ),
    "done": Said(later("You are done."), later("%(name)s is done."), later("Done")),
    "persian": Said(
        later("You have a Persian 21: two aces."),
        later("%(name)s has a Persian 21: two aces."),
        later("Persian 21"),
    ),
    "won_round": Said(
        later("You win the round with %(n)s."),
        later("%(name)s wins the round with %(n)s."),
        later("Wins"),
        cue="won",
    ),
    "no_point": Said(later("Nobody gets the point."), cue="chips"),
    "out": Said(later("You are out of the match."), later("%(name)s is out of the match.")),
    "over_points": Said(
        later("You have the most points: you win the match."),
        later("%(name)s has the most points and wins the match."),
        cue="won",
    ),
    "over_last_standing": Said(
        later("You are the last one left: you win the match."),
        later("%(name)s is the last one left and wins the match."),
        cue="won",
    ),
    "over_deserted": Said(later("All players have left. The match ends without a winner.")),
}

RESULTS: tuple[str, ...] = ("persian", "won_round", "no_point", "out")
LED_TO: tuple[str, ...] = ("over_points", "over_last_standing", "over_deserted")
BRIEF: tuple[str, ...] = ()
BRIEF_OWN: tuple[str, ...] = ()
AFTER: dict[str, tuple[str, ...]] = {
    "round": ("level",),
    "extra_round": ("level",),
    "won_round": ("stacks",),
    "no_point": ("stacks",),
}

TURN: dict[str, Text] = {}
WHY: dict[str, Text] = {}
LABELS: dict[str, Text] = {}
