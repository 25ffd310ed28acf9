"""A partner's program in a hundred lines: it makes a player, opens a practice table and plays a match to its end.

    python practice_bot.py http://localhost:8021 b21_test_… [game]

It needs `pip install httpx websockets`. The key is the sandbox key that ./run prints; docs/api.md has the rest.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import sys
import uuid
from typing import Any

import httpx
import websockets


def open_practice_table(address: str, key: str, game: str) -> tuple[str, str]:
    """A new player at a new table without a clock; their ids."""
    with httpx.Client(base_url=f"{address}/api/v1", headers={"Authorization": f"Bearer {key}"}) as api:
        player = create(api, "/players", {"name": "Practice bot"})["id"]
        wanted = {"player": player, "game": game, "mode": "practice", "clock": 0}
        return create(api, "/tables", wanted)["id"], player


def create(api: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """POST with an Idempotency-Key: sent again after a lost answer, it still makes one thing."""
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    for attempt in range(3):
        try:
            answer = api.post(path, json=body, headers=headers)
        except httpx.TransportError:
            if attempt == 2:
                raise
            continue
        if answer.is_error:
            raise SystemExit(f"{answer.status_code} {answer.json()['code']}: {answer.json()['detail']}")
        made: dict[str, Any] = answer.json()
        return made
    raise AssertionError


def choose(prompt: dict[str, Any], hand: dict[str, Any], seat: int) -> dict[str, Any]:
    """A bold player: draws below 14, bets what is in the pot. Legal actions come as [kind, least, most]."""
    bounds = {kind: (low, high) for kind, low, high in prompt["legal"]}
    own = hand["seats"][seat]
    drawing = ("hit", "pass") if int(own["shown_total"].rpartition("/")[2]) < 14 else ("pass", "hit")
    kind = next(kind for kind in ("raise", "bet", "call", *drawing, "check", *bounds) if kind in bounds)
    low, high = bounds[kind]
    if not high:
        return {"kind": kind}
    return {"kind": kind, "to": max(low, min(high, own["bet"] + 2 * hand["to_call"] + hand["pot"]))}


def answer_to(message: dict[str, Any], seed: bytes) -> dict[str, Any] | None:
    """What to send when this is how the table looks; None: nothing, it is not our turn."""
    view, seat = message["view"], message["view"]["seat"]
    if message.get("wants") == "digest":
        digest = hashlib.sha256(b"b21/1/client-seed" + seed).hexdigest()
        return {"type": "digest", "digest": digest}
    if message.get("wants") == "value":
        return {"type": "reveal", "value": seed.hex()}
    if view["prompt"]:
        return {
            "type": "act",
            "token": view["prompt"]["token"],
            "action": choose(view["prompt"], view["hand"], seat),
        }
    if view["phase"] == "between" and not view["seats"][seat]["skips"]:
        return {"type": "skip"}
    return None


async def play(address: str, key: str, table: str, player: str) -> dict[str, Any]:
    """Every message with a view is the present one, whole: nothing has to be remembered but our own seed."""
    url = f"{address.replace('http', 'ws', 1)}/ws/table/{table}/?as=json&player={player}"
    seed = secrets.token_bytes(32)
    async with websockets.connect(url, additional_headers={"Authorization": f"Bearer {key}"}) as socket:
        async for text in socket:
            message = json.loads(text)
            if "error" in message:
                print("refused:", message["error"]["code"])  # noqa: T201
            if not message.get("view"):
                continue
            result: dict[str, Any] | None = message["view"]["result"]
            if result is not None:
                return {"won": message["view"]["seat"] in result["winners"], **result}
            reply = answer_to(message, seed)
            if reply is not None:
                await socket.send(json.dumps(reply))
    raise ConnectionError(f"closed with {socket.close_code}")


def main() -> None:
    address, key, *game = sys.argv[1:]
    table, player = open_practice_table(address, key, *game or ["tactical"])
    result = asyncio.run(play(address, key, table, player))
    print(json.dumps({"table": table, "player": player, **result}))  # noqa: T201


if __name__ == "__main__":
    main()
