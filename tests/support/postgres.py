"""Embedded PostgreSQL for tests: one for the run, and new ones for tests that kill them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg import sql

from battle21.installation import OWNER_ROLE, RUNTIME_ROLE
from battle21.ops.postgres import Cluster
from battle21.ops.roles import ensure_roles, grant_runtime
from tests.support.runs import RUN_VARIABLE

TEST_ROLE = OWNER_ROLE


def session_cluster() -> Cluster:
    """The run's cluster, shared by all workers; not started by this."""
    return Cluster(Path(os.environ[RUN_VARIABLE]), fsync=False)


def start_session_cluster() -> Cluster:
    """Start the run's cluster or find it started; its owner role may make test databases."""
    cluster = session_cluster()
    cluster.start()
    with cluster.connect() as connection:
        connection.execute("SELECT pg_advisory_lock(21)")  # one worker at a time, until this session ends
        ready = connection.execute("SELECT FROM pg_roles WHERE rolname = %s AND rolcreatedb", [TEST_ROLE])
        if ready.fetchone():
            # Done by another worker. Once more would take the right to make databases away for a moment, in which
            # that worker may be making one.
            return cluster
        ensure_roles(cluster)
        connection.execute(sql.SQL("ALTER ROLE {} CREATEDB").format(sql.Identifier(TEST_ROLE)))
        # For the flush after a test: see `empty_append_only_tables` in tests/conftest.py.
        grant = sql.SQL("GRANT SET ON PARAMETER session_replication_role TO {}")
        connection.execute(grant.format(sql.Identifier(TEST_ROLE)))
    return cluster


def runtime_url(cluster: Cluster, database: str) -> str:
    """DATABASE_URL of the runtime role for a (test) database whose tables exist."""
    with cluster.connect(database=database) as connection:
        grant_runtime(connection)
    with cluster.connect() as connection:
        statement = sql.SQL("GRANT CONNECT ON DATABASE {} TO {}")
        connection.execute(statement.format(sql.Identifier(database), sql.Identifier(RUNTIME_ROLE)))
    return cluster.url(RUNTIME_ROLE, database)


@contextmanager
def own_cluster(*, fsync: bool = False) -> Iterator[Cluster]:
    """A started cluster of the test's own, with roles and database; stopped and deleted afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="b21-own-"))
    folder.chmod(0o755)  # our own folder, see new_run_folder
    cluster = Cluster(folder, fsync=fsync)
    try:
        cluster.start()
        ensure_roles(cluster)
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
