"""The short run of the chaos driver; `python -m tests.live.chaos` runs as long as one likes."""

from __future__ import annotations

import asyncio
import copy
import json
from typing import Any

import pytest

from tests.live.chaos import Arena, rage
from tests.live.players import until
from tests.support.stack import Stack, running_stack

pytestmark = [pytest.mark.alone, pytest.mark.slow, pytest.mark.timeout(240)]

TABLES, KILLS, SEED = 50, 8, 10


async def test_what_players_were_told_is_what_was_kept_when_processes_are_killed_at_random() -> None:
    with running_stack(worker=True) as stack:
        report = await rage(stack, tables=TABLES, kills=KILLS, seed=SEED)
        print(f"\n{report}")  # noqa: T201
        assert report["faults"] == [], stack.log_text()[-20_000:]
        assert sum(report["kills"].values()) == KILLS
        assert {"database", "web0", "web1"} <= set(report["kills"]), (
            "choose a seed that kills all that matter"
        )
        assert report["staked"] > TABLES // 4
        assert report["acknowledged"] > 200
        assert report["views"] > 500


LIES: dict[str, tuple[Any, str]] = {
    "a version that was not": (lambda seat: _acknowledged(seat, version=1), "was acknowledged as"),
    "an action that was not": (
        lambda seat: _acknowledged(seat, action={"kind": "fold"}),
        "was acknowledged as",
    ),
    "an answer that is lost": (lambda seat: _acknowledged(seat, token="1.99.0.7"), "is lost"),
    "an answer never sent": (lambda seat: seat["sent"].popitem(), "was never sent"),
    "another view": (lambda seat: seat["views"].update({min(seat["views"]): "0" * 20}), "another version"),
    "a view that never was": (lambda seat: seat["views"].update({"9999": "0" * 20}), "that never were"),
}


def _acknowledged(seat: dict[str, Any], **changes: Any) -> None:
    token, action, version = seat["acknowledged"][0]
    told = {"token": token, "action": action, "version": version} | changes
    seat["acknowledged"][0] = [told["token"], told["action"], told["version"]]


async def test_audit_finds_every_kind_of_lie(stack: Stack) -> None:
    """Else the silence of the test above would mean nothing."""
    arena = Arena(stack, tables=1, seed=3)
    playing = asyncio.create_task(arena.run())
    await arena.all_playing()
    await until(lambda: all(player.acknowledged for player in arena.seated[0][1]), "both have answered", 60)
    arena.stop.set()
    await playing
    table, players = arena.seated[0]
    honest = json.loads(json.dumps({"id": table["id"], "seats": [player.told for player in players]}))
    assert stack.call("tests.live.audit:audit", tables=[honest])["faults"] == []
    for name, (plant, words) in LIES.items():
        lying = copy.deepcopy(honest)
        plant(lying["seats"][0])
        faults = stack.call("tests.live.audit:audit", tables=[lying])["faults"]
        assert any(words in fault for fault in faults), (name, faults)
