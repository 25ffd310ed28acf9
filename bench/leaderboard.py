"""The leaderboard's pages and hands at growing size: ``python -m bench.leaderboard`` prints one JSON line.

A PostgreSQL of its own is filled with hands of 10^5 players over 30 days. Measured as the runtime role: what
a visitor's board asks (three tiers and one own place) while hands enter and leave, one hand added, hands leaving.
Goals: board p99 at most 30 ms at 10^6 hands; one hand costs the same (20 % either way) from 10^4 to 10^7.

    python -m bench.leaderboard                             10^4, 10^5 and 10^6 hands
    python -m bench.leaderboard --hands 10000 10000000      the long run
    python -m bench.leaderboard --plans plans.txt           also writes the query plans at the last size

The server has the memory of one that keeps so many hands (`--buffers`). A measurement begins when it has written what
was filled in and no autovacuum runs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import psycopg

from battle21.installation import DATABASE_NAME, OWNER_ROLE, RUNTIME_ROLE
from battle21.ops.postgres import SERVER_SETTINGS, SUPERUSER, Cluster
from battle21.ops.roles import ensure_roles
from bench.quiet import calm_down

ROOT = Path(__file__).resolve().parent.parent
DAYS_30 = timedelta(days=30)
ADD_HANDS = """
INSERT INTO leaderboard_rankedhand (hand, player_hand, player_id, ended_at, score, counted, void_reason, voided_by)
SELECT 'f' || n, 0, players[1 + floor(random() * CASE WHEN random() < 0.9 THEN busy ELSE cardinality(players) END)],
    now() - (n - 0.5) / %(hands)s * interval '30 days', scores[1 + floor(random() * cardinality(scores))], true, '', ''
FROM generate_series(1, %(hands)s) n,
    (SELECT %(players)s::bigint[] AS players, %(busy)s AS busy, ARRAY[0, 0, 10, 15, 200] AS scores) AS those
"""
STAND = """
INSERT INTO leaderboard_standing (player_id, hands, score, ranked)
SELECT player_id, count(*), sum(score), true FROM leaderboard_rankedhand GROUP BY player_id
"""


def add_players(number: int) -> list[int]:
    """By the model, which knows what each column begins with."""
    from players.models import User

    made = (
        User(username=f"b{n}", display_name=f"Player {n}", public_id=f"ply_{n}") for n in range(1, number + 1)
    )
    return [user.pk for user in User.objects.bulk_create(made, batch_size=5_000)]


def fill(owner: psycopg.Connection[Any], hands: int, players: list[int]) -> None:
    """So many hands in all, evenly over the window; a tenth of the players plays nine tenths of them."""
    owner.execute("TRUNCATE leaderboard_rankedhand, leaderboard_standing")
    owner.execute("SELECT setseed(0.21)")
    owner.execute(ADD_HANDS, {"hands": hands, "players": players, "busy": len(players) // 10})
    owner.execute(STAND)
    owner.execute("VACUUM ANALYZE")


def timed(times: list[float], call: Any) -> None:
    begun = time.perf_counter()
    call()
    times.append((time.perf_counter() - begun) * 1000)


def measure(hands: int, players: list[int], rounds: int) -> dict[str, Any]:
    """Milliseconds; each round adds a hand, reads a board, and lets leave what is due a little later each time."""
    from leaderboard import selectors, services
    from leaderboard.scoring import TIERS

    dice = random.Random(21)
    adding: list[float] = []
    reading: list[float] = []
    leaving: list[float] = []
    left = 0

    def board() -> None:
        now = selectors.database_now()
        for tier in TIERS:
            selectors.top_of(tier, now, size=10)
        selectors.standing_of(dice.choice(players), now)

    def leave(number: int) -> None:
        nonlocal left
        left += services.let_hands_leave(datetime.now(UTC) + timedelta(seconds=number))

    for number in range(rounds):
        player = dice.choice(players)
        hand = services.FinishedHand(f"a{number}", 0, player, datetime.now(UTC), staked=10, returned=25)
        timed(adding, lambda hand=hand: services.add_hands([hand]))
        timed(reading, board)
        if number % 20 == 0:
            timed(leaving, lambda number=number: leave(number))
    return {
        "hands": hands,
        "add_ms": round(median(adding), 3),
        "board_ms": round(median(reading), 2),
        "board_p99_ms": round(quantiles(reading, n=100)[98], 2),
        "leave_job_ms": round(median(leaving), 2),
        "left": left,
    }


def plans() -> str:
    """EXPLAIN of each statement of a board."""
    from django.db import connection

    from leaderboard import selectors

    now = selectors.database_now()
    window = {"now": now, "edge": now - DAYS_30}
    asked = {
        "top": (selectors.TOP, {**window, "tier": 1, "size": 11, "offset": 0, "reach": 11}),
        "own": (selectors.OWN, {**window, "player": 1}),
        "find": (selectors.FIND, {**window, "begin": "player 77", "most": 20}),
    }
    texts = []
    for name, (statement, values) in asked.items():
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {statement}", values)
            texts.append("\n".join([f"-- {name}", *(line for (line,) in cursor.fetchall())]))
    return "\n\n".join(texts) + "\n"


def run(wanted: argparse.Namespace, folder: Path, cluster: Cluster) -> dict[str, Any]:
    ensure_roles(cluster)
    urls = {"DATABASE_URL": cluster.url(RUNTIME_ROLE), "OWNER_DATABASE_URL": cluster.url(OWNER_ROLE)}
    os.environ.update(urls, B21_DATA=str(folder / "data"), DJANGO_SETTINGS_MODULE="battle21.settings")
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, check=True, env={**os.environ, "B21_DB_ROLE": "owner"})
    import django

    django.setup()
    rows = []
    with cluster.connect(SUPERUSER, DATABASE_NAME) as owner:
        players = add_players(wanted.players)
        for hands in wanted.hands:
            fill(owner, hands, players)
            owner.commit()
            calm_down(cluster)
            rows.append(measure(hands, players, wanted.rounds))
    if wanted.plans:
        wanted.plans.write_text(plans())
    flat = max(row["add_ms"] for row in rows) / min(row["add_ms"] for row in rows)
    facts = {"players": wanted.players, "buffers": wanted.buffers, "add_spread": round(flat, 2)}
    return {"bench": "leaderboard", **facts, "runs": rows}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument(
        "--buffers", default="1GB", help="shared_buffers of the server (default: %(default)s)"
    )
    parser.add_argument("--plans", type=Path)
    wanted = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="b21-bench-"))
    folder.chmod(0o755)
    SERVER_SETTINGS.update({"shared_buffers": wanted.buffers, "max_wal_size": "8GB"})
    cluster = Cluster(folder)
    try:
        cluster.start()
        print(json.dumps(run(wanted, folder, cluster)))
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
