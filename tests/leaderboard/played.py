"""Hands as the tests play them. Chips are whole here; the leaderboard counts halves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

from leaderboard import selectors, services
from leaderboard.scoring import TIERS
from leaderboard.services import FinishedHand
from players.models import User

NOW = datetime(2026, 6, 15, 12, 0, 0, tzinfo=UTC)
ROOKIE, PRO, HIGH_ROLLER = TIERS
numbers: Iterator[int] = count()


def make_player(name: str, **flags: bool) -> User:
    return User.objects.create(username=name.lower(), display_name=name, **flags)


def finished(player: User, *, bet: int = 0, back: float = 0, ago: timedelta = timedelta(0)) -> FinishedHand:
    """A player hand of its own deal that ended `ago` before NOW."""
    source = f"hnd_{next(numbers)}"
    return FinishedHand(source, 0, player.pk, NOW - ago, staked=2 * bet, returned=int(2 * back))


def play(player: User, *, bet: int = 0, back: float = 0, ago: timedelta = timedelta(0)) -> str:
    """Added at once; returns the deal's public id."""
    hand = finished(player, bet=bet, back=back, ago=ago)
    assert services.add_hands([hand]) == 1
    return hand.hand


def play_many(player: User, hands: int, *, ago: timedelta = timedelta(hours=1)) -> None:
    """Lost hands: they count for the tier alone."""
    assert services.add_hands([finished(player, bet=5, ago=ago) for _ in range(hands)]) == hands


def stands(player: User, now: datetime = NOW) -> tuple[int, int]:
    """Completed hands and score (half-chips), as pages show them."""
    own = selectors.standing_of(player.pk, now)
    return own.hands, own.score
