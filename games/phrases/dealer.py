"""A round against a dealer: bets, insurance, doubled and split hands. Amounts come in half-chips.

A result fact says what comes back; `games.shown.dealer` knows more and has the kinds from ``natural`` on told instead.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from games.phrases.phrase import Said, Text
from games.rules.hands.house_state import HALVES


def _halves(
    you: Text, other: Text = "", short: Text = "", *, your_card: Text = "", others_card: Text = "",
    cue: str = "chips",
) -> Said:  # fmt: skip
    """A sentence with an amount in half-chips."""
    return Said(you, other, short, others_card, your_card, cue, units=HALVES)


SAID: dict[str, Said] = {
    # Bets.
    "round_bet": _halves(later("You bet %(n)s."), later("%(name)s bets %(n)s.")),
    "insured": _halves(
        later("You take insurance for %(n)s."), later("%(name)s takes insurance for %(n)s."), later("Insured")
    ),
    "declined": Said(
        later("You take no insurance."), later("%(name)s takes no insurance."), later("No insurance")
    ),
    "split": _halves(
        later("You split, with %(n)s more on the second hand."),
        later("%(name)s splits, with %(n)s more on the second hand."),
        later("Splits"),
    ),
    "doubled": _halves(
        later("You double with %(n)s more."),
        later("%(name)s doubles with %(n)s more."),
        later("Doubles"),
        your_card=later("You double with %(n)s more and draw the %(card)s."),
        others_card=later("%(name)s doubles with %(n)s more and draws the %(card)s."),
    ),
    # Cards of two player hands.
    "first_dealt": Said(
        later("First hand: a card is dealt."), others_card=later("First hand: the %(card)s is dealt."),
        your_card=later("First hand: you are dealt the %(card)s."), cue="deal",
    ),
    "second_dealt": Said(
        later("Second hand: a card is dealt."), others_card=later("Second hand: the %(card)s is dealt."),
        your_card=later("Second hand: you are dealt the %(card)s."), cue="deal",
    ),
    "first_hit": Said(
        later("First hand: a card is drawn."), short=later("Hits"),
        others_card=later("First hand: %(name)s draws the %(card)s."),
        your_card=later("First hand: you draw the %(card)s."), cue="deal",
    ),
    "second_hit": Said(
        later("Second hand: a card is drawn."), short=later("Hits"),
        others_card=later("Second hand: %(name)s draws the %(card)s."),
        your_card=later("Second hand: you draw the %(card)s."), cue="deal",
    ),
    # The dealer.
    "dealer_up": Said(
        later("The dealer takes an open card."), others_card=later("The dealer shows the %(card)s."), cue="deal"
    ),
    "dealer_hole": Said(later("The dealer takes a hidden card."), cue="deal"),
    "no_natural": Said(later("The dealer looks at the hidden card: no blackjack.")),
    "turned": Said(
        later("The dealer turns the hidden card."),
        others_card=later("The dealer turns the hidden card: the %(card)s."),
        cue="deal",
    ),
    "dealer_hit": Said(
        later("The dealer draws a card."), others_card=later("The dealer draws the %(card)s."), cue="deal"
    ),
    # How each bet ended, as the rules tell it: `n` comes back.
    "hand_won": _halves(later("The hand wins: %(n)s come back."), cue="won"),
    "hand_push": _halves(later("A push: the bet of %(n)s comes back.")),
    "hand_lost": Said(later("The hand loses its bet."), cue="lost"),
    "insurance_won": _halves(later("The insurance wins: %(n)s come back."), cue="won"),
    "insurance_lost": Said(later("The insurance is lost."), cue="chips"),
    "forfeit": Said(
        later("You leave the round: all its bets are lost."),
        later("%(name)s leaves the round: all its bets are lost."),
        later("Left"),
        cue="lost",
    ),
    "left_game": Said(later("You leave the game."), later("%(name)s leaves the game.")),
    "game_over": Said(later("The game is over. Every finished round counts.")),
    # The same with what was won or lost.
    "natural": _halves(later("Blackjack! You win %(n)s."), later("Blackjack! %(name)s wins %(n)s."), cue="won"),
    "won_bet": _halves(later("You win %(n)s."), later("%(name)s wins %(n)s."), cue="won"),
    "lost_bet": _halves(later("You lose %(n)s."), later("%(name)s loses %(n)s."), cue="lost"),
    "bust_bet": _halves(later("Bust: you lose %(n)s."), later("Bust: %(name)s loses %(n)s."), cue="lost"),
    "first_won": _halves(later("First hand: you win %(n)s."), later("First hand: %(name)s wins %(n)s."), cue="won"),
    "first_push": _halves(later("First hand: a push, the bet of %(n)s comes back.")),
    "first_lost": _halves(
        later("First hand: you lose %(n)s."), later("First hand: %(name)s loses %(n)s."), cue="lost"
    ),
    "first_bust": _halves(
        later("First hand: bust, you lose %(n)s."), later("First hand: bust, %(name)s loses %(n)s."), cue="lost"
    ),
    "second_won": _halves(
        later("Second hand: you win %(n)s."), later("Second hand: %(name)s wins %(n)s."), cue="won"
    ),
    "second_push": _halves(later("Second hand: a push, the bet of %(n)s comes back.")),
    "second_lost": _halves(
        later("Second hand: you lose %(n)s."), later("Second hand: %(name)s loses %(n)s."), cue="lost"
    ),
    "second_bust": _halves(
        later("Second hand: bust, you lose %(n)s."), later("Second hand: bust, %(name)s loses %(n)s."), cue="lost"
    ),
    "insurance_paid": _halves(
        later("The dealer has blackjack: the insurance wins you %(n)s."),
        later("The dealer has blackjack: the insurance wins %(n)s."),
        cue="won",
    ),
    "insurance_gone": _halves(later("The insurance of %(n)s is lost.")),
}  # fmt: skip

RESULTS: tuple[str, ...] = (
    "hand_won", "hand_push", "hand_lost", "insurance_won", "insurance_lost", "forfeit", "natural", "won_bet",
    "lost_bet", "bust_bet", "first_won", "first_push", "first_lost", "first_bust", "second_won", "second_push",
    "second_lost", "second_bust", "insurance_paid", "insurance_gone",
)  # fmt: skip
LED_TO: tuple[str, ...] = ()
BRIEF: tuple[str, ...] = ("dealer_up", "turned", "dealer_hit", "game_over")
BRIEF_OWN: tuple[str, ...] = ("doubled", "first_dealt", "second_dealt", "first_hit", "second_hit")
AFTER: dict[str, tuple[str, ...]] = dict.fromkeys(RESULTS, ("stacks",))

TURN: dict[str, Text] = {}
WHY: dict[str, Text] = {}
LABELS: dict[str, Text] = {
    "deal": later("Deal for %(n)s"),
    "more_chips": later("Take more chips"),
    "double": later("Double"),
    "split": later("Split"),
    "insure": later("Insurance"),
    "decline": later("No insurance"),
}
