"""The embedded PostgreSQL: it starts, stops, survives kill -9 and is taken over by the next run."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from battle21.installation import DATABASE_NAME, OWNER_ROLE, RUNTIME_ROLE
from battle21.ops.place import OpsError
from battle21.ops.postgres import Cluster
from tests.support.postgres import own_cluster, session_cluster, start_session_cluster


@pytest.fixture(scope="module")
def cluster() -> Cluster:
    """The run's cluster, for tests that do it no harm."""
    return start_session_cluster()


def show(cluster: Cluster, setting: str) -> str:
    with cluster.connect() as connection:
        row = connection.execute("SELECT current_setting(%s)", [setting]).fetchone()
    return str(row[0]) if row else ""


def test_a_cluster_is_durable_and_listens_on_its_socket_alone() -> None:
    expected = {
        "fsync": "on",
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "listen_addresses": "",
        "password_encryption": "scram-sha-256",
        "TimeZone": "UTC",
    }
    with own_cluster(fsync=True) as cluster:
        assert {name: show(cluster, name) for name in expected} == expected
        assert show(cluster, "server_version").startswith("18.")


def test_its_locale_is_the_builtin_one(cluster: Cluster) -> None:
    with cluster.connect() as connection:
        row = connection.execute(
            "SELECT datlocprovider::text, datlocale FROM pg_database WHERE datname = %s", [DATABASE_NAME]
        ).fetchone()
    assert row == ("b", "C.UTF-8")


def test_folders_and_passwords_are_closed_to_others(cluster: Cluster) -> None:
    for folder in (cluster.place.socket, cluster.place.cluster, cluster.data / "secrets"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700, folder
    for role in ("postgres", OWNER_ROLE, RUNTIME_ROLE):
        assert stat.S_IMODE((cluster.data / "secrets" / role).stat().st_mode) == 0o600


def test_the_server_does_not_run_as_root(cluster: Cluster) -> None:
    pid = cluster.pid()
    assert pid is not None
    assert Path(f"/proc/{pid}").stat().st_uid != 0


@pytest.mark.parametrize("role", ["postgres", OWNER_ROLE, RUNTIME_ROLE])
def test_every_role_needs_its_password(cluster: Cluster, role: str) -> None:
    for password in ("", "wrong"):
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(
                host=str(cluster.place.socket), port=5432, user=role, password=password, dbname="postgres"
            )


def test_stop_and_start_keep_the_data(postgres_cluster: Cluster) -> None:
    remember(postgres_cluster, "before the stop")
    postgres_cluster.stop()
    assert postgres_cluster.pid() is None
    postgres_cluster.start()
    assert recalled(postgres_cluster) == ["before the stop"]


def test_stop_of_a_stopped_server_does_nothing(postgres_cluster: Cluster) -> None:
    postgres_cluster.stop()
    postgres_cluster.stop()
    assert postgres_cluster.pid() is None


def test_what_was_committed_survives_kill_9_and_nothing_else(postgres_cluster: Cluster) -> None:
    remember(postgres_cluster, "committed")
    connection = postgres_cluster.connect()
    connection.execute("BEGIN")
    connection.execute("INSERT INTO notes VALUES ('not committed')")
    postgres_cluster.kill()
    with pytest.raises(psycopg.OperationalError):
        connection.execute("COMMIT")
    connection.close()
    postgres_cluster.start()
    assert recalled(postgres_cluster) == ["committed"]


def test_kill_and_start_at_once_ten_times(postgres_cluster: Cluster) -> None:
    """A killed server's processes may still hold its memory when the next one starts."""
    remember(postgres_cluster, "kept")
    for _ in range(10):
        with postgres_cluster.connect():
            postgres_cluster.kill()
            postgres_cluster.start()
    assert recalled(postgres_cluster) == ["kept"]


def test_a_server_left_running_by_a_killed_run_is_taken_over(own_folder: Path) -> None:
    leave_running = (
        "import os, signal, sys; from pathlib import Path; from battle21.ops.postgres import Cluster\n"
        "Cluster(Path(sys.argv[1]), fsync=False).start(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", leave_running, str(own_folder)], check=False)
    cluster = Cluster(own_folder, fsync=False)
    left = cluster.pid()
    assert left is not None
    try:
        cluster.start()
        assert cluster.pid() == left
    finally:
        cluster.stop()
    assert cluster.pid() is None


def test_a_process_number_used_again_by_another_program_is_not_the_server(postgres_cluster: Cluster) -> None:
    postgres_cluster.kill()
    place = postgres_cluster.place
    for lock in (place.cluster / "postmaster.pid", place.socket / ".s.PGSQL.5432.lock"):
        lines = lock.read_text().splitlines()
        lock.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    assert postgres_cluster.pid() is None
    postgres_cluster.start()
    assert postgres_cluster.pid() not in (None, os.getpid())


def test_starts_at_the_same_time_end_with_one_server(own_folder: Path) -> None:
    start = (
        "import sys; from pathlib import Path; from battle21.ops.postgres import Cluster\n"
        "cluster = Cluster(Path(sys.argv[1]), fsync=False); cluster.start(); print(cluster.pid())"
    )
    starts = [
        subprocess.Popen([sys.executable, "-c", start, str(own_folder)], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    pids = {process.communicate()[0].strip() for process in starts}
    cluster = Cluster(own_folder)
    try:
        assert pids == {str(cluster.pid())}
    finally:
        cluster.stop()


def test_a_start_killed_half_way_leaves_no_half_cluster(own_folder: Path) -> None:
    cluster = Cluster(own_folder, fsync=False)
    half = cluster.place.root / "cluster.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    try:
        cluster.start()
        assert cluster.pid() is not None
        assert not half.exists()
    finally:
        cluster.stop()


def test_a_cluster_of_another_version_is_refused_in_a_sentence(postgres_cluster: Cluster) -> None:
    postgres_cluster.stop()
    (postgres_cluster.place.cluster / "PG_VERSION").write_text("17\n")
    with pytest.raises(OpsError, match="made by PostgreSQL 17"):
        postgres_cluster.start()


def test_lost_passwords_are_said_in_a_sentence(postgres_cluster: Cluster) -> None:
    (postgres_cluster.data / "secrets" / "postgres").unlink()
    with pytest.raises(OpsError, match=r"passwords in .* are not those of the cluster"):
        postgres_cluster.start()


def test_a_server_that_cannot_start_says_why(postgres_cluster: Cluster) -> None:
    postgres_cluster.stop()
    (postgres_cluster.place.cluster / "postgresql.conf").write_text("max_connections = many\n")
    with pytest.raises(OpsError, match="did not start"):
        postgres_cluster.start()


def test_failed_statements_and_rows_are_not_logged(cluster: Cluster) -> None:
    with cluster.connect() as connection:
        connection.execute("CREATE TEMP TABLE sealed (state text CHECK (length(state) < 3))")
        with pytest.raises(psycopg.Error):
            connection.execute("INSERT INTO sealed VALUES ('queen-of-hearts')")
    assert "queen-of-hearts" not in session_cluster().log_path.read_text()


def remember(cluster: Cluster, text: str) -> None:
    with cluster.connect() as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS notes (note text)")
        connection.execute("INSERT INTO notes VALUES (%s)", [text])


def recalled(cluster: Cluster) -> list[str]:
    with cluster.connect() as connection:
        return [row[0] for row in connection.execute("SELECT note FROM notes")]
