"""Settled matches a second, beside pgbench on the same server: ``python -m bench.ledger`` prints one JSON line.

A settlement is one transfer of 8 entries in a transaction of its own: two stakes of two currencies leave their
escrows, the winner and the rake get them. Python processes post it through `wallet.services` as the runtime role.
Beside it, with as many connections: `pgbench -s 50` (TPC-B). Goals: at 32 connections 0.4 of pgbench or more, and
no slower with 10^7 entries in the ledger than with 10^4.

    python -m bench.ledger                               10^4 and 10^6 entries, some minutes
    python -m bench.ledger --entries 10000 10000000      the long run
    python -m bench.ledger --plans plans.txt             also writes the query plans of a settlement

The server has the memory of one that keeps so long a history (`--buffers`), and both loads run on it. A measurement
begins when the server has written what was filled in and no autovacuum runs.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from battle21.ops.postgres import SERVER_SETTINGS, SUPERUSER, Cluster
from battle21.ops.roles import ensure_roles
from battle21.settings.database import DATABASE_NAME, OWNER_ROLE, RUNTIME_ROLE
from bench.ledger_fill import CURRENCIES, ENTRIES_A_MATCH, PLAYERS, STAKE, fill
from bench.quiet import calm_down

CONNECTIONS = (1, 8, 32)
PROCESSES = 4
SCALE = 50
PARTS = 20
"""Settlements out of one pair of seats; a worker comes back to it when it has been through all its others."""
MOST_A_SECOND = 4_000
ROOT = Path(__file__).resolve().parent.parent


# --- one worker process ----------------------------------------------------------------------------
def work(first: int, tables: int, threads: int, seconds: float) -> None:
    """Settle until the time is over; prints [milliseconds of each]. Begins when a line comes in."""
    import django

    django.setup()
    from django.db import connection

    from wallet import services

    times: list[float] = []
    go = threading.Event()
    refs = [f"bench:{match}/seat:{seat}" for match in range(first, first + tables) for seat in (0, 1)]
    owners = dict(
        _query("SELECT ref, owner_id FROM wallet_account WHERE kind = 'escrow' AND ref = ANY(%s)", refs)
    )

    def settle_own(number: int) -> None:
        connection.ensure_connection()
        mine = range(first + number, first + tables, threads)
        slices = dict.fromkeys(CURRENCIES, STAKE)
        go.wait()
        end = time.perf_counter() + seconds
        for part in range(PARTS):
            for match in mine:
                begun = time.perf_counter()
                if begun > end:
                    return
                pair = (f"bench:{match}/seat:0", f"bench:{match}/seat:1")
                services.settle_pot(
                    contributions=[services.Escrow(ref, owners[ref], slices) for ref in pair],
                    winners=[owners[pair[part % 2]]],
                    rake_bps=100,
                    subject=f"bench:{match}",
                    part=f"hand:{part}",
                    key=services.Key("bench", f"settle:{match}:{part}"),
                    actor="system:bench",
                )
                times.append((time.perf_counter() - begun) * 1000)
        raise RuntimeError("too few matches were made for so fast a machine")

    workers = [threading.Thread(target=settle_own, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    print("ready", flush=True)
    sys.stdin.readline()
    go.set()
    for worker in workers:
        worker.join()
    print(json.dumps(times))


def _query(statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def prepare() -> None:
    """Players with test coins, and quotes. As the owner, in a process of its own."""
    import django

    django.setup()
    from players.models import User
    from wallet import services
    from wallet.postings import faucet

    User.objects.bulk_create(User(username=f"p{n}", display_name=f"P{n}") for n in range(PLAYERS))
    players = list(User.objects.values_list("id", flat=True))
    for currency in CURRENCIES:
        each = 10**12
        lines = [services.Line(services.player_account(player, currency), each) for player in players]
        lines.append(services.Line(faucet(currency), -each * len(players)))
        services.post(
            kind="test_coins", lines=lines, key=services.Key("bench", currency), actor="system:bench"
        )
        # The rake shards, as they are after some hours of play.
        rake = [services.Line(services.AccountRef("rake", str(n), currency), 1) for n in range(16)]
        escrow = services.escrow_account("bench", players[0], currency)
        quote = services.fresh_quotes(currencies=[currency])[currency].id
        stake = [
            services.Line(services.player_account(players[0], currency), -16, quote),
            services.Line(escrow, 16, quote),
        ]
        for kind, moved in (("stake", stake), ("settle", [services.Line(escrow, -16), *rake])):
            services.post(
                kind=kind, lines=moved, key=services.Key("bench", kind + currency), subject="bench",
                part=currency, actor="system:bench",
            )  # fmt: skip


# --- the run ---------------------------------------------------------------------------------------
class Bench:
    def __init__(self, cluster: Cluster, seconds: float) -> None:
        self.cluster, self.seconds = cluster, seconds
        self.next_match = 1
        self.environment = {
            **os.environ,
            "B21_DATA": str(cluster.data),
            "B21_DEMO": "1",
            "B21_DEMO_PRICES": "fixed",
            "DJANGO_SETTINGS_MODULE": "battle21.settings",
            "DATABASE_URL": cluster.url(RUNTIME_ROLE),
            "OWNER_DATABASE_URL": cluster.url(OWNER_ROLE),
            "PYTHONPATH": str(ROOT),
            "PGPASSWORD": cluster.password(SUPERUSER),
        }

    def run(self, command: list[str], **environment: str) -> str:
        done = subprocess.run(
            command,
            env={**self.environment, **environment},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def python(self, *arguments: str, owner: bool = False) -> str:
        return self.run([sys.executable, *arguments], B21_DB_ROLE="owner" if owner else "runtime")

    def pgbench(self, *arguments: str) -> str:
        place = self.cluster.place
        own = place.binaries / "pgbench"
        binary = str(own) if own.exists() else "pgbench"
        return self.run([binary, "-h", str(place.socket), "-U", SUPERUSER, *arguments, "tpcb"])

    def make_databases(self, scale: int) -> None:
        with self.cluster.connect() as superuser:
            superuser.execute("CREATE DATABASE tpcb")
        self.pgbench("-i", "-q", "-s", str(scale))
        self.python("manage.py", "migrate", "--verbosity", "0", owner=True)
        self.python("-m", "bench.ledger", "--prepare", owner=True)

    def tpcb(self, connections: int) -> float:
        said = self.pgbench(
            "-n",
            "-c",
            str(connections),
            "-j",
            str(min(connections, 2)),
            "-T",
            str(round(self.seconds)),
            "-M",
            "simple",
        )
        found = re.search(r"tps = ([\d.]+)", said)
        assert found, said
        return float(found[1])

    def fill_up(self, entries: int) -> int:
        """Grow the history to so many entries; the number there are then."""
        missing = entries - self.entries()
        if missing > 0:
            self.fill(-(-missing // ENTRIES_A_MATCH), settled=True)
        return self.entries()

    def fill(self, matches: int, *, settled: bool, stake: int = STAKE) -> int:
        first = self.next_match
        self.next_match += matches
        with self.cluster.connect(database=DATABASE_NAME) as superuser:
            fill(superuser, first=first, matches=matches, settled=settled, stake=stake)
        return first

    def entries(self) -> int:
        with self.cluster.connect(database=DATABASE_NAME) as superuser:
            row = superuser.execute("SELECT count(*) FROM wallet_entry").fetchone()
        return row[0] if row else 0

    def settle(self, connections: int) -> dict[str, float]:
        processes = min(connections, PROCESSES)
        threads = connections // processes
        each = max(threads, round(MOST_A_SECOND * self.seconds / PARTS / processes))
        first = self.fill(each * processes, settled=False, stake=STAKE * PARTS)
        options = ["--tables", str(each), "--threads", str(threads), "--seconds", str(self.seconds)]
        workers = [
            subprocess.Popen(
                [sys.executable, "-m", "bench.ledger", "--worker", str(first + n * each), *options],
                env=self.environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
            for n in range(processes)
        ]  # fmt: skip
        for worker in workers:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
        calm_down(self.cluster)
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.write("\n")
            worker.stdin.flush()
        times = [ms for worker in workers for ms in json.loads(worker.communicate()[0])]
        return {
            "settled_per_s": round(len(times) / self.seconds, 1),
            "p50_ms": round(median(times), 2),
            "p95_ms": round(quantiles(times, n=20)[-1], 2),
        }

    def plans(self) -> str:
        """The plans of one settlement, statement by statement, as the server ran them."""
        first = self.fill(1, settled=False, stake=STAKE * PARTS)
        notices: list[str] = []
        with self.cluster.connect(database=DATABASE_NAME) as superuser:
            superuser.add_notice_handler(lambda notice: notices.append(notice.message_primary or ""))
            superuser.execute("LOAD 'auto_explain'")
            for name, value in {
                "auto_explain.log_min_duration": "0",
                "auto_explain.log_analyze": "on",
                "auto_explain.log_nested_statements": "on",
                "auto_explain.log_triggers": "on",
                "client_min_messages": "log",
            }.items():
                superuser.execute("SELECT set_config(%s, %s, false)", [name, value])
            for part in range(7):  # the sixth call of a statement may use a generic plan
                notices.clear()
                superuser.execute("SELECT wallet_post(%s)", [json.dumps([self.posting(first, part)])])
        return "\n".join(notices)

    def posting(self, match: int, part: int) -> dict[str, Any]:
        lines: list[dict[str, Any]] = []
        for currency in CURRENCIES:
            lines += [
                {"kind": "escrow", "ref": f"bench:{match}/seat:0", "units": -STAKE, "currency": currency},
                {"kind": "escrow", "ref": f"bench:{match}/seat:1", "units": -STAKE, "currency": currency},
                {"kind": "player", "ref": "1", "owner": 1, "units": 2 * STAKE - 20, "currency": currency},
                {"kind": "rake", "ref": "3", "units": 20, "currency": currency},
            ]
        return {
            "kind": "settle", "scope": "plan", "key": f"{match}:{part}", "sha256": "00" * 32, "subject": "plan",
            "part": f"{match}:{part}", "reverses": None, "actor": "bench", "approved_by": "", "reason": "",
            "lines": [{**line, "units": str(line["units"])} for line in lines],
        }  # fmt: skip

    def measure(self, entries: int, connections: list[int]) -> list[dict[str, Any]]:
        rows = []
        for number in connections:
            there = self.fill_up(entries)
            calm_down(self.cluster)
            beside = self.tpcb(number)
            figures: dict[str, Any] = {"entries": there, "connections": number, **self.settle(number)}
            rows.append(
                {
                    **figures,
                    "tpcb_per_s": round(beside, 1),
                    "ratio": round(figures["settled_per_s"] / beside, 3),
                }
            )
        return rows


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--connections", type=int, nargs="+", default=list(CONNECTIONS))
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--scale", type=int, default=SCALE)
    parser.add_argument(
        "--buffers", default="1GB", help="shared_buffers of the server (default: %(default)s)"
    )
    parser.add_argument("--plans", type=Path)
    parser.add_argument("--prepare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--tables", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--threads", type=int, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.prepare:
        prepare()
    elif wanted.worker is not None:
        work(wanted.worker, wanted.tables, wanted.threads, wanted.seconds)
    else:
        print(json.dumps(run(wanted)))


def run(wanted: argparse.Namespace) -> dict[str, Any]:
    folder = Path(tempfile.mkdtemp(prefix="b21-bench-"))
    folder.chmod(0o755)
    SERVER_SETTINGS.update({"shared_buffers": wanted.buffers, "max_wal_size": "8GB"})
    cluster = Cluster(folder)
    try:
        cluster.start()
        ensure_roles(cluster)
        bench = Bench(cluster, wanted.seconds)
        bench.make_databases(wanted.scale)
        rows: list[dict[str, Any]] = []
        checks = []
        for entries in wanted.entries:
            rows += bench.measure(entries, wanted.connections)
            checks.append(bench.python("manage.py", "check_ledger").splitlines()[0])
        if wanted.plans:
            wanted.plans.write_text(bench.plans())
        return {
            "bench": "ledger",
            "seconds": wanted.seconds,
            "scale": wanted.scale,
            "buffers": wanted.buffers,
            "runs": rows,
            "checks": checks,
        }
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
