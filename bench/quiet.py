"""When a server that was just filled has written it all, and nothing of it disturbs what is measured."""

from __future__ import annotations

import time

from battle21.installation import DATABASE_NAME
from battle21.ops.postgres import Cluster

WAIT_S = 600


def calm_down(cluster: Cluster) -> None:
    """Until what the filling left to be done in the background is done."""
    with cluster.connect(database=DATABASE_NAME) as superuser:
        superuser.autocommit = True
        superuser.execute("CHECKPOINT")
        end = time.monotonic() + WAIT_S
        while superuser.execute(
            "SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'"
        ).fetchone():
            if time.monotonic() > end:
                raise RuntimeError("autovacuum does not come to an end")
            time.sleep(1)
