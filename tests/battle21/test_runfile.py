"""One run per data folder, and the remains of a run that was killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from battle21.ops.place import OpsError
from battle21.ops.runfile import RunNote, end_leftovers, read_note, take_run_lock

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]


def test_a_second_run_is_told_where_the_first_one_runs(tmp_path: Path) -> None:
    lock = take_run_lock(tmp_path)
    RunNote(pid=4321, address="http://localhost:8021").write(tmp_path)
    with pytest.raises(OpsError, match=r"already running .* at http://localhost:8021 \(process 4321\)"):
        take_run_lock(tmp_path)
    os.close(lock)
    os.close(take_run_lock(tmp_path))


def test_the_lock_is_free_when_its_holder_was_killed(tmp_path: Path) -> None:
    hold = (
        "import sys, time; from pathlib import Path; from battle21.ops.runfile import take_run_lock\n"
        "lock = take_run_lock(Path(sys.argv[1])); print('held', flush=True); time.sleep(600)"
    )
    holder = subprocess.Popen([sys.executable, "-c", hold, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    with holder.stdout:
        assert holder.stdout.readline() == "held\n"
    with pytest.raises(OpsError):
        take_run_lock(tmp_path)
    holder.kill()
    holder.wait()
    os.close(take_run_lock(tmp_path))


def test_children_of_a_killed_run_are_ended(tmp_path: Path) -> None:
    child = subprocess.Popen(SLEEP)
    RunNote(children={child.pid: psutil.Process(child.pid).create_time()}).write(tmp_path)
    assert end_leftovers(tmp_path) == [child.pid]
    assert not psutil.pid_exists(child.pid)
    child.wait()


def test_a_process_that_only_got_the_same_number_is_left_alone(tmp_path: Path) -> None:
    stranger = subprocess.Popen(SLEEP)
    RunNote(children={stranger.pid: time.time() - 3_600}).write(tmp_path)
    assert end_leftovers(tmp_path) == []
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"pid": 1}', '{"pid": 1, "address": "", "children": 3}'])
def test_a_damaged_note_counts_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "run.json").write_text(content)
    assert read_note(tmp_path).children == {}
    assert end_leftovers(tmp_path) == []
