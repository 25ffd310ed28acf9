"""The leaderboard by the API, and ranked rounds, which the API cannot play."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.models import Table
from games.rules.actions import Bet, Decline, Stand
from leaderboard.services import FinishedHand, add_hands
from players.models import User
from tests.games.api.calling import Api, done, refused
from tests.live.ranked import account, answer, held, ranked_table
from tests.live.seating import state_of

pytestmark = pytest.mark.django_db


def played(user: User, *won: int, hands: int = 0) -> None:
    """Hands with these half-chips won, and so many lost ones besides."""
    now = datetime.now(UTC) - timedelta(minutes=1)
    results = [(10, 10 + score) for score in won] + [(10, 0)] * hands
    add_hands([FinishedHand(f"{user.pk}-{n}", 0, user.pk, now, *result) for n, result in enumerate(results)])


def board(api: Api, **asked: Any) -> dict[str, Any]:
    tiers = done(api.get("/leaderboard", **asked))["tiers"]
    return {
        tier["key"]: [(p["rank"], p["name"], p["hands"], p["score"]) for p in tier["places"]]
        for tier in tiers
    }


def test_board_has_three_tiers_with_ranks_of_their_own(acme: Api) -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    played(alice, 15, hands=1)
    played(bob, 15)
    played(charlie, 300, hands=100)
    assert board(acme) == {
        "rookie": [(1, "Alice", 2, "7.5"), (1, "Bob", 1, "7.5")],
        "pro": [(1, "Charlie", 101, "150.0")],
        "high-roller": [],
    }


def test_one_tier_is_read_page_by_page(acme: Api) -> None:
    for number, name in enumerate(("Alice", "Bob", "Charlie")):
        played(account(name), 10 * (3 - number))
    body = done(acme.get("/leaderboard", tier="rookie", limit=2))
    assert [tier["has_more"] for tier in body["tiers"]] == [True]
    assert board(acme, tier="rookie", limit=2, page=2) == {"rookie": [(3, "Charlie", 1, "5.0")]}


@pytest.mark.parametrize(
    "asked",
    [{"tier": "master"}, {"page": "0"}, {"page": "401"}, {"page": "x"}, {"limit": "101"}, {"name": "Alice"}],
)
def test_what_there_is_not_is_refused(acme: Api, asked: dict[str, str]) -> None:
    assert acme.get("/leaderboard", **asked).status_code == 400


def test_ranked_table_is_not_opened_by_the_api(acme: Api) -> None:
    player = acme.player()
    body = {"player": player, "game": "house", "mode": "ranked"}
    refused(acme.post("/tables", body), 403, "people_only")
    assert Table.objects.count() == 0
    assert held(User.objects.get(public_id=player)) == (0, 0)


def test_ranked_round_is_not_played_by_the_api(acme: Api) -> None:
    """Not even that of the partner's own player, which he began on the page."""
    player = acme.player()
    user = User.objects.get(public_id=player)
    table = ranked_table(user)
    answer(table, Bet(100))
    seat = f"/tables/{table.public_id}/seats/{player}"
    stand = {"token": "1.1.0.2", "action": {"kind": "stand"}}
    refused(acme.get(seat), 403, "people_only")
    refused(acme.post(f"{seat}/act", stand, idempotency_key=None), 403, "people_only")
    refused(acme.post(f"{seat}/leave", {}, idempotency_key=None), 403, "people_only")
    assert held(user) == (1_800, 200)


def test_practice_by_the_api_brings_a_seed_with_each_bet(acme: Api) -> None:
    player = acme.player()
    table = acme.table(player, game="house", mode="practice", clock=0)["id"]
    acme.bring_seeds(table, player)
    token = acme.seat(table, player)["view"]["prompt"]["token"]
    bet = {"token": token, "action": {"kind": "bet", "to": 5}}
    refused(acme.send(table, player, "act", bet), 400, "bad_seed")
    for wrong in ("4.5", 4.5, "text", None):
        strange = {**bet, "action": {"kind": "bet", "to": wrong}, "seed": "5e" * 32}
        assert acme.send(table, player, "act", strange).status_code in (400, 422)
    done(acme.send(table, player, "act", {**bet, "seed": "5e" * 32}))
    assert acme.seat(table, player)["view"]["hand_number"] == 1


def test_partner_reads_what_its_player_has_played_for_chips(acme: Api) -> None:
    """With cards of a real shoe, for hands hold their proofs."""
    player = acme.player()
    user = User.objects.get(public_id=player)
    table = ranked_table(user)
    answer(table, Bet(100))
    while (state := state_of(table.id)).phase == "hand":
        answer(table, Decline() if state.hand.asks_insurance else Stand())  # type: ignore[union-attr]
    (listed,) = done(acme.get("/tables", player=player))["data"]
    assert (listed["id"], listed["mode"]) == (table.public_id, "ranked")
    (hand,) = done(acme.get(f"/players/{player}/hands"))["data"]
    for path in (
        f"/tables/{table.public_id}",
        f"/players/{player}/matches",
        f"/players/{player}/matches/{table.public_id}/1",
        f"/players/{player}/hands/{hand['id']}",
        f"/players/{player}/wallet",
        f"/players/{player}/statement",
    ):
        assert acme.get(path).status_code == 200, path
