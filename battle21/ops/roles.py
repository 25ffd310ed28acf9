"""Two database roles: the owner migrates, the runtime serves. The runtime can neither alter nor truncate."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import sql

from battle21.installation import DATABASE_NAME, OWNER_ROLE, RUNTIME_ROLE
from battle21.ops.postgres import Cluster


def ensure_roles(cluster: Cluster) -> None:
    """Create what is missing and set the passwords of the secrets folder. Done at every start; idempotent."""
    with cluster.connect() as connection:
        for role in (OWNER_ROLE, RUNTIME_ROLE):
            ensure_role(connection, role, cluster.password(role))
        ensure_database(connection)
    with cluster.connect(database=DATABASE_NAME) as connection:
        grant_runtime(connection)


def ensure_role(connection: psycopg.Connection[Any], role: str, password: str) -> None:
    known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    verb = sql.SQL("ALTER" if known else "CREATE")
    statement = sql.SQL("{} ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD {}")
    connection.execute(statement.format(verb, sql.Identifier(role), sql.Literal(password)))


def ensure_database(connection: psycopg.Connection[Any]) -> None:
    known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE_NAME]).fetchone()
    name, owner = sql.Identifier(DATABASE_NAME), sql.Identifier(OWNER_ROLE)
    if not known:
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, owner))
    connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(name))
    connection.execute(
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(name, sql.Identifier(RUNTIME_ROLE))
    )


RUNTIME_GRANTS = """
GRANT USAGE ON SCHEMA public TO {runtime};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {runtime};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {runtime};
ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {runtime};
ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA public
    GRANT USAGE, SELECT ON SEQUENCES TO {runtime};
"""


# Made by the ledger's migration: takes back what the grants above give on its tables. As their owner.
LEDGER_GRANTS = """
SET LOCAL ROLE {owner};
DO $$ BEGIN
    IF to_regprocedure('public.wallet_grant(name)') IS NOT NULL THEN
        PERFORM public.wallet_grant({runtime});
    END IF;
END $$;
"""


def grant_runtime(connection: psycopg.Connection[Any]) -> None:
    """Rows of every table, those the owner makes later included; of the ledger's only what it allows itself.

    One transaction: at no moment can the runtime write into the ledger.
    """
    owner, runtime = sql.Identifier(OWNER_ROLE), sql.Identifier(RUNTIME_ROLE)
    with connection.transaction():
        connection.execute(sql.SQL(RUNTIME_GRANTS).format(owner=owner, runtime=runtime))
        connection.execute(sql.SQL(LEDGER_GRANTS).format(owner=owner, runtime=sql.Literal(RUNTIME_ROLE)))
