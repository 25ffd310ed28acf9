"""Write the golden playthroughs anew: ``python -m tests.rules.playthroughs.regenerate``. Read the difference then."""

from __future__ import annotations

from pathlib import Path

from tests.rules import unlisted
from tests.rules.playthroughs.scripts import SCRIPTS

FOLDER = Path(__file__).parent


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def main() -> None:
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    with unlisted.listed():
        for name, script in SCRIPTS.items():
            path_of(name).write_text(script().text(), encoding="utf-8")


if __name__ == "__main__":
    main()
