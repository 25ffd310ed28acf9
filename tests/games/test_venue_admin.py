"""Staff make venues in the admin; what is refused says so at its field and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from games.qr import qr_svg
from players.models import Picture, Venue, VenueBanner
from tests.players.drawn import SVG_WITH_A_SCRIPT, picture
from tests.support.staff_pages import address, superuser, support, text_of

pytestmark = pytest.mark.django_db
BANNERS = {
    "banners-TOTAL_FORMS": "1",
    "banners-INITIAL_FORMS": "0",
    "banners-0-game": "tactical",
    "banners-0-text": " House  rule. ",
}
FORM = {
    "prefix": "Pod-Asem",
    "name": "Pod Asem",
    "is_active": "on",
    "welcome": "Good cards!",
    "theme": "burgundy",
    "card_style": "traditional",
    "featured_game": "tactical",
    "flexible_ace": "on",
    **BANNERS,
}


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(superuser())
    return client


def file(content: bytes, name: str = "logo.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def stored() -> int:
    """Rows of all three."""
    return Venue.objects.count() + VenueBanner.objects.count() + Picture.objects.count()


def add(staff: Client, **change: Any) -> Any:
    return staff.post(address(Venue, "add"), {**FORM, **change})


def test_venue_is_made_with_all_it_has(staff: Client) -> None:
    pictures = {"logo_file": file(picture()), "banners-0-picture_file": file(picture("JPEG"), "banner.jpg")}
    assert add(staff, **pictures).status_code == 302
    venue = Venue.objects.get()
    assert (venue.prefix, venue.theme, venue.featured_game, venue.flexible_ace) == (
        "pod-asem", "burgundy", "tactical", True,
    )  # fmt: skip
    banner = VenueBanner.objects.get()
    assert (banner.text, banner.game) == ("House rule.", "tactical")
    assert {venue.logo_id, banner.picture_id} == set(Picture.objects.values_list("digest", flat=True))
    shown = text_of(staff.get(address(Venue, "change", venue.pk)))
    assert f'src="/pictures/{venue.logo_id}.webp"' in shown
    assert "/pod-asem/" in text_of(staff.get(address(Venue, "changelist")))


def test_venue_is_changed_and_its_banner_removed(staff: Client) -> None:
    add(staff, logo_file=file(picture()))
    venue, banner = Venue.objects.get(), VenueBanner.objects.get()
    change = {
        **FORM,
        "prefix": "pod-asem",
        "welcome": "",
        "without_logo": "on",
        "banners-INITIAL_FORMS": "1",
        "banners-0-id": banner.pk,
        "banners-0-venue": venue.pk,
        "banners-0-DELETE": "on",
    }
    assert staff.post(address(Venue, "change", venue.pk), change).status_code == 302
    venue.refresh_from_db()
    assert (venue.welcome, venue.logo_id) == ("", None)
    assert not VenueBanner.objects.exists()
    assert not Picture.objects.exists()


def test_code_is_that_of_the_address_guests_reach_it_by(staff: Client) -> None:
    add(staff)
    venue = Venue.objects.get()
    code = f"/admin/players/venue/{venue.pk}/code.svg"
    page = text_of(staff.get(address(Venue, "change", venue.pk)))
    assert f'<img src="{code}" alt="QR code of /pod-asem/"' in page
    answer = staff.get(code, headers={"host": "testserver"})
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.decode() == qr_svg("http://testserver/pod-asem/")
    with override_settings(LAN_ADDRESS="http://192.168.1.20:8021", ALLOWED_HOSTS=["localhost"]):
        shown = staff.get(code, headers={"host": "localhost"}).content.decode()
    assert shown == qr_svg("http://192.168.1.20:8021/pod-asem/"), "a phone's own localhost is the phone"


def test_venue_that_is_not_there_has_no_code_and_others_than_staff_see_none(staff: Client) -> None:
    assert staff.get("/admin/players/venue/77/code.svg").status_code == 404
    assert "code.svg" not in text_of(staff.get(address(Venue, "add")))
    add(staff)
    code = f"/admin/players/venue/{Venue.objects.get().pk}/code.svg"
    assert Client().get(code).status_code == 302
    curious = Client()
    curious.force_login(support("players.view_user"))
    assert curious.get(code).status_code == 403


def test_venue_is_removed(staff: Client) -> None:
    add(staff, logo_file=file(picture()))
    venue = Venue.objects.get()
    assert staff.post(address(Venue, "delete", venue.pk), {"post": "yes"}).status_code == 302
    assert stored() == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"prefix": "admin"}, "This site has pages of its own under /admin/."),
        ({"prefix": "two words"}, "An address has 2 to 32 small letters"),
        ({"name": "\u3164"}, "There is nothing in it that one can see."),
        ({"welcome": "x" * 10_000}, "Ensure this value has at most 280 characters"),
        ({"featured_game": "faro"}, "faro is not one of the available choices"),
        ({"logo_file": SVG_WITH_A_SCRIPT}, "This is no PNG, JPEG or WebP picture."),
        ({"banners-0-picture_file": SVG_WITH_A_SCRIPT}, "This is no PNG, JPEG or WebP picture."),
        ({"banners-0-game": "faro"}, "faro is not one of the available choices"),
        ({"banners-0-text": "x" * 281}, "Ensure this value has at most 280 characters"),
    ],
)
def test_refused_with_a_sentence_and_nothing_stored(
    staff: Client, change: dict[str, Any], sentence: str
) -> None:
    sent = {
        name: file(value, "logo.svg") if isinstance(value, bytes) else value for name, value in change.items()
    }
    assert sentence in text_of(add(staff, **sent))
    assert stored() == 0


def test_staff_need_the_permission(client: Client) -> None:
    client.force_login(support("players.view_venue"))
    assert client.get(address(Venue, "changelist")).status_code == 200
    assert add(client).status_code == 403
    assert not Venue.objects.exists()
