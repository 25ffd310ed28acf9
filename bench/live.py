"""The live benchmark: the real stack, real actions over real WebSockets with HTML views. Prints one JSON line.

    python -m bench.live --tables 100 --seconds 6 --peers …/boardgameio
    python -m bench.live --tables 100 --seconds 8 --paced 200 --lobby 20
    python -m bench.live --tables 500 --seconds 8 --think 2500 --webs 2

The load: free tables between two guests, both with a page each. Somebody who is asked answers with one of the forms
in the HTML (mostly checks, calls, cards; results are skipped), one action at a time a table; an action counts when
both seats have got a view at least as new as its reply. Latency runs from "due to be sent" to that moment; in the
closed loop an action is due as soon as the last one counted, with `--think` and `--paced` by the clock, so that
waiting for a slow server is not left out. The players are one other process; it shares the cores and its CPU is shown.

`--tables N` closed loop on one Daphne · `--paced RATE` that many actions a second over all tables · `--lobby RATE`
requests a second for the home page, by the same Daphne, or with `--pages-apart` by a second one, as in production ·
`--think MS` each table acts once in that time · `--webs 2` seats of a table on different processes.

The yardsticks of the same run, each with the machine to itself for as many seconds: a Daphne that only echoes as much
HTML to two sockets a table; a bare durable commit (one UPDATE and one INSERT) on the same PostgreSQL over as many
connections as tables, 16 at most; and, with `--peers PATH`, boardgame.io in memory and on the same PostgreSQL.

Goals, on 2 cores: 1 table: p50 at most 1/3 of boardgame.io's on PostgreSQL. 100 tables: at least twice its actions/s,
at most half its p99. Paced 200/s beside 20 lobby requests/s: p99 at most 50 ms. 500 tables every 2.5 s on two
processes: p99 at most 150 ms.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from typing import Any

from bench.live_peers import boardgame_io, daphne_echo, durable_commit
from tests.support.stack import ROOT, Stack, running_stack

WARMUP_S = 2.0
WARMUP_ACTIONS = 20
"""Of each paced table: all begin together, and would for a while also end their hands together."""
UNSAID = ("peers", "no_yardsticks", "profile")
ROOMY = {"B21_SOCKETS_PER_ADDRESS": "100000", "B21_MESSAGES_PER_S": "100000", "B21_CORE": "0"}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--game", default="tactical")
    parser.add_argument("--paced", type=float, default=0.0, metavar="RATE")
    parser.add_argument("--lobby", type=float, default=0.0, metavar="RATE")
    parser.add_argument("--think", type=float, default=0.0, metavar="MS")
    parser.add_argument("--webs", type=int, default=1)
    parser.add_argument("--pages-apart", action="store_true")
    parser.add_argument("--peers", default=os.environ.get("B21_PEERS", ""), metavar="PATH")
    parser.add_argument("--no-yardsticks", action="store_true")
    parser.add_argument(
        "--profile", default="", metavar="FILE", help="stacks of web0, by py-spy, which must be installed"
    )
    return parser.parse_args()


def measure(stack: Stack, wanted: argparse.Namespace) -> dict[str, Any]:
    """Our own figures."""
    webs = stack.webs[: wanted.webs]
    every_s = wanted.tables / wanted.paced if wanted.paced else wanted.think / 1000
    processes = {web.name: web.process for web in stack.webs}
    pids = {name: [process.pid] for name, process in processes.items() if process is not None}
    postgres = stack.cluster.pid()
    job = {
        "ports": [web.port for web in webs],
        "lanes": wanted.tables,
        "seconds": wanted.seconds,
        "warmup": WARMUP_S + WARMUP_ACTIONS * every_s,
        "every_s": every_s,
        "lobby_port": stack.webs[-1].port,
        "lobby_rate": wanted.lobby,
        "profile": wanted.profile,
        "pids": {**pids, **({"postgres": [postgres]} if postgres else {})},
    }
    return converse(stack, job, wanted.game)


def converse(stack: Stack, job: dict[str, Any], game: str) -> dict[str, Any]:
    """Start the players, give them the tables they ask for, and hear what they have measured."""
    players = subprocess.Popen(
        [sys.executable, "-m", "bench.live_clients"], text=True, cwd=ROOT, env=stack.environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert players.stdin is not None
    assert players.stdout is not None
    said: dict[str, Any] = job
    while True:
        players.stdin.write(json.dumps(said) + "\n")
        players.stdin.flush()
        heard = json.loads(players.stdout.readline() or "null")
        if heard is None:
            raise SystemExit(f"the players have failed; the web processes say:\n{stack.log_text()[-3000:]}")
        if "wanted" not in heard:
            players.wait()
            return dict(heard)
        said = {"tables": stack.seed(tables=heard["wanted"], mode="free", game=game, clock=1)}


def main() -> None:
    wanted = arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    load = [round(os.getloadavg()[0], 1)]
    result: dict[str, Any] = {
        name: value for name, value in vars(wanted).items() if value and name not in UNSAID
    }
    with running_stack(webs=wanted.webs + wanted.pages_apart, extra=ROOMY) as stack:
        result["battle21"] = measure(stack, wanted)
        if not wanted.no_yardsticks:
            for web in stack.webs:
                web.stop()
            result["daphne_echo"] = daphne_echo(wanted.tables, wanted.seconds)
            result["durable_commit"] = durable_commit(stack, wanted.tables, wanted.seconds)
            for name, on in (("boardgameio_memory", None), ("boardgameio_postgres", stack)):
                result[name] = boardgame_io(wanted.peers, wanted.tables, wanted.seconds, on)
    load.append(round(os.getloadavg()[0], 1))
    print(json.dumps({**result, "cores": os.cpu_count(), "load_average": load}))


if __name__ == "__main__":
    main()
