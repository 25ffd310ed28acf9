"""Before serving: migrate, collect static files, seed the demo. One process, as the database's owner.

One line on stdout is `prepared ` and JSON: `{"changed": <tables or static files did>, "seeded": {"logins": [...],
"staff_link": "..."}}`; `seeded` is empty without demo data.
"""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "battle21.settings")
os.environ["B21_DB_ROLE"] = "owner"

import django
from django.conf import settings
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from battle21.installation import PREPARED

SEED_COMMAND = "seed_demo"
COINS_COMMAND = "seed_demo_coins"
STATIC_MARK = ".fingerprint"  # in STATIC_ROOT, once everything is there


def has_new_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def static_fingerprint() -> str:
    """Changes when a static file or an installed package does."""
    from django.contrib.staticfiles.finders import get_finders

    newest, count = 0.0, 0
    for finder in get_finders():
        for path, storage in finder.list([]):
            newest = max(newest, os.stat(storage.path(path)).st_mtime)
            count += 1
    return f"{count} {newest}"


def migrate() -> bool:
    """Migrate if there is something to; True if there was."""
    new = has_new_migrations()
    if new:
        call_command("migrate", interactive=False, verbosity=0)
    return new


def collect_static() -> bool:
    """Collect only when something changed, for it takes seconds; True if it did."""
    mark = Path(settings.STATIC_ROOT) / STATIC_MARK
    found = static_fingerprint()
    if mark.exists() and mark.read_text() == found:
        return False
    mark.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(found)
    return True


def seed() -> dict[str, object]:
    if not settings.DEMO or SEED_COMMAND not in get_commands():
        return {}
    out = io.StringIO()
    call_command(SEED_COMMAND, stdout=out)
    found: dict[str, object] = json.loads(out.getvalue())
    call_command(COINS_COMMAND, stdout=io.StringIO())
    return found


def main() -> None:
    django.setup()
    changed = [migrate(), collect_static()]
    sys.stdout.write(f"{PREPARED}{json.dumps({'changed': any(changed), 'seeded': seed()})}\n")


if __name__ == "__main__":
    main()
