"""./run up to the supervisor: which Python, which environment, what it says when something is missing.

A stand-in for Python notes how it is called; what the scripts themselves do is real.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from battle21.installation import BASE_DIR

TOOLS = ("bash", "cat", "cksum", "cp", "dirname", "basename", "mkdir", "rm", "sleep", "grep", "tail", "touch")

PYTHON = """#!/usr/bin/env bash
printf '%s\\n' "$*" >>"$CALLS"
case "$*" in
  *sys.version_info*) exit {version_exit} ;;
  *sys.executable*) printf '%s\\n' "$0" ;;
  "-m venv "*) {make_venv} ;;
  "-m pip "*) {install} ;;
  "-m battle21.ops.supervise"*) printf 'supervise [%s] data=%s demo=%s\\n' "${{*:3}}" "$B21_DATA" "$B21_DEMO" ;;
esac
"""
MAKE_VENV = 'mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && touch "$3/pyvenv.cfg"'


@dataclass
class Checkout:
    """A folder with the scripts, and a PATH on which only what the test put there can be found."""

    folder: Path
    tools: Path
    calls: Path

    def add_python(
        self, name: str = "python3", *, old: bool = False, make_venv: str = MAKE_VENV, install: str = "exit 0"
    ) -> None:
        program = self.tools / name
        program.write_text(PYTHON.format(version_exit=1 if old else 0, make_venv=make_venv, install=install))
        program.chmod(0o755)

    def run(
        self, *arguments: str, user: int | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.folder / "run"), *arguments],
            cwd=self.folder.parent,
            env={"PATH": str(self.tools), "CALLS": str(self.calls), **environment},
            capture_output=True,
            text=True,
            check=False,
            user=user,
        )

    def called(self, beginning: str) -> int:
        return sum(line.startswith(beginning) for line in self.calls.read_text().splitlines())


@pytest.fixture
def checkout(own_folder: Path) -> Checkout:
    folder, tools = own_folder / "checkout", own_folder / "tools"
    (folder / "battle21" / "ops").mkdir(parents=True)
    for name in ("run", "requirements.txt", "battle21/ops/environment.sh"):
        shutil.copy(BASE_DIR / name, folder / name)
    tools.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (tools / tool).symlink_to(found)
    (tools / "env").symlink_to("/usr/bin/env")
    calls = own_folder / "calls"
    calls.touch(0o666)
    calls.chmod(0o666)
    return Checkout(folder, tools, calls)


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that a failed run says, or the last of it."""
    assert done.returncode == 1
    assert done.stdout == ""
    return done.stderr.splitlines()[-1]


def test_the_first_start_makes_an_environment_and_later_ones_only_use_it(checkout: Checkout) -> None:
    checkout.add_python()
    for _ in range(2):
        done = checkout.run("--port", "9000")
        assert done.stdout == f"supervise [--port 9000] data={checkout.folder}/var demo=1\n"
    assert checkout.called("-m venv") == 1
    assert checkout.called("-m pip install") == 1


def test_changed_pins_are_installed_into_the_same_environment(checkout: Checkout) -> None:
    checkout.add_python()
    checkout.run()
    with (checkout.folder / "requirements.txt").open("a") as pins:
        pins.write("another-package==1.0\n")
    checkout.run()
    assert checkout.called("-m venv") == 1
    assert checkout.called("-m pip install") == 2


def test_a_failed_installation_is_tried_again_by_the_next_start(checkout: Checkout) -> None:
    checkout.add_python(install="echo 'ERROR: no route to host' && exit 1")
    assert "ERROR: no route to host" in sentence(checkout.run())
    shutil.rmtree(checkout.folder / ".venv")
    checkout.add_python()
    assert checkout.run().returncode == 0


def test_a_relative_data_folder_is_meant_from_where_one_stands(checkout: Checkout) -> None:
    checkout.add_python()
    for arguments in (("--data", "my data"), ("--data=my data",)):
        assert f"data={checkout.folder.parent}/my data " in checkout.run(*arguments).stdout


def test_a_shim_that_refuses_is_passed_over(checkout: Checkout) -> None:
    for name in ("python3.13", "python3.12"):
        checkout.add_python(name, old=True)
    checkout.add_python("python3")
    assert checkout.run().stdout.startswith("supervise")


def test_without_python_one_sentence_says_what_to_do(checkout: Checkout) -> None:
    said = checkout.run()
    assert sentence(said) == said.stderr.strip()
    assert "Python 3.12 or newer is needed" in said.stderr


def test_with_an_old_python_that_cannot_fetch_a_new_one_it_says_what_to_do(checkout: Checkout) -> None:
    checkout.add_python(old=True, make_venv="exit 1")
    assert "Python 3.12 or newer is needed" in sentence(checkout.run())


def test_a_python_without_venv_is_named_with_the_package_to_install(checkout: Checkout) -> None:
    checkout.add_python(make_venv="exit 1")
    said = sentence(checkout.run())
    assert str(checkout.tools / "python3") in said
    assert "python3-venv" in said


def test_an_environment_whose_python_is_gone_is_made_again(checkout: Checkout) -> None:
    checkout.add_python()
    checkout.run()
    (checkout.folder / ".venv" / "bin" / "python").unlink()
    assert checkout.run().returncode == 0
    assert checkout.called("-m venv") == 2


def test_a_folder_in_the_place_of_the_environment_is_not_deleted(checkout: Checkout) -> None:
    checkout.add_python()
    (checkout.folder / ".venv").mkdir()
    (checkout.folder / ".venv" / "thesis.txt").write_text("years of work")
    assert "is in the way" in sentence(checkout.run())
    assert (checkout.folder / ".venv" / "thesis.txt").exists()


def test_a_lock_left_by_a_killed_start_does_not_block(checkout: Checkout) -> None:
    checkout.add_python()
    lock = checkout.folder / ".venv.lock"
    lock.mkdir()
    dead = subprocess.Popen(["true"])
    dead.wait()
    (lock / "pid").write_text(str(dead.pid))
    assert checkout.run().returncode == 0
    assert not lock.exists()


def test_from_a_read_only_checkout_everything_goes_into_the_data_folder(checkout: Checkout) -> None:
    checkout.add_python()
    user = 65_534 if os.geteuid() == 0 else None  # root may write everywhere
    data = checkout.folder.parent / "data"
    data.mkdir()
    if user:
        os.chown(data, user, user)
    for folder in (checkout.folder, *checkout.folder.rglob("*")):
        folder.chmod(0o555)
    done = checkout.run("--data", str(data), user=user)
    assert f"data={data} " in done.stdout
    assert (data / "venv" / "bin" / "python").exists()


def test_with_nowhere_to_write_it_says_so(checkout: Checkout) -> None:
    checkout.add_python()
    user = 65_534 if os.geteuid() == 0 else None
    for folder in (checkout.folder, *checkout.folder.rglob("*")):
        folder.chmod(0o555)
    said = checkout.run(user=user, HOME="/nonexistent")
    assert "--data" in sentence(said)
