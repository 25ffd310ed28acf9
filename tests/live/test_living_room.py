"""The demo's living room in the real stack: worker and beat tend it, and it outlives them."""

from __future__ import annotations

import pytest

from tests.support.stack import Stack, running_stack, wait_until

pytestmark = [pytest.mark.alone, pytest.mark.slow]

WAIT_S = 60.0
MORE = 15
"""Commands beyond those by which a restart takes lost time out of the tables' clocks."""


def commands(stack: Stack) -> int:
    return int(stack.query("SELECT coalesce(sum(version), 0) FROM games_tablestate")[0][0])


def has_answered(stack: Stack) -> bool:
    return stack.query("SELECT count(*) FROM games_journalentry WHERE kind = 'act'") > [(0,)]


def test_the_room_fills_and_goes_on_after_worker_and_web_process_were_killed() -> None:
    with running_stack(webs=1, worker=True, fsync=False, extra={"B21_LIVING_ROOM": "1"}) as stack:
        wait_until(lambda: has_answered(stack), "a bot has answered", WAIT_S)
        killed = [server for server in stack.servers if server is not stack.beat]
        for server in killed:
            server.kill()
        before = commands(stack)
        for server in killed:
            server.start()
        wait_until(lambda: commands(stack) >= before + MORE, "bots answer again", WAIT_S)
        hosts = "SELECT count(DISTINCT created_by_id), count(*) FROM games_table WHERE status = 'playing'"
        different, playing = stack.query(hosts)[0]
        assert different == playing > 0
        assert stack.query("SELECT count(*) FROM games_journalentry WHERE kind = 'lost'") == [(0,)]
        stack.manage("replay", "--all")
