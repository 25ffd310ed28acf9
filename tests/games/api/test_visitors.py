"""Who opens a socket with a key: a player of its partner, or a watcher; never who a cookie says."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from battle21.errors import AppError
from games.selectors import table_facts
from games.visitors import BadKey, living_keys, may_see, who_is_it
from players.models import User
from players.services import partners
from tests.games.api.calling import Api

pytestmark = pytest.mark.django_db


def scope(*keys: str, cookie: str = "") -> dict[str, Any]:
    headers = [(b"authorization", key.encode("latin-1")) for key in keys]
    return {"headers": [*headers, (b"cookie", cookie.encode())] if cookie else headers}


def test_key_opens_for_its_own_player_and_for_a_watcher(acme: Api) -> None:
    player = acme.player()
    seated = who_is_it(scope(f"Bearer {acme.text}"), player)
    assert (seated.player, seated.partner) == (player, acme.partner)
    watching = who_is_it(scope(f"bearer {acme.text}"))
    assert (watching.user_id, watching.player, watching.partner) == (None, "", acme.partner)


def test_key_opens_for_nobody_else(acme: Api, other: Api) -> None:
    for player in (other.player(), "ply_zzzzzzzzzzzz", "ply_\0", "x" * 1_000):
        with pytest.raises(AppError, match="unknown_player"):
            who_is_it(scope(f"Bearer {acme.text}"), player)
    closed = acme.player()
    User.objects.filter(public_id=closed).update(is_active=False)
    reader = Api(acme.partner, ("tables:read",))
    for headers, player in (
        ((f"Bearer {acme.text}",), closed),
        ((f"Bearer {reader.text}",), ""),
        ((f"Bearer {acme.text}", f"Bearer {acme.text}"), ""),
        ((acme.text,), ""),
        (("Bearer \xff",), ""),
        (("",), ""),
    ):
        with pytest.raises(BadKey):
            who_is_it(scope(*headers), player)


def test_cookie_beside_a_key_counts_for_nothing(acme: Api) -> None:
    browser = Client()
    browser.force_login(User.objects.create_user("alice", display_name="Alice"))
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    assert who_is_it(scope(cookie=cookie)).user_id is not None
    assert who_is_it(scope(f"Bearer {acme.text}", cookie=cookie)).user_id is None
    with pytest.raises(BadKey):
        who_is_it(scope("Bearer nonsense", cookie=cookie))


def test_partner_sees_on_sockets_what_it_sees_by_requests(acme: Api, other: Api, house_table: str) -> None:
    own, hidden = acme.table(acme.player()), acme.table(acme.player(), private=True)
    for api, visible in ((acme, {own["id"], house_table}), (other, {house_table})):
        visitor = who_is_it(scope(f"Bearer {api.text}"))
        tables = {own["id"], hidden["id"], house_table}
        assert {table for table in tables if may_see(visitor, table_facts(table))} == visible


def test_open_sockets_end_with_the_key_the_partner_and_the_player(acme: Api) -> None:
    player = acme.player()
    marks = [who_is_it(scope(f"Bearer {acme.text}"), name).session_key for name in (player, "")]
    sessions = {*marks, "some browser's session"}
    assert living_keys(sessions) == set(marks)
    User.objects.filter(public_id=player).update(is_active=False)
    assert living_keys(sessions) == {marks[1]}
    partners.change_partner(acme.partner, name="Acme", is_active=False)
    assert living_keys(sessions) == set()
    partners.change_partner(acme.partner, name="Acme", is_active=True)
    partners.revoke_key(acme.key, "sam", timezone.now())
    assert living_keys(sessions) == set()
