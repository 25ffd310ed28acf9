"""Who may keep a socket open: sessions are looked at again while it lives."""

from __future__ import annotations

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from games.live.loops import _living_sessions as living
from players.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice() -> User:
    return User.objects.create_user(username="alice", display_name="Alice", password="first pass phrase")


def log_in(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "players.backends.PlayerBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    assert session.session_key
    return session.session_key


def test_session_of_somebody_logged_in_lives(alice: User) -> None:
    key = log_in(alice)
    assert living({key, "unknown"}) == {key}


def test_log_out_ends_it(alice: User) -> None:
    key = log_in(alice)
    SessionStore(key).flush()
    assert living({key}) == set()


def test_blocked_account_ends_it(alice: User) -> None:
    key = log_in(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert living({key}) == set()


def test_new_password_ends_the_sessions_of_the_old_one(alice: User) -> None:
    key = log_in(alice)
    alice.set_password("second pass phrase")
    alice.save()
    assert living({key}) == set()


def test_session_without_anybody_in_it_does_not_live(alice: User) -> None:
    session = SessionStore()
    session.create()
    assert session.session_key
    assert living({session.session_key}) == set()
