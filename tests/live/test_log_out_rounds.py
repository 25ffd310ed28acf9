"""Who logs out in the browser he plays in loses an open round, and is warned (rules.md, House Blackjack)."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Hand, Table
from games.rules.actions import Bet
from games.rules.commands import Back
from games.services import play, presence, store
from players.models import User
from tests.live.ranked import (
    LOST,
    Patch,
    account,
    answer,
    give_cards,
    held,
    ranked_table,
)
from tests.live.seating import ALICE

pytestmark = pytest.mark.django_db


def in_browser(client: Client, user: User, table: Table) -> None:
    """The browser's page has the seat."""
    client.force_login(user)
    play.submit(table.id, Back(at=0, seat=ALICE, conn="web/1"))
    presence.connect(table.id, ALICE, user.public_id, "web/2", client.session.session_key or "")


def test_log_out_in_mid_round_warns_first_and_then_loses_all_bets(monkeypatch: Patch, client: Client) -> None:
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    in_browser(client, alice, table)
    answer(table, Bet(100))
    page = client.post("/accounts/logout/")
    assert page.status_code == 200
    assert "all bets of it are lost" in page.content.decode()
    assert held(alice) == (1_800, 200)
    assert client.post("/accounts/logout/", {"sure": "yes"}).status_code == 302
    assert held(alice) == (1_800, 0)
    assert Hand.objects.get().reason == "forfeit"
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("sure", [False, True])
def test_round_that_another_process_dealt_is_known_to_the_one_that_logs_out(
    monkeypatch: Patch, client: Client, sure: bool
) -> None:
    """As in production, where sockets and pages are served by different ones: this one remembers no round."""
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    in_browser(client, alice, table)
    before = store.fetch(table.id)
    answer(table, Bet(100))
    store.forget(table.id)
    store.keep(before)
    page = client.post("/accounts/logout/", {"sure": "yes"} if sure else {})
    assert page.status_code == (302 if sure else 200)
    assert held(alice) == ((1_800, 0) if sure else (1_800, 200))


def test_log_out_between_rounds_asks_nothing_and_leaves_the_match(client: Client) -> None:
    alice = account()
    table = ranked_table(alice)
    in_browser(client, alice, table)
    assert client.post("/accounts/logout/").status_code == 302
    assert Table.objects.get(pk=table.pk).status == "playing"


def test_log_out_on_another_device_costs_nothing(monkeypatch: Patch, client: Client) -> None:
    """The round is played in a browser that has taken the seat over."""
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    in_browser(client, alice, table)
    presence.connect(table.id, ALICE, alice.public_id, "web/3", "another session's key")
    answer(table, Bet(100))
    assert client.post("/accounts/logout/").status_code == 302
    assert held(alice) == (1_800, 200)


def test_expired_session_costs_nothing(monkeypatch: Patch, client: Client) -> None:
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    in_browser(client, alice, table)
    answer(table, Bet(100))
    client.session.flush()
    assert client.post("/accounts/logout/").status_code == 302
    assert held(alice) == (1_800, 200)
