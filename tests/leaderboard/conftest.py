from __future__ import annotations

import pytest

from players.models import User
from tests.leaderboard.played import make_player


@pytest.fixture
def alice(db: None) -> User:
    return make_player("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_player("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_player("Charlie")
