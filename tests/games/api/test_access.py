"""Who may ask what: keys, scopes, limits; and that nothing of another partner is there at all."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.api import limits
from games.api.urls import urlpatterns
from players.models import PartnerKey, User
from players.services import partners
from tests.games.api.calling import GAME, Api, done, refused

pytestmark = pytest.mark.django_db


def call(method: str, path: str, **headers: str) -> Any:
    return Client(headers=headers).generic(method, f"/api/v1{path}", "{}", content_type="application/json")


def every_address(table: str, player: str, hand: str = "abcdefghjk") -> list[str]:
    """All addresses of v1, filled in."""
    values = {"table": table, "player": player, "hand": hand, "game": GAME, "number": "1"}
    patterns = [str(pattern.pattern) for pattern in urlpatterns if str(pattern.pattern).startswith("v1/")]
    return [
        re.sub(r"<\w+:(\w+)>", lambda match: values[match[1]], pattern).removeprefix("v1")
        for pattern in patterns
    ]


# --- keys ------------------------------------------------------------------------------------------------------------


def test_without_a_key_every_address_says_the_same(acme: Api) -> None:
    player = acme.player()
    table = acme.table(player)["id"]
    for path in every_address(table, player):
        method = "GET" if call("GET", path).status_code == 401 else "POST"
        answer = call(method, path)
        refused(answer, 401, "not_authenticated")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer nonsense",
        "Bearer b21_test_" + "0" * 40,
        "Basic b21_test_" + "0" * 40,
        "Bearer " + "x" * 10_000,
        "Bearer a b",
        "Bearer \xff",
    ],
)
def test_what_is_no_key_is_refused_alike(acme: Api, header: str) -> None:
    problem = refused(call("GET", "/games", Authorization=header), 401, "bad_key")
    assert "data" not in problem


def test_revoked_key_and_switched_off_partner_are_refused_at_once(acme: Api) -> None:
    done(acme.get("/games"))
    partners.revoke_key(acme.key, "sam", timezone.now())
    refused(acme.get("/games"), 401, "bad_key")
    again = Api(acme.partner)
    done(again.get("/games"))
    partners.change_partner(acme.partner, name="Acme", is_active=False)
    refused(again.get("/games"), 401, "bad_key")


def test_use_of_a_key_is_noted(acme: Api) -> None:
    done(acme.get("/games"))
    assert PartnerKey.objects.get().used_at is not None


def test_session_of_a_member_of_staff_opens_nothing(acme: Api) -> None:
    """No cookie counts, so no page can make a browser act for its user."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_user("sam", is_staff=True, is_superuser=True))
    refused(browser.get("/api/v1/players"), 401, "not_authenticated")
    refused(browser.post("/api/v1/tables", {}, content_type="application/json"), 401, "not_authenticated")


def test_key_is_in_no_answer_and_no_log(acme: Api, caplog: pytest.LogCaptureFixture) -> None:
    answers = [acme.get("/players"), acme.get("/nowhere"), acme.get("/tables", x="1")]
    partners.revoke_key(acme.key, "sam", timezone.now())
    answers.append(acme.get("/players"))
    secret = acme.text[17:]
    for answer in answers:
        assert secret not in answer.content.decode()
        assert secret not in str(answer.headers)
    assert secret not in caplog.text
    assert "Unauthorized" in caplog.text


# --- scopes ----------------------------------------------------------------------------------------------------------


def test_key_without_a_scope_may_not(acme: Api) -> None:
    player = acme.player()
    table = acme.table(player)["id"]
    reader = Api(acme.partner, ("tables:read",))
    done(reader.get(f"/tables/{table}"))
    own = f"/players/{player}"
    for path in ("/players", f"{own}/wallet", f"{own}/hands", f"/tables/{table}/seats/{player}"):
        problem = refused(reader.get(path), 403, "missing_scope")
        assert problem["data"]["scope"]
    refused(reader.post("/tables", {"player": player, "game": GAME, "mode": "free"}), 403, "missing_scope")
    refused(reader.send(table, player, "skip"), 403, "missing_scope")


def test_stake_needs_a_scope_of_its_own(acme: Api) -> None:
    player = acme.player()
    careful = Api(acme.partner, ("tables:write",))
    stake = {"stake_usd": "5", "currency": "TBTC", "most_units": "9" * 12}
    body = {"player": player, "game": GAME, "mode": "stake", **stake}
    assert refused(careful.post("/tables", body), 403, "missing_scope")["data"] == {"scope": "stake"}
    careful.table(player)
    acme.table(player, mode="stake", **stake)


# --- another partner's -----------------------------------------------------------------------------------------------


