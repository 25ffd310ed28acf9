#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

# Commands that alter tables, or say what counts as money, run as the database's owner, all others as the runtime role.
OWNER_COMMANDS = {"migrate", "sqlmigrate", "flush", "currency"}


def main() -> None:
    if len(sys.argv) > 1 and sys.argv[1] in OWNER_COMMANDS:
        os.environ.setdefault("B21_DB_ROLE", "owner")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "battle21.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
