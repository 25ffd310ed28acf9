"""What staff see of players, and what they may change."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client

from players import services
from players.models import User

PLAYERS = "/admin/players/user/"


@pytest.fixture
def support(db: None) -> User:
    """Staff who may view and change players and are no superuser."""
    user = User.objects.create_user("sue", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="players"))
    return user


def test_staff_find_a_player_and_see_no_password_hash(client: Client, support: User, alice: User) -> None:
    client.force_login(support)
    assert "Alice" in client.get(PLAYERS, {"q": alice.public_id}).content.decode()
    page = client.get(f"{PLAYERS}{alice.pk}/change/").content.decode()
    assert alice.public_id in page
    assert alice.password not in page
    assert alice.password.split("$")[-1] not in page


def test_staff_close_an_account_but_cannot_make_staff(client: Client, support: User, alice: User) -> None:
    client.force_login(support)
    client.post(
        f"{PLAYERS}{alice.pk}/change/", {"display_name": "Alice", "is_staff": "on", "is_superuser": "on"}
    )
    stored = User.objects.get(pk=alice.pk)
    assert (stored.is_active, stored.is_staff, stored.is_superuser) == (False, False, False)


def test_superuser_makes_staff(client: Client, staff: User, alice: User) -> None:
    client.force_login(staff)
    client.post(
        f"{PLAYERS}{alice.pk}/change/", {"display_name": "Alice", "is_active": "on", "is_staff": "on"}
    )
    assert User.objects.get(pk=alice.pk).is_staff


def test_staff_neither_add_nor_delete_players(client: Client, staff: User, alice: User) -> None:
    client.force_login(staff)
    assert client.get(f"{PLAYERS}add/").status_code == 403
    assert client.get(f"{PLAYERS}{alice.pk}/delete/").status_code == 403


def test_sealed_secrets_and_session_keys_are_not_in_the_admin() -> None:
    assert not admin.site.is_registered(Authenticator)
    assert not admin.site.is_registered(UserSession)


def test_staff_may_not_change_the_rest(alice: User) -> None:
    with pytest.raises(ValueError, match="password"):
        services.update_by_staff(alice, ["is_active", "password"])