def test_nothing_of_another_partner_is_there(acme: Api, other: Api) -> None:
    """Each address that names its player or table answers as it does for one that never was."""
    table, first, _second = acme.begun()
    own = other.player("Charlie")
    bodies: dict[str, Any] = {
        "join": {"player": own},
        "begin": {"player": own},
        "leave": {"player": own},
        "rematch": {"player": own},
        "act": {"token": "1.1.0.1", "action": {"kind": "check"}},
        "digest": {"digest": "00" * 32},
        "reveal": {"value": "00" * 32},
        "give-up": {"sure": "yes"},
        "skip": {},
        "sit-out": {"out": True, "hand": 2},
        "show": {"hand": 1, "cards": "both"},
        "agree": {"token": "1.1.0.1", "most_units": "1"},
    }
    never = {"table": "zzzzzzzzzz", "player": "ply_zzzzzzzzzzzz"}
    asked = 0
    for path, gone in zip(
        every_address(table["id"], first), every_address(never["table"], never["player"]), strict=True
    ):
        if path == gone:
            continue
        last = path.rpartition("/")[2]
        # At a table leaving names who leaves; at a seat that is said already.
        body = {} if "/seats/" in path and last == "leave" else bodies.get(last, {})
        sent = [
            other.post(address, body) if last in bodies else other.get(address) for address in (path, gone)
        ]
        answers = [json.loads(re.sub(r"urn:uuid:[\w-]+", "", answer.content.decode())) for answer in sent]
        assert sent[0].status_code == 404, (path, sent[0].content)
        assert answers[0] == answers[1], path
        asked += 1
    assert asked >= 15
    for player in (first, never["player"]):
        refused(
            other.post("/tables", {"player": player, "game": GAME, "mode": "free"}), 404, "unknown_player"
        )
    assert done(other.get("/players"))["data"][0]["id"] == own
    assert done(other.get("/tables"))["data"] == []
    refused(other.get("/tables", player=first), 404, "unknown_player")


def test_partner_acts_only_for_its_own_at_a_table_of_the_house(acme: Api, house_table: str) -> None:
    player = acme.player()
    acme.join({"id": house_table, "invitation": None}, player)
    (mine,) = [row for row in done(acme.get("/tables", player=player))["data"] if row["id"] == house_table]
    opponent = next(sitter["player"] for sitter in mine["taken"] if not sitter["yours"])
    refused(acme.get(f"/tables/{house_table}/seats/{opponent}"), 404, "unknown_player")
    refused(acme.send(house_table, opponent, "give-up", {"sure": "yes"}), 404, "unknown_player")
    refused(acme.get(f"/players/{opponent}/wallet"), 404, "unknown_player")


def test_partner_does_not_see_where_another_partners_player_has_joined(
    acme: Api, other: Api, house_table: str
) -> None:
    assert [row["id"] for row in done(other.get("/tables"))["data"]] == [house_table]
    acme.join({"id": house_table, "invitation": None}, acme.player())
    assert done(other.get("/tables"))["data"] == []
    refused(other.get(f"/tables/{house_table}"), 404, "unknown_table")


def test_sandbox_beside_real_players_is_apart(acme: Api, house_table: str, settings: Any) -> None:
    settings.DEMO = False
    assert done(acme.get("/tables"))["data"] == []
    refused(acme.get(f"/tables/{house_table}"), 404, "unknown_table")
    own = acme.table(acme.player())
    assert own["private"] is True
    live = Api(partners.create_partner("Live", is_test=False))
    assert [row["id"] for row in done(live.get("/tables"))["data"]] == [house_table]


def test_closed_players_do_nothing(acme: Api) -> None:
    table, first, _second = acme.begun()
    User.objects.filter(public_id=first).update(is_active=False)
    for answer in (
        acme.get(f"/tables/{table['id']}/seats/{first}"),
        acme.send(table["id"], first, "give-up", {"sure": "yes"}),
        acme.post("/tables", {"player": first, "game": GAME, "mode": "free"}),
    ):
        refused(answer, 403, "player_closed")
    assert done(acme.get(f"/players/{first}"))["is_active"] is False


# --- limits ----------------------------------------------------------------------------------------------------------


def test_answers_say_how_many_requests_are_left(acme: Api, settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = 50
    answer = acme.get("/games")
    assert answer.headers["RateLimit-Policy"] == '"key";q=50;w=60'
    assert re.fullmatch(r'"key";r=49;t=\d{1,2}', answer.headers["RateLimit"])


def test_too_many_requests_are_refused_until_the_minute_is_over(acme: Api, other: Api, settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = 0
    answer = acme.get("/games")
    refused(answer, 429, "too_fast")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    settings.API_REQUESTS_PER_MINUTE = 10
    done(other.get("/games"))


def test_requests_are_answered_while_the_cache_is_away(
    acme: Api, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1",  # nobody listens there
        }
    }
    done(acme.get("/games"))
    refused(call("GET", "/games", Authorization="Bearer nonsense"), 401, "bad_key")
    assert "requests not counted" in caplog.text


@time_machine.travel("2026-11-30T12:00:10Z", tick=False)  # within one minute, on a slow machine too
def test_guessing_keys_is_slow_and_right_keys_go_on_working(acme: Api) -> None:
    wrong = [
        call("GET", "/games", Authorization=f"Bearer {n}").status_code for n in range(limits.GUESSES + 1)
    ]
    assert wrong == [401] * limits.GUESSES + [429]
    done(acme.get("/games"))


# --- what no address knows -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/nowhere", "/", "", "/tables/", "/tables/abc/seats", "/players/%00/wallet"]
)
def test_unknown_address_is_a_problem(acme: Api, path: str) -> None:
    refused(acme.get(path), 404, "not_found")
    refused(call("POST", path), 404, "not_found")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "POST"])
def test_unknown_method_is_a_problem(acme: Api, method: str) -> None:
    answer = acme.client.generic(method, "/api/v1/games")
    refused(answer, 405, "method_not_allowed")


def test_fault_of_ours_is_a_problem_that_tells_nothing(acme: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("a secret inside")

    monkeypatch.setattr("games.api.catalogue.game_body", broken)
    answer = acme.get("/games")
    refused(answer, 500, "internal")
    assert "secret" not in answer.content.decode()
