"""The data folder of one test run, and the remains of runs that were killed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

import psutil

# Nothing of battle21 is imported at the top: it would read the settings before the environment is ready.

RUN_VARIABLE = "B21_TEST_RUN"
PREFIX = "b21-test-"
OWNER_FILE = "owner.pid"
# What a developer's shell may hold and a test run must not see.
FOREIGN = ("DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL", "SECRET_KEY")
FOREIGN_PREFIX = "B21_"


def prepare_environment(environ: MutableMapping[str, str]) -> None:
    """Point the settings to the run's data folder; make it in the first process of the run."""
    if RUN_VARIABLE not in environ:
        for name in [name for name in environ if name in FOREIGN or name.startswith(FOREIGN_PREFIX)]:
            del environ[name]
        environ[RUN_VARIABLE] = str(new_run_folder())
    environ["B21_DATA"] = environ[RUN_VARIABLE]
    environ["B21_DEMO"] = "1"
    environ["B21_DEMO_PRICES"] = "fixed"


def new_run_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    folder.chmod(0o755)  # our own: under root the database server runs as nobody and must enter it
    (folder / OWNER_FILE).write_text(str(os.getpid()))
    return folder


def remove_run(folder: Path) -> None:
    """Stop the run's database server and delete its folder."""
    from battle21.ops.postgres import Cluster

    if (folder / "postgres.json").exists():
        Cluster(folder).stop()
    shutil.rmtree(folder, ignore_errors=True)


def remove_dead_runs() -> None:
    """Remove the runs whose first process is gone: a killed pytest leaves its database server behind."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            owner = int((folder / OWNER_FILE).read_text())
        except (OSError, ValueError):
            continue
        if not psutil.pid_exists(owner):
            remove_run(folder)
