from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules import unlisted


@pytest.fixture(autouse=True, scope="module")
def unlisted_rows() -> Iterator[None]:
    with unlisted.listed():
        yield
