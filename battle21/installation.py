"""What an installation consists of, shared by the settings and the supervisor.

Nothing of Django or of the settings is imported here: the supervisor starts faster, and starts at all when
a setting is wrong.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

# Written into the data folder once the embedded cluster has a place: {"root", "socket", "database"}.
PLACE_FILE = "postgres.json"
DATABASE_NAME = "battle21"
OWNER_ROLE = "b21_owner"  # owns the tables, migrates
RUNTIME_ROLE = "b21_runtime"  # serves

# Begins the one line of battle21.ops.prepare that is meant for the supervisor; logs go to stdout too.
PREPARED = "prepared "


def default_data_folder() -> Path:
    """`var/` in the checkout, or the user's own data folder when the checkout is read-only."""
    inside = BASE_DIR / "var"
    if os.access(inside if inside.is_dir() else BASE_DIR, os.W_OK):
        return inside
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "battle21"


def keep_secret(folder: Path, name: str, make: Callable[[], str]) -> str:
    """The text kept under `name`, made by `make` the first time.

    Several processes may start at once: each writes its own file and links it into place, which only one
    can do; the others read the winner's.
    """
    path = folder / name
    try:
        return path.read_text()
    except FileNotFoundError:
        pass
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = folder / f".{name}.{os.getpid()}.{secrets.token_hex(4)}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
    finally:
        draft.unlink(missing_ok=True)
    return path.read_text()
