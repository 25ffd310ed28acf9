"""One table, read in three languages at once, on two web processes."""

from __future__ import annotations

import asyncio
import json
import re
from html import unescape

import pytest
import websockets
from django.utils.translation import gettext, override

from tests.live.players import seated
from tests.support.stack import Stack

pytestmark = pytest.mark.stack


async def first_view(port: int, table: str, headers: dict[str, str]) -> str:
    """The text of the table as a watcher's page is sent it."""
    async with websockets.connect(
        f"ws://127.0.0.1:{port}/ws/table/{table}/",
        additional_headers=headers,
        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
    ) as socket:
        html = json.loads(await asyncio.wait_for(socket.recv(), 10))["content"]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


async def test_watchers_of_one_table_read_it_each_in_the_own_language(stack: Stack) -> None:
    (table,) = await asyncio.to_thread(lambda: stack.seed(tables=1))
    pot = {}
    for code in ("en", "pl", "de"):
        with override(code):
            pot[code] = gettext("Pot %(n)s.") % {"n": 100}  # two antes of 50
    assert len(set(pot.values())) == 3
    async with seated(stack, table):
        for web in stack.webs:
            for code, headers in (
                ("en", {}),
                ("pl", {"Accept-Language": "pl-PL,pl;q=0.9,en;q=0.5"}),
                ("de", {"Accept-Language": "pl", "Cookie": "django_language=de"}),
            ):
                shown = await first_view(web.port, table["table"], headers)
                assert [one for one, text in pot.items() if text in shown] == [code]
