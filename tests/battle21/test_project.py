"""The project as a whole: what its papers promise is there."""

from __future__ import annotations

import os
import re
import subprocess
from importlib.metadata import distribution

import pytest
from django.core.management import call_command
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from battle21.installation import BASE_DIR


def requirement_lines(name: str) -> list[str]:
    lines = (BASE_DIR / name).read_text().splitlines()
    return [line.split("#")[0].strip() for line in lines if line.strip() and line[0] not in "#-"]


def pinned(name: str) -> dict[str, str]:
    return {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in requirement_lines(name)}


def code_blocks(name: str) -> list[str]:
    """The commands in a page's console blocks, without comments."""
    blocks = re.findall(r"```console\n(.*?)```", (BASE_DIR / name).read_text(), re.DOTALL)
    lines = [line.removeprefix("$ ").split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line]


def test_the_readme_gives_two_commands_that_exist() -> None:
    commands = code_blocks("README.md")
    assert commands == ["./run", "./test"]
    for command in commands:
        assert os.access(BASE_DIR / command, os.X_OK)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_files_that_a_page_names_exist(page: str) -> None:
    text = (BASE_DIR / page).read_text()
    named = set(re.findall(r"\]\(([^)#:]+)\)", text))
    named |= set(re.findall(r"(?:\./test |`)((?:tests|docs|battle21|games)/[\w/.]+\.\w+)", text))
    assert named
    assert sorted(name for name in named if not (BASE_DIR / name).exists()) == []


@pytest.mark.parametrize("script", ["run", "test", ".ci/run", "battle21/ops/environment.sh"])
def test_scripts_are_valid_bash(script: str) -> None:
    subprocess.run(["bash", "-n", str(BASE_DIR / script)], check=True)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_is_pinned_exactly(name: str) -> None:
    lines = requirement_lines(name)
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


@pytest.mark.parametrize("files", [("requirements.txt",), ("requirements.txt", "requirements-dev.txt")])
def test_what_pinned_packages_need_is_pinned_too(files: tuple[str, ...]) -> None:
    pins = {name: version for file in files for name, version in pinned(file).items()}
    missing = {
        (name, need.name)
        for name in pins
        for text in distribution(name).requires or []
        if (need := Requirement(text))
        and (need.marker is None or need.marker.evaluate({"extra": ""}))
        and canonicalize_name(need.name) not in pins
    }
    assert missing == set()


def test_the_pins_are_what_is_tested() -> None:
    pins = {**pinned("requirements.txt"), **pinned("requirements-dev.txt")}
    assert {name: distribution(name).version for name in pins} == pins


def test_only_wheels_are_installed() -> None:
    assert "--only-binary :all:" in (BASE_DIR / "requirements.txt").read_text().splitlines()


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
