"""Preferences are columns, become classes of <html>, and nothing else may be written with them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django.fixtures import Settings

from players import services
from players.models import User
from tests.players.conftest import texts

FORM = {
    "display_name": "Alice",
    "theme": "dark",
    "four_colour": "",
    "faces": "courts",
    "motion": "reduced",
    "sound": "essential",
    "volume": "35",
    "speech": "brief",
    "voice": "on",
    "keys_on": "",
    "language": "",
}


def test_new_player_gets_the_devices_theme_and_a_four_colour_deck(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert (
        'class="theme-system deck-four faces-index motion-system sound-all"'
        in client.get("/preferences/").content.decode()
    )


def test_preferences_are_stored_and_shown(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/preferences/", FORM)["Location"] == "/preferences/"
    page = client.get("/preferences/")
    wanted = 'class="theme-dark deck-two faces-courts motion-reduced sound-essential keys-off speech-brief voice-on"'
    assert wanted in page.content.decode()
    assert User.objects.get(pk=alice.pk).volume == 35
    assert "Your preferences are saved." in texts(page)


def test_guest_has_preferences_too_and_keeps_the_theme_at_the_entrance(client: Client, db: None) -> None:
    client.post("/guest/", {"name": "Bob"})
    client.post("/preferences/", {**FORM, "display_name": "Bobby"})
    assert "theme-dark" in client.get("/accounts/login/").content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"theme": "neon"},
        {"sound": "loud"},
        {"volume": "101"},
        {"volume": "-1"},
        {"faces": "monkeys"},
        {"speech": "chatty"},
        {"language": "tlh"},
        {"display_name": "Ali\u202ece"},
        {"motion": "x" * 9_999},
    ],
)
def test_refused_preference_changes_nothing_and_is_explained(
    client: Client, alice: User, change: dict[str, str]
) -> None:
    client.force_login(alice)
    answer = client.post("/preferences/", {**FORM, **change})
    assert answer.status_code == 422
    assert 'class="errors"' in answer.content.decode()
    assert "<bdi>Alice</bdi>" in answer.content.decode()
    stored = User.objects.get(pk=alice.pk)
    assert (stored.display_name, stored.theme, stored.sound) == ("Alice", "system", "all")


def test_speech_is_switched_from_the_table(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/preferences/speech/switch/", {"level": "full", "voice": "yes"}).status_code == 204
    stored = User.objects.get(pk=alice.pk)
    assert (stored.speech, stored.voice) == ("full", True)
    assert client.post("/preferences/speech/switch/", {"level": "brief"}).status_code == 204
    stored = User.objects.get(pk=alice.pk)
    assert (stored.speech, stored.voice) == ("brief", False)


@pytest.mark.parametrize("level", ["", "chatty", "x" * 9_999])
def test_unknown_way_of_speech_is_refused_and_changes_nothing(
    client: Client, alice: User, level: str
) -> None:
    client.force_login(alice)
    answer = client.post("/preferences/speech/switch/", {"level": level, "voice": "yes"})
    assert answer.status_code == 400
    assert "Speech is brief, normal or full." in texts(answer)
    stored = User.objects.get(pk=alice.pk)
    assert (stored.speech, stored.voice) == ("normal", False)


def test_preferences_cannot_smuggle_in_other_fields(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post("/preferences/", {**FORM, "is_staff": "on", "is_superuser": "on", "username": "root"})
    stored = User.objects.get(pk=alice.pk)
    assert (stored.is_staff, stored.is_superuser, stored.username) == (False, False, "alice")
    with pytest.raises(TypeError):
        services.change_preferences(alice, is_staff=True)
    with pytest.raises(ValidationError):
        services.change_preferences(alice, theme="neon")


def test_language_of_the_player_wins_over_the_browsers(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    services.change_preferences(alice, language="de")
    client.force_login(alice)
    assert '<html lang="de"' in client.get("/preferences/", HTTP_ACCEPT_LANGUAGE="en").content.decode()
    services.change_preferences(alice, language="")
    assert '<html lang="en"' in client.get("/preferences/", HTTP_ACCEPT_LANGUAGE="en").content.decode()


def test_preferences_need_somebody(client: Client, db: None) -> None:
    assert client.get("/preferences/")["Location"] == "/accounts/login/?next=/preferences/"


def test_preferences_need_the_forms_token(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    answer: Any = strict.post("/preferences/", FORM)
    assert answer.status_code == 403
    assert "This form is out of date" in texts(answer)
