"""Nothing leaks: every kind of frame to every role, and a dump of the database of a live table."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
import websockets

from games.rules.cards import code
from games.rules.hands import tactical_view
from tests.live.frames import (
    ROLES,
    Match,
    cards_in,
    errors_for,
    forbidden_texts,
    frames_for,
    known_cards,
    with_other_hidden_cards,
)
from tests.live.players import ALICE, BOB, seated, take_turn, watcher, whose_turn
from tests.support.stack import Stack

HANDS = 1_000
SAMPLED = 16
"""Every so-manieth state is also met by a newcomer with a page: drawing and proving costs more than all else."""
WINDOW = 8
"""So many cards of a shoe in a row are no coincidence."""


def states(hands: int) -> Any:
    """(match, state) of so many random hands."""
    seed, played = 0, 0
    while played < hands:
        seed += 1
        match = Match(seed)
        for state in match.states():
            yield match, state
        played += state.hand_number


def test_frames_of_1000_random_hands_are_the_same_whatever_the_hidden_cards_are() -> None:
    """So nothing in them depends on a hidden card or its place: no attribute, no label, no error, no proof."""
    number = 0
    for number, (match, state) in enumerate(states(HANDS)):
        newcomer = number % SAMPLED == 0
        for role in ROLES:
            other = with_other_hidden_cards(state, role)
            assert frames_for(match, state, role, newcomer=newcomer) == frames_for(
                match, other, role, newcomer=newcomer
            )
            if role is not None and newcomer:
                assert errors_for(match, state, role) == errors_for(match, other, role)
    assert number > 3 * HANDS


def test_newcomers_to_1000_random_hands_see_the_cards_the_rules_let_them_know_and_no_salt_or_seed() -> None:
    seen = 0
    for number, (match, state) in enumerate(states(HANDS)):
        if number % SAMPLED:
            continue
        for role in ROLES:
            allowed = known_cards(state, role)
            texts = forbidden_texts(match.deals, state, role)
            for frame in frames_for(match, state, role, newcomer=True):
                seen += len(cards_in(frame))
                assert cards_in(frame) == allowed
                assert not [name for text, name in texts.items() if text in frame]
    assert seen > HANDS


def test_planted_leak_is_found_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second card of each hand is public by mistake."""
    monkeypatch.setattr(tactical_view, "PUBLIC_CARDS", 2)
    match, state = next(states(1))
    other = with_other_hidden_cards(state, None)
    for honest, altered in zip(
        frames_for(match, state, None, newcomer=True),
        frames_for(match, other, None, newcomer=True),
        strict=True,
    ):
        assert honest != altered
        hidden = {(own[1].position, own[1].face) for own in state.hand.cards}
        assert hidden <= cards_in(honest)


# --- the real stack ---------------------------------------------------------------------------------------------------


async def page_socket(port: int, table: str, cookie: str | None) -> Any:
    """As a browser's: HTML."""
    return await websockets.connect(
        f"ws://127.0.0.1:{port}/ws/table/{table}/",
        additional_headers={"Cookie": cookie} if cookie else {},
        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
    )


async def read_all(socket: Any, frames: list[str]) -> None:
    try:
        while True:
            frames.append(str(await socket.recv()))
    except websockets.ConnectionClosed:
        pass


@pytest.mark.stack
async def test_every_frame_of_every_role_at_the_sockets_shows_what_the_role_may_know(stack: Stack) -> None:
    """Both seats, a watcher from the beginning, one who comes late, a page as JSON and as HTML, reconnects, errors."""
    table = stack.seed()[0]
    eve = await watcher(stack.webs[0].port, table["table"])
    pages: list[tuple[int | None, Any, list[str], asyncio.Task[None]]] = []
    async with seated(stack, table) as people:
        socket = await page_socket(stack.webs[1].port, table["table"], None)
        frames: list[str] = []
        pages.append((None, socket, frames, asyncio.create_task(read_all(socket, frames))))
        dice = random.Random(31)
        for turn in range(30):
            if people[ALICE].view["phase"] == "over":
                break
            asked, other = await whose_turn(*people) if people[ALICE].view["phase"] == "hand" else people
            for person in (asked, other):
                await person.send(
                    {"type": "act", "token": "1.1.0.1", "action": {"kind": "bet", "to": 7}}, asked=False
                )
            await take_turn(people, dice)
            if turn == 12:
                await people[BOB].reconnect(stack.webs[0].port)
                await people[BOB].until(lambda view: not view["paused"])
        late = await watcher(stack.webs[1].port, table["table"])
        await late.until(lambda view: bool(view["hand"]))
        for seat, person in enumerate(people):
            await person.close()
            socket = await page_socket(stack.webs[seat].port, table["table"], person.cookie)
            frames = []
            pages.append((seat, socket, frames, asyncio.create_task(read_all(socket, frames))))
        await asyncio.sleep(1)  # for what else may come: there is no condition for "nothing more"
        for _seat, socket, _frames, task in pages:
            await socket.close()
            await task
        await eve.close()
        await late.close()
    roles: list[dict[str, Any]] = [
        {"seat": seat, "frames": person.frames}
        for seat, person in ((0, people[ALICE]), (1, people[BOB]), (None, eve), (None, late))
    ]
    roles += [{"seat": seat, "frames": frames} for seat, _socket, frames, _task in pages]
    assert all(len(role["frames"]) >= 2 for role in roles)
    assert stack.call("tests.live.secrets_of:leaks", table_id=table["id"], roles=roles) == []
    _planted_frames_are_found(stack, table, roles)


