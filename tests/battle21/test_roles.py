"""Two database roles: what the runtime may do, and above all what not."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from battle21.installation import DATABASE_NAME, OWNER_ROLE, RUNTIME_ROLE
from battle21.ops.postgres import Cluster
from battle21.ops.roles import ensure_roles
from tests.support.postgres import start_session_cluster


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """The run's cluster with one table of the owner's in its own database."""
    cluster = start_session_cluster()
    with cluster.connect(OWNER_ROLE, DATABASE_NAME) as owner:
        owner.execute("CREATE TABLE chips (id int GENERATED ALWAYS AS IDENTITY, amount int)")
        yield cluster
        owner.execute("DROP TABLE chips")


def test_the_runtime_reads_and_writes_rows_of_tables_made_later(cluster: Cluster) -> None:
    with cluster.connect(RUNTIME_ROLE, DATABASE_NAME) as runtime:
        runtime.execute("INSERT INTO chips (amount) VALUES (3)")
        runtime.execute("UPDATE chips SET amount = 4")
        assert runtime.execute("SELECT amount FROM chips").fetchall() == [(4,)]
        runtime.execute("DELETE FROM chips")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (id int)",
        "ALTER TABLE chips ADD COLUMN more int",
        "DROP TABLE chips",
        "TRUNCATE chips",
        "CREATE ROLE another",
        "CREATE DATABASE another",
        "SET session_replication_role = replica",
        "ALTER TABLE chips DISABLE TRIGGER ALL",
    ],
)
def test_the_runtime_cannot(cluster: Cluster, statement: str) -> None:
    with (
        cluster.connect(RUNTIME_ROLE, DATABASE_NAME) as runtime,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        runtime.execute(statement)


def test_ensuring_twice_changes_nothing(cluster: Cluster) -> None:
    ensure_roles(cluster)
    with cluster.connect(RUNTIME_ROLE, DATABASE_NAME) as runtime:
        assert runtime.execute("SELECT count(*) FROM chips").fetchone() == (0,)


def test_a_role_whose_password_file_was_lost_gets_a_new_one(postgres_cluster: Cluster) -> None:
    (postgres_cluster.data / "secrets" / RUNTIME_ROLE).unlink()
    with pytest.raises(psycopg.OperationalError):
        postgres_cluster.connect(RUNTIME_ROLE, DATABASE_NAME)
    ensure_roles(postgres_cluster)
    postgres_cluster.connect(RUNTIME_ROLE, DATABASE_NAME).close()
