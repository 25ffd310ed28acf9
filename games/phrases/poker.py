"""Community cards: blinds, streets, pots, and hands by their names.

Some kinds are no fact's own: which of them tells a fact is for `games.shown.poker_told` to say, by what the viewer may
know. Without that (a line of an earlier hand) the fact's own words are taken, which name no card.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from games.phrases.phrase import Said, Text

SAID: dict[str, Said] = {
    # Chips that must be put in.
    "small_blind": Said(
        later("You post the small blind of %(n)s."),
        later("%(name)s posts the small blind of %(n)s."),
        later("Small blind %(n)s"),
        cue="chips",
    ),
    "big_blind": Said(
        later("You post the big blind of %(n)s."),
        later("%(name)s posts the big blind of %(n)s."),
        later("Big blind %(n)s"),
        cue="chips",
    ),
    "post": Said(later("You post %(n)s."), later("%(name)s posts %(n)s."), later("Posts %(n)s"), cue="chips"),
    "dead_post": Said(
        later("You post %(n)s that go into the pot at once."),
        later("%(name)s posts %(n)s that go into the pot at once."),
        later("Posts %(n)s"),
        cue="chips",
    ),
    "returned": Said(
        later("Uncalled: %(n)s come back to you."),
        later("Uncalled: %(n)s go back to %(name)s."),
    ),
    # Cards.
    "hole_cards": Said(
        later("You are dealt two cards: %(cards)s."), later("%(name)s is dealt two cards."), cue="deal"
    ),
    "hole_cards_unseen": Said(
        later("You are dealt two cards."), later("%(name)s is dealt two cards."), cue="deal"
    ),
    "flop": Said(later("The flop is dealt."), cue="deal"),
    "turn": Said(later("The turn is dealt."), cue="deal"),
    "river": Said(later("The river is dealt."), cue="deal"),
    "flop_seen": Said(later("Flop: %(cards)s."), cue="deal"),
    "turn_seen": Said(later("Turn: %(cards)s."), cue="deal"),
    "river_seen": Said(later("River: %(cards)s."), cue="deal"),
    "shows": Said(later("You show your cards."), later("%(name)s shows the cards."), later("Shows")),
    "shows_cards": Said(later("You show %(cards)s."), later("%(name)s shows %(cards)s.")),
    "shows_hand": Said(
        later("You show %(cards)s: %(value)s."), later("%(name)s shows %(cards)s: %(value)s.")
    ),
    "shows_card": Said(
        later("You show one card."),
        later("%(name)s shows one card."),
        later("Shows one card"),
        your_card=later("You show the %(card)s."),
        others_card=later("%(name)s shows the %(card)s."),
    ),
    "mucks": Said(
        later("You muck your cards without showing them."),
        later("%(name)s mucks the cards without showing them."),
        later("Mucks"),
    ),
    # Results.
    "claim_lost": Said(
        later("You were away for too long: you can win nothing in this hand."),
        later("%(name)s was away for too long and can win nothing in this hand."),
        later("Out of the hand"),
    ),
    "abandoned": Said(later("Everybody in the hand stayed away. It is broken off.")),
    "won_with": Said(
        later("You win %(n)s with %(value)s."), later("%(name)s wins %(n)s with %(value)s."), cue="won"
    ),
    "won_main": Said(
        later("You win the main pot of %(n)s with %(value)s."),
        later("%(name)s wins the main pot of %(n)s with %(value)s."),
        cue="won",
    ),
    "won_side": Said(
        later("You win side pot %(pot)s of %(n)s with %(value)s."),
        later("%(name)s wins side pot %(pot)s of %(n)s with %(value)s."),
        cue="won",
    ),
    "splits": Said(
        later("The pot is split: you get %(n)s."),
        later("The pot is split: %(name)s gets %(n)s."),
        later("Splits: %(n)s"),
        cue="chips",
    ),
    "splits_with": Said(
        later("The pot is split: you get %(n)s with %(value)s."),
        later("The pot is split: %(name)s gets %(n)s with %(value)s."),
        cue="chips",
    ),
    "splits_main": Said(
        later("The main pot is split: you get %(n)s with %(value)s."),
        later("The main pot is split: %(name)s gets %(n)s with %(value)s."),
        cue="chips",
    ),
    "splits_side": Said(
        later("Side pot %(pot)s is split: you get %(n)s with %(value)s."),
        later("Side pot %(pot)s is split: %(name)s gets %(n)s with %(value)s."),
        cue="chips",
    ),
    # The others of a split pot: that it is one was said with the first.
    "splits_also": Said(later("You get %(n)s."), later("%(name)s gets %(n)s."), cue="chips"),
    "splits_also_with": Said(
        later("You get %(n)s with %(value)s."), later("%(name)s gets %(n)s with %(value)s."), cue="chips"
    ),
    "back": Said(
        later("You get %(n)s back."), later("%(name)s gets %(n)s back."), later("Back: %(n)s"), cue="chips"
    ),
}

STREETS = ("flop", "turn", "river")
"""Kinds that begin a new round of betting: what a seat did before is then no longer its last action."""

RESULTS: tuple[str, ...] = ("splits", "back", "abandoned", "claim_lost")
LED_TO: tuple[str, ...] = ()
_SHARES = (
    "won_with",
    "won_main",
    "won_side",
    "splits_with",
    "splits_main",
    "splits_side",
    "splits_also",
    "splits_also_with",
)
_STREETS_SEEN = ("flop_seen", "turn_seen", "river_seen")
BRIEF: tuple[str, ...] = (*_STREETS_SEEN, "shows_card", "shows_cards", "shows_hand", *_SHARES)
BRIEF_OWN: tuple[str, ...] = ("hole_cards",)
AFTER: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_STREETS_SEEN, ("pot", "value")),
    **dict.fromkeys((*_SHARES, "splits"), ("stacks",)),
}

TURN: dict[str, Text] = {
    "check raise": later("Your turn: check or raise."),
}
WHY: dict[str, Text] = {}
LABELS: dict[str, Text] = {}
