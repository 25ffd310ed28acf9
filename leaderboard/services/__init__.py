"""The only writers of the leaderboard's tables.

Locks are taken in one order everywhere: hands by number, then standings by player, in one statement. Whoever calls
several of these in one transaction breaks that order: one call a transaction.
"""

from leaderboard.services.comparing import compare_standings as compare_standings
from leaderboard.services.hands import FinishedHand as FinishedHand
from leaderboard.services.hands import add_hands as add_hands
from leaderboard.services.leaving import follow_flags as follow_flags
from leaderboard.services.leaving import let_batch_leave as let_batch_leave
from leaderboard.services.leaving import let_hands_leave as let_hands_leave
from leaderboard.services.outbox import take_told as take_told
from leaderboard.services.outbox import tell_hands as tell_hands
from leaderboard.services.outbox import tell_void as tell_void
from leaderboard.services.voiding import UnknownHand as UnknownHand
from leaderboard.services.voiding import VoidWithoutReason as VoidWithoutReason
from leaderboard.services.voiding import void_hand as void_hand
