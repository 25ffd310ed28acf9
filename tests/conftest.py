"""Fixtures for all tests. Servers are real and start when the first test needs them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings

from battle21.ops.postgres import Cluster
from tests.support.chromium import LAUNCH_ARGUMENTS, find_chromium
from tests.support.postgres import own_cluster, start_session_cluster
from tests.support.redis import find_redis, running_redis
from tests.support.runs import RUN_VARIABLE, remove_dead_runs, remove_run

# Examples are bounded by number; two busy cores make time limits a matter of luck.
hypothesis_settings.register_profile("battle21", deadline=None, print_blob=True)
hypothesis_settings.load_profile("battle21")

BROWSER_FIXTURES = {"page", "context", "browser", "new_context", "playwright"}


# --- the run ---------------------------------------------------------------------------------------
def is_first_process(config: pytest.Config) -> bool:
    return not hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    if is_first_process(config):
        remove_dead_runs()


def pytest_unconfigure(config: pytest.Config) -> None:
    if is_first_process(config) and RUN_VARIABLE in os.environ:
        remove_run(Path(os.environ[RUN_VARIABLE]))


def uses_browser(item: pytest.Item) -> bool:
    return bool(BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marked before `-m` chooses."""
    if uses_browser(item):
        item.add_marker(pytest.mark.browser)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last, in one process: Playwright's event loop stays in the thread once started,
    and no async test can run beside it."""
    items.sort(key=uses_browser)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Django sees Playwright's loop and refuses the database; everywhere else its check stays on."""
    if uses_browser(item):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


# --- servers ---------------------------------------------------------------------------------------
@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Start the run's PostgreSQL before pytest-django makes its test database there."""
    start_session_cluster()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The test databases go with the run's cluster; dropping them one by one only takes time."""
    return True


@pytest.fixture(scope="session", autouse=True)
def empty_append_only_tables() -> Iterator[None]:
    """Django empties all tables after a test with real transactions, by TRUNCATE, which the ledger's triggers
    refuse. For that one statement they are off; nowhere else."""
    from django.db.backends.postgresql.operations import DatabaseOperations

    original = DatabaseOperations.execute_sql_flush

    def flush_without_triggers(self: DatabaseOperations, sql_list: list[str]) -> None:
        original(self, ["SET LOCAL session_replication_role = replica", *sql_list])

    DatabaseOperations.execute_sql_flush = flush_without_triggers  # type: ignore[assignment, method-assign]
    yield
    DatabaseOperations.execute_sql_flush = original  # type: ignore[method-assign]


@pytest.fixture
def postgres_cluster() -> Iterator[Cluster]:
    """A PostgreSQL of the test's own, to be killed at will: what it committed outlives its processes."""
    with own_cluster() as cluster:
        yield cluster


@pytest.fixture
def redis_server() -> Iterator[str]:
    """URL of a real Redis or Valkey of the test's own."""
    binary = find_redis()
    if binary is None:
        pytest.skip("no redis-server or valkey-server on this machine")
    with (
        tempfile.TemporaryDirectory(prefix="b21-redis-") as folder,
        running_redis(binary, Path(folder)) as url,
    ):
        yield url


@pytest.fixture(scope="session")
def chromium_path() -> str:
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium on this machine (set CHROMIUM to one)")
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: str) -> dict[str, Any]:
    """For pytest-playwright: the machine's own Chromium, silent towards the network."""
    return {**browser_type_launch_args, "executable_path": chromium_path, "args": LAUNCH_ARGUMENTS}


@pytest.fixture(autouse=True)
def fresh_cache() -> Iterator[None]:
    """Limits on attempts are counted in the cache; every test begins with none."""
    yield
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def language_of_nobody() -> Iterator[None]:
    """A request leaves its reader's language active in the thread; the next request sets its own, a test would not."""
    yield
    from django.utils import translation

    translation.deactivate()


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """An empty folder everybody may enter, its name short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="b21-"))
    folder.chmod(0o755)
    yield folder
    for below, _folders, _files in os.walk(folder):
        Path(below).chmod(0o755)  # a test may have closed some
    shutil.rmtree(folder, ignore_errors=True)
