"""Sentences, questions and buttons that several games share, by the kinds of their facts and actions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from games.phrases.phrase import Said, Text

SAID: dict[str, Said] = {
    # Between hands, and about the table.
    "hand": Said(later("Hand %(n)s.")),
    "new_round": Said(later("Round %(n)s.")),
    "button": Said(later("Hand %(n)s. You have the button."), later("Hand %(n)s. %(name)s has the button.")),
    "first": Said(later("Hand %(n)s. You begin."), later("Hand %(n)s. %(name)s begins.")),
    "overtime": Said(
        later("Hand %(n)s, in overtime. You begin."), later("Hand %(n)s, in overtime. %(name)s begins.")
    ),
    "new_shoe": Said(later("A new shoe is shuffled.")),
    "away": Said(later("You are away."), later("%(name)s is away.")),
    "back": Said(later("You are back."), later("%(name)s is back.")),
    "exhausted": Said(later("Your time away is used up."), later("%(name)s was away for too long.")),
    "gave_up": Said(later("You give up the match."), later("%(name)s gives up the match.")),
    "sat": Said(later("You sit down."), later("%(name)s sits down.")),
    "left": Said(later("You leave the table."), later("%(name)s leaves the table.")),
    "sits_out": Said(later("You sit out."), later("%(name)s sits out."), later("Sits out")),
    "plays_on": Said(later("You play on."), later("%(name)s plays on."), later("Plays on")),
    "withdrew": Said(later("You are out of the hand."), later("%(name)s is out of the hand.")),
    "outage": Said(
        later("The service was interrupted. Nobody lost time: all clocks go on from where they stood.")
    ),
    # Bets.
    "ante": Said(later("You ante %(n)s."), later("%(name)s antes %(n)s."), later("Ante %(n)s"), cue="chips"),
    "all_in": Said(later("You are all-in."), later("%(name)s is all-in."), later("All-in")),
    "check": Said(later("You check."), later("%(name)s checks."), later("Checks")),
    "bet": Said(later("You bet %(n)s."), later("%(name)s bets %(n)s."), later("Bets %(n)s"), cue="chips"),
    "raise": Said(
        later("You raise to %(n)s."),
        later("%(name)s raises to %(n)s."),
        later("Raises to %(n)s"),
        cue="chips",
    ),
    "call": Said(later("You call %(n)s."), later("%(name)s calls %(n)s."), later("Calls %(n)s"), cue="chips"),
    "fold": Said(later("You fold."), later("%(name)s folds."), later("Folds")),
    # Cards.
    "dealt": Said(
        later("You are dealt a card."),
        later("%(name)s is dealt a hidden card."),
        others_card=later("%(name)s is dealt the %(card)s."),
        your_card=later("You are dealt the %(card)s."),
        cue="deal",
    ),
    "hit": Said(
        later("You take a card."),
        later("%(name)s takes a card."),
        later("Hits"),
        others_card=later("%(name)s takes the %(card)s."),
        your_card=later("You draw the %(card)s."),
        cue="deal",
    ),
    "pass": Said(later("You pass."), later("%(name)s passes."), later("Passes")),
    "stand": Said(later("You stand."), later("%(name)s stands."), later("Stands")),
    # Results.
    "showdown": Said(later("The cards are shown."), cue="deal"),
    "won": Said(later("You win %(n)s."), later("%(name)s wins %(n)s."), later("Wins %(n)s"), cue="won"),
    "won_hand": Said(
        later("You win the hand."), later("%(name)s wins the hand."), later("Wins the hand"), cue="won"
    ),
    "tied_hand": Said(later("The hand is tied: nobody wins it."), cue="chips"),
    "tie": Said(later("A tie: the pot is split, %(n)s each."), cue="chips"),
    "over_chips": Said(later("You win the match."), later("%(name)s wins the match."), cue="won"),
    "over_gave_up": Said(later("You win the match."), later("%(name)s wins the match."), cue="won"),
    "over_hands": Said(
        later("You have won more hands: you win the match."),
        later("%(name)s has won more hands and wins the match."),
        nobody=later("All hands are played, and both have won as many."),
        cue="won",
    ),
    "over_left": Said(later("The match is over. Every finished hand counts as it was.")),
    "over_away": Said(
        later(
            "The time to come back ran out between two hands. The match is over; no further hand was paid for."
        )
    ),
    "over_no_quote": Said(
        later(
            "There was no up-to-date price for five minutes. The match is over; no further hand was paid for."
        )
    ),
    "over_closed": Said(
        later("No further hand can be staked here. The match is over; every finished hand counts as it was.")
    ),
    "over_forfeit": Said(
        later("The other player did not come back. You win the match."),
        later("The other player did not come back. %(name)s wins the match."),
        cue="won",
    ),
    "over_mutual": Said(later("Nobody came back in time. The match ends without a winner.")),
    "over_void": Said(later("The match was called off. Nobody wins and nobody loses.")),
    "over_not_funded": Said(
        later("A stake could not be paid in, so no cards were dealt and nobody was charged.")
    ),
    "over_dropped": Said(later("The match did not begin: a player's browser did not answer in time.")),
}

RESULTS = ("fold", "won", "tie", "won_hand", "tied_hand", "left", "gave_up", "exhausted")
LED_TO = ("over_chips", "over_hands", "over_gave_up", "over_left", "over_away")
BRIEF = ("outage",)
BRIEF_OWN = ("dealt", "hit")
AFTER: dict[str, tuple[str, ...]] = {
    "button": ("level",),
    "first": ("level",),
    "overtime": ("level",),
    "call": ("pot",),
    "won": ("stacks",),
    "tie": ("stacks",),
    "won_hand": ("stacks",),
    "tied_hand": ("stacks",),
}

TURN: dict[str, Text] = {
    "call": later("Your turn: %(owed)s to call."),
    "hit stand": later("Your turn: hit or stand."),
    "hit": later("Your turn: hit or pass."),
    "bet": later("Your turn: check or bet."),
    "check": later("Your turn: you can check."),
    "pass": later("Your turn: you can only pass."),
    "stand": later("Your turn: you can only stand."),
    "go": later("Shall the match go on?"),
}
WHY: dict[str, Text] = {
    "chosen": later("You sit out. Play on, or leave the table?"),
    "idle": later("The clock played your hand, so you sit out. Play on, or leave?"),
    "insufficient_funds": later("The next hand costs more than you have free. Play on, or leave?"),
    "above_consent": later("The next hand costs more than you agreed to. Play on, or leave?"),
}
LABELS: dict[str, Text] = {
    "fold": later("Fold"),
    "check": later("Check"),
    "call": later("Call %(owed)s"),
    "bet": later("Bet %(n)s"),
    "raise": later("Raise to %(n)s"),
    "hit": later("Hit"),
    "pass": later("Pass"),
    "stand": later("Stand"),
    "go": later("Play on"),
    "leave": later("Leave the table"),
}
