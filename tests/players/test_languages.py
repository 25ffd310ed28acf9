"""Each reader's language: chosen at the foot of a page, kept in the row or a cookie, else as the browser asks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.visitors import who_is_it
from players import services
from players.models import User
from tests.players.conftest import texts

pytestmark = pytest.mark.django_db
POLISH_BROWSER = "pl-PL,pl;q=0.9,en;q=0.5"


def language_of(client: Client, page: str = "/", **headers: str) -> str:
    found = re.search(r'<html lang="(\w+)"', client.get(page, **headers).content.decode())  # type: ignore[arg-type]
    assert found
    return found[1]


def language_of_socket(client: Client, asked: str = "") -> str:
    """Of a socket the same browser opens."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"cookie", cookies.encode()), (b"accept-language", asked.encode())]
    return who_is_it({"headers": headers}).language


def test_stranger_reads_what_the_browser_asks_for(client: Client) -> None:
    for asked, language in (
        ("", "en"), (POLISH_BROWSER, "pl"), ("de-AT", "de"), ("fr,de;q=0.3", "de"), ("fr", "en"), ("\xff;;q", "en"),
        ("x" * 10_000, "en"), ("de;q=NaN,pl;q=1e999", "en"), ("pl-" + "x" * 10_000, "en"),
    ):  # fmt: skip
        assert language_of(client, HTTP_ACCEPT_LANGUAGE=asked) == language, asked
        assert language_of_socket(client, asked) == language, asked


def test_choice_at_the_foot_of_a_page_comes_back_to_that_page_and_wins_over_the_browser(
    client: Client,
) -> None:
    answer = client.post("/language/", {"language": "de", "next": "/games/tactical/"})
    assert answer["Location"] == "/games/tactical/"
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie["samesite"], cookie["httponly"], cookie["secure"]) == ("Lax", True, "")
    assert language_of(client, HTTP_ACCEPT_LANGUAGE=POLISH_BROWSER) == "de"
    assert language_of_socket(client, POLISH_BROWSER) == "de"


def test_every_page_offers_the_languages_by_their_own_names(client: Client) -> None:
    page = texts(client.get("/accounts/login/", HTTP_ACCEPT_LANGUAGE="de"))
    for code, name in (("en", "English"), ("pl", "Polski"), ("de", "Deutsch")):
        chosen = ' aria-current="true"' if code == "de" else ""
        assert f'<button name="language" value="{code}" lang="{code}"{chosen}>{name}</button>' in page
    assert 'name="next" value="/accounts/login/"' in page


def test_guest_keeps_the_language_in_the_own_row(client: Client) -> None:
    client.post("/guest/", {"name": "Bob"})
    client.post("/language/", {"language": "pl"})
    assert User.objects.get(display_name="Bob").language == "pl"
    del client.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert language_of(client, HTTP_ACCEPT_LANGUAGE="de") == language_of_socket(client, "de") == "pl"


def test_preference_wins_over_the_cookie_of_who_was_here_before(client: Client, alice: User) -> None:
    client.post("/language/", {"language": "de"})
    services.change_preferences(alice, language="pl")
    client.force_login(alice)
    assert language_of(client) == language_of_socket(client) == "pl"


def test_language_that_is_spoken_no_more_counts_as_none(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="tlh")
    client.force_login(alice)
    assert language_of(client, HTTP_ACCEPT_LANGUAGE="de") == language_of_socket(client, "de") == "de"


@pytest.mark.parametrize("forged", ["xx", "../../etc", "p\0l", "x" * 4_000, '"><script>'])
def test_forged_language_is_what_the_browser_asks_for(client: Client, forged: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = forged
    assert language_of(client, HTTP_ACCEPT_LANGUAGE=POLISH_BROWSER) == "pl"
    assert language_of_socket(client, POLISH_BROWSER) == "pl"


@pytest.mark.parametrize("asked", ["tlh", "", "DE", "de\0", "x" * 10_000])
def test_unknown_language_is_refused_and_changes_nothing(client: Client, alice: User, asked: str) -> None:
    client.force_login(alice)
    answer: Any = client.post("/language/", {"language": asked}, HTTP_ACCEPT="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_language")
    assert settings.LANGUAGE_COOKIE_NAME not in answer.cookies
    assert User.objects.get(pk=alice.pk).language == ""


def test_language_is_chosen_with_a_forms_token_and_leads_to_no_other_host(client: Client) -> None:
    assert Client(enforce_csrf_checks=True).post("/language/", {"language": "de"}).status_code == 403
    assert client.get("/language/").status_code == 405
    away = client.post("/language/", {"language": "de", "next": "https://evil.example/"})
    assert away["Location"] == "/"


def test_log_in_page_speaks_to_everybody_in_polish(client: Client) -> None:
    shown = texts(client.get("/accounts/login/", HTTP_ACCEPT_LANGUAGE=POLISH_BROWSER))
    assert "Nie pamiętasz hasła?" in shown
    assert "Zapomniałeś" not in shown