def _planted_frames_are_found(stack: Stack, table: dict[str, Any], roles: list[dict[str, Any]]) -> None:
    """Alice's frames, sent to a watcher, are a leak; so is a seed in an error."""
    find = partial(stack.call, "tests.live.secrets_of:leaks", table_id=table["id"])
    found = find(roles=[{"seat": None, "frames": roles[0]["frames"]}])
    assert any("card" in line for line in found)
    assert any("salt" not in line for line in found)
    seed = stack.call("tests.live.secrets_of:secrets", table_id=table["id"])["seeds"][2]
    planted = [{"seat": 0, "frames": [json.dumps({"error": {"message": f"no such key {seed}"}})]}]
    assert find(roles=planted)


def dump(stack: Stack) -> bytes:
    """All tables as COPY writes them; binary columns once as their hex and once as they are."""
    parts: list[bytes] = []
    with stack.cluster.connect(database="battle21") as admin:
        names = admin.execute(
            "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        for (name,) in names:
            with admin.cursor().copy(f"COPY public.{name} TO STDOUT") as copy:
                parts += [bytes(row) for row in copy]
    text = b"".join(parts)
    return text + b"".join(
        bytes.fromhex(found.decode()) for found in re.findall(rb"\\\\x([0-9a-f]{8,})", text)
    )


def writings(secrets: dict[str, Any]) -> dict[bytes, str]:
    """Every way in which a secret might have been written down."""
    found: dict[bytes, str] = {}
    for number, seed in enumerate(secrets["seeds"]):
        raw = bytes.fromhex(seed)
        for text in (raw, seed.encode(), json.dumps(list(raw)).encode(), msgspec.json.encode(raw)[1:-3]):
            found[text] = f"seed {number}"
    order = secrets["order"]
    for first in range(len(order) - WINDOW):
        faces = order[first : first + WINDOW]
        codes = [code(face) for face in faces]
        for text in (
            bytes(faces), bytes(faces).hex().encode(), json.dumps(faces)[1:-1].encode(),
            json.dumps(faces, separators=(",", ":"))[1:-1].encode(), json.dumps(codes)[1:-1].encode(),
            "".join(codes).encode(), " ".join(codes).encode(), ",".join(codes).encode(),
        ):  # fmt: skip
            found[text] = f"the shoe from {first} on"
    for position, face in secrets["cards"]:
        card = ("c", position, face)
        for text in (msgspec.msgpack.encode(card), msgspec.json.encode(card), json.dumps(card).encode()):
            found[text] = f"the card at {position}"
    found[bytes.fromhex(secrets["hand"])] = "the hand"
    return found


def secrets_in(haystack: bytes, needles: dict[bytes, str]) -> list[str]:
    return sorted({name for text, name in needles.items() if text in haystack})


@pytest.mark.stack
async def test_dump_of_the_database_and_the_logs_of_a_live_table_show_no_card_seed_or_deck_order(
    stack: Stack,
) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as people:
        dice = random.Random(41)
        while people[ALICE].view["hand_number"] < 4 or people[ALICE].view["phase"] != "hand":
            await take_turn(people, dice)
        needles = writings(stack.call("tests.live.secrets_of:secrets", table_id=table["id"]))
        assert secrets_in(dump(stack), needles) == []
        logs = stack.log_text() + stack.cluster.log_path.read_text()
        assert secrets_in(logs.encode(), needles) == []
        assert people[ALICE].view["phase"] == "hand", "the table is still live"


WAYS: dict[str, Callable[[dict[str, Any]], bytes]] = {
    "a seed as bytes": lambda secrets: bytes.fromhex(secrets["seeds"][1]),
    "a seed as hex": lambda secrets: secrets["seeds"][1].encode(),
    "the order as bytes": lambda secrets: bytes(secrets["order"][100:110]),
    "the order as JSON": lambda secrets: json.dumps(secrets["order"][100:110]).encode(),
    "the order as codes": lambda secrets: " ".join(map(code, secrets["order"][100:110])).encode(),
    "a card as JSON": lambda secrets: json.dumps(["c", *secrets["cards"][0]]).encode(),
    "the hand as stored, unsealed": lambda secrets: bytes.fromhex(secrets["hand"]),
}


@pytest.mark.stack
async def test_secret_planted_in_the_database_is_found_however_it_is_written(stack: Stack) -> None:
    """Else the silence of the search above would mean nothing."""
    table = stack.seed()[0]
    async with seated(stack, table):
        secrets = stack.call("tests.live.secrets_of:secrets", table_id=table["id"])
        needles = writings(secrets)
        stack.query("CREATE TABLE planted (sealed bytea)")
        try:
            for name, write in WAYS.items():
                stack.query("INSERT INTO planted VALUES (%s)", b"before " + write(secrets) + b" after")
                assert secrets_in(dump(stack), needles), name
                stack.query("DELETE FROM planted")
            assert secrets_in(dump(stack), needles) == []
        finally:
            stack.query("DROP TABLE planted")
