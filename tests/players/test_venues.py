"""A venue's face: put on at its address, worn on every page from then on, taken off again."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations import RunSQL
from django.http import HttpResponse
from django.test import Client

from players import services
from players.models import Picture, User, Venue, VenueBanner
from players.pictures import LOGO, encoded
from players.services import venues
from players.venues import COOKIE
from tests.players.conftest import texts
from tests.players.drawn import opened, picture

pytestmark = pytest.mark.django_db


def venue(**values: object) -> Venue:
    given = {"prefix": "pod-asem", "name": "Pod Asem", **values}
    return venues.save_venue(Venue(**given))


def classes(answer: object) -> list[str]:
    assert isinstance(answer, HttpResponse)
    found = re.search(r'<html [^>]*class="([^"]*)"', answer.content.decode())
    assert found
    return found[1].split()


def come_by(client: Client, prefix: str = "pod-asem") -> None:
    assert client.get(f"/{prefix}/")["Location"] == "/"


# --- the door --------------------------------------------------------------------------------------


def test_who_comes_by_the_address_sees_the_face_everywhere_from_then_on(client: Client) -> None:
    venue(theme="burgundy", welcome="Good cards!\nGood coffee.")
    come_by(client)
    for page in ("/", "/accounts/login/", "/guest/", "/games/tactical/", "/nothing/here/"):
        shown = client.get(page)
        assert "venue-burgundy" in classes(shown), page
        assert "Pod Asem" in texts(shown), page
        assert 'content="#451620"' in texts(shown), page
    assert "Good cards!<br>Good coffee." in texts(client.get("/"))


def test_nobody_else_sees_it(client: Client) -> None:
    venue(theme="burgundy")
    shown = client.get("/")
    assert not [name for name in classes(shown) if name.startswith("venue-")]
    assert "venues.css" not in texts(shown)


def test_cookie_is_for_the_site_alone(client: Client) -> None:
    place = venue()
    cookie = client.get("/POD-ASEM/").cookies[COOKIE]
    assert (cookie.value, cookie["samesite"], cookie["httponly"], cookie["secure"]) == (
        str(place.pk),
        "Lax",
        True,
        "",
    )


def test_address_of_nobody_and_of_a_closed_venue_lead_nowhere(client: Client) -> None:
    venue(is_active=False)
    for address in ("/pod-asem/", "/nobody/", "/a_b/"):
        answer = client.get(address)
        assert (answer.status_code, COOKIE in answer.cookies) == (404, False)


def test_face_stays_with_its_visitors_when_name_and_address_change(client: Client) -> None:
    place = venue(theme="midnight")
    come_by(client)
    place.name, place.prefix = "Zum Ass", "zum-ass"
    venues.save_venue(place)
    shown = client.get("/")
    assert "venue-midnight" in classes(shown)
    assert ("Zum Ass" in texts(shown), "Pod Asem" in texts(shown)) == (True, False)


def test_closed_venue_takes_its_face_back(client: Client) -> None:
    open_venue = venue(theme="midnight")
    come_by(client)
    open_venue.is_active = False
    venues.save_venue(open_venue)
    assert "venue-midnight" not in classes(client.get("/"))


def test_face_can_be_taken_off(client: Client) -> None:
    venue(theme="graphite")
    come_by(client)
    assert "Without the look of Pod Asem" in texts(client.get("/"))
    assert client.get("/venue/leave/").status_code == 405
    client.post("/venue/leave/")
    assert "venue-graphite" not in classes(client.get("/"))


@pytest.mark.parametrize("forged", ["nobody", "x" * 4_000, '"><script>', "pod-asem\0", "1 OR 1=1"])
def test_forged_cookie_is_no_venue(client: Client, forged: str) -> None:
    venue(theme="graphite")
    client.cookies[COOKIE] = forged
    shown = client.get("/")
    assert shown.status_code == 200
    assert "venue-graphite" not in classes(shown)


# --- what it says and shows ------------------------------------------------------------------------


def test_markup_in_its_texts_is_text(client: Client) -> None:
    hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    place = venue(name='A"><b>', welcome=hostile)
    venues.save_banner(VenueBanner(venue=place, game="tactical", text=hostile))
    come_by(client)
    for page in ("/", "/games/tactical/"):
        body = client.get(page).content.decode()
        assert "&lt;script&gt;alert(1)" in body
        assert "<script>alert" not in body
        assert "<img src=x" not in body
        assert 'A">' not in body


def test_banner_stands_on_its_games_pages_only(client: Client) -> None:
    place = venue()
    venues.save_banner(VenueBanner(venue=place, game="tactical", text="House rule."))
    come_by(client)
    assert "House rule." in texts(client.get("/games/tactical/"))
    assert "House rule." not in texts(client.get("/games/classic_series/"))
    assert "House rule." not in texts(Client().get("/games/tactical/"))


def test_traditional_cards_are_for_who_has_not_chosen(client: Client, alice: User) -> None:
    venue(card_style="traditional")
    come_by(client)
    assert "faces-courts" in classes(client.get("/"))
    client.force_login(alice)
    assert "faces-courts" in classes(client.get("/"))
    services.change_preferences(alice, faces="index")
    assert "faces-index" in classes(client.get("/"))


def test_default_cards_leave_what_a_player_chose(client: Client, alice: User) -> None:
    venue()
    services.change_preferences(alice, faces="courts")
    client.force_login(alice)
    come_by(client)
    assert "faces-courts" in classes(client.get("/"))


def test_who_never_chose_before_there_were_venues_has_not_chosen_now(alice: User, bob: User) -> None:
    """The migration: a large index was what everybody began with."""
    User.objects.filter(pk=alice.pk).update(faces="index")
    User.objects.filter(pk=bob.pk).update(faces="courts")
    operations = import_module("players.migrations.0004_venues").Migration.operations
    (change,) = [each for each in operations if isinstance(each, RunSQL)]
    with connection.cursor() as cursor:
        cursor.execute(str(change.sql))
    assert dict(User.objects.values_list("username", "faces")) == {"alice": "venue", "bob": "courts"}


# --- pictures --------------------------------------------------------------------------------------


def test_logo_is_served_as_what_it_is_and_as_nothing_else(client: Client) -> None:
    logo = encoded(picture(mode="RGBA"), LOGO)
    venues.save_venue(venue(), logo=logo)
    come_by(client)
    address = f"/pictures/{logo.digest}.webp"
    assert f'<img class="logo" src="{address}" alt="" width="60" height="40">' in texts(
        client.get("/games/tactical/")
    )
    answer = client.get(address)
    assert opened(answer.content).size == (60, 40)
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("name", ["0" * 64, "x", "x" * 500])
def test_unknown_picture_is_not_there(client: Client, name: str) -> None:
    assert client.get(f"/pictures/{name}.webp").status_code == 404


def test_picture_that_nothing_shows_any_more_is_gone() -> None:
    one, other = encoded(picture(), LOGO), encoded(picture(size=(9, 9)), LOGO)
    place = venues.save_venue(venue(), logo=one)
    banner = venues.save_banner(VenueBanner(venue=place, game="tactical"), picture=one)
    venues.save_venue(place, logo=other)
    assert set(Picture.objects.values_list("digest", flat=True)) == {one.digest, other.digest}
    venues.save_banner(banner, without_picture=True)
    assert set(Picture.objects.values_list("digest", flat=True)) == {other.digest}
    venues.save_venue(place)
    assert place.logo_id == other.digest
    venues.remove_venue(place)
    assert not Picture.objects.exists()


# --- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"prefix": "admin"}, "prefix_is_ours"),
        ({"prefix": "No Way"}, "prefix_form"),
        ({"name": "\u3164"}, "text_empty"),
        ({"name": "x" * 41}, "text_too_long"),
        ({"welcome": "x" * 10_000}, "text_too_long"),
        ({"theme": "neon"}, "invalid_choice"),
        ({"card_style": "tarot"}, "invalid_choice"),
        ({"prefix": "taken"}, "unique"),
    ],
)
def test_refused_by_a_code_and_nothing_changed(change: dict[str, str], code: str) -> None:
    venue(prefix="taken", name="Taken")
    place = venue(welcome="Hello")
    before = Venue.objects.filter(pk=place.pk).values().get()
    for name, value in change.items():
        setattr(place, name, value)
    with pytest.raises(ValidationError) as refused:
        venues.save_venue(place, logo=encoded(picture(), LOGO))
    by_field = getattr(refused.value, "error_dict", {"": [refused.value]})
    assert {error.code for errors in by_field.values() for error in errors} == {code}
    assert Venue.objects.filter(pk=place.pk).values().get() == before
    assert not Picture.objects.exists()
