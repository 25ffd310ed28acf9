"""A partner's program on a table's socket, at the real stack: with a key instead of a cookie. And the example that
the documentation shows."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest
import websockets

from battle21.installation import BASE_DIR
from tests.live.rows import SHORT
from tests.support.stack import Stack, wait_until

pytestmark = pytest.mark.stack

EXAMPLE = BASE_DIR / "docs" / "examples" / "practice_bot.py"


@pytest.fixture(scope="module")
def key(stack: Stack) -> str:
    """What ./run prints."""
    printed: dict[str, Any] = json.loads(stack.manage("seed_demo"))
    return str(printed["sandbox_key"])


def api(stack: Stack, key: str) -> httpx.Client:
    address = f"http://127.0.0.1:{stack.webs[0].port}/api/v1"
    return httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=20)


def create(client: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(
        path, json=body, headers={"Idempotency-Key": f"{path} {body}".replace(" ", "")[:255]}
    )
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def first_of(stack: Stack, path: str, **headers: str) -> dict[str, Any] | int:
    """The first message with a view, or the code the socket is closed with."""
    url = f"ws://127.0.0.1:{stack.webs[0].port}/ws/table/{path}"
    async with websockets.connect(url, additional_headers=headers) as socket:
        try:
            async with asyncio.timeout(20):
                while True:
                    message: dict[str, Any] = json.loads(await socket.recv())
                    if "v" in message:
                        return message
        except websockets.ConnectionClosed:
            return int(socket.close_code or 0)


async def until_closed(socket: websockets.ClientConnection) -> list[str]:
    """What still arrives. Sockets at rest are looked at every 30 s only: this is sooner."""
    heard = []
    async with asyncio.timeout(20):
        try:
            while True:
                heard.append(str(await socket.recv()))
        except websockets.ConnectionClosed:
            return heard


async def test_key_opens_a_seat_of_its_partners_player_and_no_other(stack: Stack, key: str) -> None:
    with api(stack, key) as client:
        player = create(client, "/players", {"name": "Alice"})["id"]
        table = create(client, "/tables", {"player": player, "game": "tactical", "mode": "practice"})["id"]
    (foreign,) = await asyncio.to_thread(partial(stack.seed, private=True))
    bearer = {"Authorization": f"Bearer {key}"}
    seated = await first_of(stack, f"{table}/?as=json&player={player}", **bearer)
    assert isinstance(seated, dict)
    assert (seated["view"]["seat"], seated["wants"]) == (0, "digest")
    for path, headers, expected in (
        (f"{table}/?as=json&player={player}", {"Authorization": f"Bearer {key[:-1]}_"}, 4401),
        (f"{table}/?as=json&player={player}", {"Authorization": "Bearer"}, 4401),
        (
            f"{table}/?as=json&player={player}",
            {"Authorization": "Basic x", "Cookie": foreign["cookies"][0]},
            4401,
        ),
        (f"{table}/?as=json&player={foreign['players'][0]}", bearer, 4404),
        (f"{table}/?as=json&player=ply_%00", bearer, 4404),
        (f"{foreign['table']}/?as=json&player={player}", bearer, 4404),
        (f"{foreign['table']}/?as=json", {**bearer, "Cookie": foreign["cookies"][0]}, 4404),
        ("zzzzzzzzzz/?as=json", bearer, 4404),
    ):
        assert await first_of(stack, path, **headers) == expected, (path, headers)


async def test_revoked_key_does_nothing_more_on_an_open_socket(stack: Stack, key: str) -> None:
    with api(stack, key) as client:
        player = create(client, "/players", {"name": "Charlie"})["id"]
        table = create(client, "/tables", {"player": player, "game": "tactical", "mode": "practice"})["id"]
    url = f"ws://127.0.0.1:{stack.webs[0].port}/ws/table/{table}/?player={player}"
    async with websockets.connect(url, additional_headers={"Authorization": f"Bearer {key}"}) as socket:
        await socket.recv()
        revoke = "UPDATE players_partnerkey SET revoked_at = {} WHERE visible = %s"
        await asyncio.to_thread(stack.query, revoke.format("now()"), key[:17])
        try:
            await socket.send(json.dumps({"type": "digest", "digest": "ab" * 32}))
            heard = await until_closed(socket)
            assert not [message for message in heard if "reply" in message]
            assert socket.close_code == 4401
        finally:
            await asyncio.to_thread(stack.query, revoke.format("NULL"), key[:17])
    kinds = (
        "SELECT kind FROM games_journalentry j JOIN games_table t ON t.id = j.table_id WHERE t.public_id = %s"
    )
    assert ("digest",) not in await asyncio.to_thread(stack.query, kinds, table)


async def test_socket_without_key_still_needs_its_pages_origin(stack: Stack) -> None:
    (table,) = await asyncio.to_thread(stack.seed)
    for headers in (
        {},
        {"Cookie": table["cookies"][0]},
        {"Origin": "http://evil.example", "Authorization": "Bearer x"},
    ):
        with pytest.raises(websockets.InvalidStatus):
            await first_of(stack, f"{table['table']}/?as=json", **headers)


async def test_requests_and_socket_play_one_seat(stack: Stack, key: str) -> None:
    """The socket is told at once what a request has done; silence of requests is noticed by the running stack."""
    with api(stack, key) as client:
        player = create(client, "/players", {"name": "Bob"})["id"]
        table = create(client, "/tables", {"player": player, "game": "tactical", "mode": "practice"})["id"]
        seat = f"/tables/{table}/seats/{player}"
        assert client.get(seat).json()["wants"] == "digest"
        conn = (
            "SELECT s.conn FROM games_seat s JOIN games_table t ON t.id = s.table_id WHERE t.public_id = %s"
        )
        assert stack.query(f"{conn} AND s.number = 0", table)[0][0].startswith("/api/")
        stack.query("UPDATE games_apiseat SET heard_at = heard_at - interval '11 seconds'")
        await asyncio.to_thread(
            wait_until,
            lambda: stack.query(f"{conn} AND s.number = 0", table) == [("",)],
            "the silent seat is away",
        )
        assert client.post(f"{seat}/digest", json={"digest": "ab" * 32}).json()["repeated"] is False
        seated = await first_of(stack, f"{table}/?as=json&player={player}", Authorization=f"Bearer {key}")
        assert isinstance(seated, dict)
        assert (seated["wants"], seated["bound"]) == ("value", "ab" * 32)


def test_request_sent_many_times_at_once_is_done_once(stack: Stack, key: str) -> None:
    """By both processes; what came while the first was at work is told to come again."""
    with api(stack, key) as client:
        player = create(client, "/players", {"name": "Diana"})["id"]
        body = {"player": player, "game": "tactical", "mode": "practice"}

        def send(number: int) -> tuple[int, Any]:
            port = stack.webs[number % 2].port
            answer = client.post(
                f"http://127.0.0.1:{port}/api/v1/tables", json=body, headers={"Idempotency-Key": "at-once"}
            )
            return answer.status_code, answer.json().get("id") or answer.json()["code"]

        with ThreadPoolExecutor(8) as senders:
            answers = set(senders.map(send, range(8)))
        made = send(0)
        assert made[0] == 201
        assert answers <= {made, (409, "request_in_progress"), (503, "busy")}
        (table,) = client.get("/tables", params={"player": player}).json()["data"]
    assert table["id"] == made[1]


def test_example_plays_a_practice_match_to_its_end(stack: Stack, key: str) -> None:
    address = f"http://127.0.0.1:{stack.webs[0].port}"
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), address, key, SHORT], capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["winners"] in ([0], [1])
    with api(stack, key) as client:
        (match,) = client.get(f"/players/{result['player']}/matches").json()["data"]
    assert (match["table"], match["won"], match["winners"]) == (
        result["table"],
        result["won"],
        result["winners"],
    )


def test_example_says_why_a_key_does_not_work(stack: Stack) -> None:
    address = f"http://127.0.0.1:{stack.webs[0].port}"
    done = subprocess.run([sys.executable, str(EXAMPLE), address, "nonsense"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "401 bad_key" in done.stderr


def test_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 120
