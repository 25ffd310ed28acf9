"""A hand of Hold'em as pokerkit plays it, with our seats and given cards."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from pokerkit import Automation, Mode, NoLimitTexasHoldem

from games.rules.actions import Action, Bet, Fold, Raise
from games.rules.cards import code

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class PokerkitHand:
    """Its positions count from the left of the button, also heads-up."""

    def __init__(self, stacks: Sequence[int], button: int, shoe: Sequence[int], small: int, big: int) -> None:
        self.count = len(stacks)
        self.button = button
        self.shoe = shoe
        self.next_card = 2 * self.count
        self.state = NoLimitTexasHoldem.create_state(
            AUTOMATIONS, True, 0, (small, big), big, [stacks[self.seat(at)] for at in range(self.count)],
            self.count, mode=Mode.CASH_GAME,
        )  # fmt: skip
        for at in range(self.count):
            self.state.deal_hole(code(shoe[at]) + code(shoe[self.count + at]))
        self._deal_on()

    def seat(self, position: int) -> int:
        return (self.button + 1 + position) % self.count

    @property
    def actor(self) -> int | None:
        at = self.state.actor_index
        return None if at is None else self.seat(at)

    @property
    def call(self) -> int:
        return int(self.state.checking_or_calling_amount or 0)

    @property
    def raises(self) -> tuple[int, int] | None:
        low = self.state.min_completion_betting_or_raising_to_amount
        high = self.state.max_completion_betting_or_raising_to_amount
        return None if low is None or high is None else (int(low), int(high))

    @property
    def asks_without_need(self) -> bool:
        """Who is asked owes nothing, and nobody else who is in has chips."""
        at, state = self.state.actor_index, self.state
        others = [stack for other, stack in enumerate(state.stacks) if other != at and state.statuses[other]]
        return at is not None and self.call == 0 and not any(others)

    @property
    def stacks(self) -> tuple[int, ...]:
        by_seat = [0] * self.count
        for at, stack in enumerate(self.state.stacks):
            by_seat[self.seat(at)] = int(stack)
        return tuple(by_seat)

    def act(self, action: Action) -> None:
        if isinstance(action, Fold):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that a check was free
                self.state.fold()
        elif isinstance(action, Bet | Raise):
            self.state.complete_bet_or_raise_to(action.to)
        else:
            self.state.check_or_call()
        self._deal_on()

    def _deal_on(self) -> None:
        """The cards that are due, each from where ours come from: no card is burnt there."""
        while self.state.can_burn_card("??"):
            self.state.burn_card("??")
            count = self.state.board_dealing_count or 0
            faces = self.shoe[self.next_card : self.next_card + count]
            self.next_card += count
            self.state.deal_board("".join(code(face) for face in faces))
