"""Large wins from hands that were never played are held for staff: so money could be given away (chip dumping).

The ledger holds no part of a free balance, so the winner's account is put under review: he is paid, but nothing leaves
the account, to other stakes neither, until staff have looked and say why (`manage.py release_account`). That staff have
frozen the account besides is another matter: neither lifts the other.
"""

from __future__ import annotations

import structlog

from games.models import Seat, Table
from games.rules.clocks import State
from games.rules.contracts import Effect, Settle
from games.services.postings import subject_of
from wallet.services import set_review

log = structlog.get_logger(__name__)

LARGE_CENTS = 5_000
"""US cents of the loser's slices for unplayed hands, at what the stake was agreed for (rules.md, Classic: Fixed)."""
FORFEITED = ("forfeit", "gave_up")
BY = "large win"


def unplayed_hands(state: State, effects: tuple[Effect, ...]) -> tuple[int, tuple[Settle, ...]]:
    """Who wins hands that were never dealt, and those hands; -1: nobody does. Of inputs alone, as a replay has them."""
    if state.result is None or state.result.reason not in FORFEITED:
        return -1, ()
    never = tuple(
        each for each in effects if isinstance(each, Settle) and each.of and each.hand > state.hand_number
    )
    return (state.result.winners[0] if never else -1), never


def hold_for_review(table_id: int, state: State, effects: tuple[Effect, ...]) -> None:
    """Put the winner's account under review if he wins that much so. In the transaction that pays him, before its
    postings: gates are locked before balances."""
    winner, hands = unplayed_hands(state, effects)
    if not hands or state.mode != Table.Mode.STAKE:
        return
    stake = Table.objects.values_list("stake_cents", flat=True).get(pk=table_id)
    player = Seat.objects.values_list("user_id", flat=True).get(table_id=table_id, number=winner)
    if stake is None or player is None or stake * len(hands) < LARGE_CENTS * hands[0].of:
        return
    cents = stake * len(hands) // hands[0].of
    worth = f"${cents // 100}.{cents % 100:02d}"
    why = f"{subject_of(state)}: hands {hands[0].hand} to {hands[-1].hand} won unplayed, {worth}"
    set_review(player=player, by=BY, reason=why, in_review=True, besides=True)
    log.warning("a large win is held for review", player=player, subject=subject_of(state), cents=cents)
