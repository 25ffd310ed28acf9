from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.services import leases, store
from players.services import partners
from tests.games.api.calling import Api
from tests.live.seating import guests, waiting_table


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """States kept in this process belong to tables of one test's database."""
    store.forget()
    yield
    store.forget()
    leases._serves = False


@pytest.fixture
def acme(db: None) -> Api:
    """A sandbox of a demo installation, as the tests' is."""
    return Api(partners.create_partner("Acme", is_test=True))


@pytest.fixture
def other(db: None) -> Api:
    return Api(partners.create_partner("Other", is_test=True))


@pytest.fixture
def house_table(db: None) -> str:
    """A public table that waits, of a player whom no partner brought."""
    return waiting_table(*guests("Hana")).public_id
