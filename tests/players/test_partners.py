"""Partners and their API keys: shown once, kept as a hash, revoked at once; two at a time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.utils import timezone

from players.errors import ReferenceTaken, TooManyKeys
from players.models import Partner, PartnerKey, PartnerPlayer, User
from players.services import partners
from players.services.demo import DemoOnly

pytestmark = pytest.mark.django_db

KEYS = "/admin/players/partnerkey/"
PARTNERS = "/admin/players/partner/"
NO_ROWS = {"keys-TOTAL_FORMS": 0, "keys-INITIAL_FORMS": 0}
KEY = r"b21_(test|live)_[0-9A-Za-z]{40}"


@pytest.fixture
def acme() -> Partner:
    return partners.create_partner("Acme", is_test=True)


# --- keys --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("is_test", "begins"), [(True, "b21_test_"), (False, "b21_live_")])
def test_key_says_what_it_is_for_and_opens(is_test: bool, begins: str) -> None:
    partner = partners.create_partner("Acme", is_test=is_test)
    key, text = partners.issue_key(partner, "server", "sam")
    assert text.startswith(begins)
    assert re.fullmatch(KEY, text)
    assert key.visible == text[: len(begins) + 8]
    assert partners.find_key(text) == key


def test_only_a_hash_of_the_key_is_in_the_database(acme: Partner) -> None:
    key, text = partners.issue_key(acme, "server", "sam")
    secret = text.removeprefix(key.visible)
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(k)::text FROM players_partnerkey k")
        (stored,) = cursor.fetchone()
    assert key.visible in stored
    assert secret not in stored


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "",
        lambda text: text[:-1],
        lambda text: text + "0",
        lambda text: text[:-1] + ("1" if text[-1] != "1" else "2"),
        lambda text: text.replace("_test_", "_live_"),
        lambda text: text[:17],
        lambda text: f" {text}",
        lambda text: text + "\n",
        lambda text: text[:-1] + "\0",
        lambda text: "b21_test_" + "é" * 40,
    ],
)
def test_anything_but_the_key_opens_nothing(acme: Partner, change: Any) -> None:
    _key, text = partners.issue_key(acme, "server", "sam")
    assert partners.find_key(change(text)) is None


def test_revoked_key_opens_nothing_and_the_other_one_does(acme: Partner) -> None:
    old, old_text = partners.issue_key(acme, "old", "sam")
    new, new_text = partners.issue_key(acme, "new", "sam")
    assert partners.find_key(old_text) == old
    assert partners.revoke_key(old, "sam", timezone.now())
    assert partners.find_key(old_text) is None
    assert not partners.key_works(old.pk)
    assert partners.find_key(new_text) == new
    assert not partners.revoke_key(old, "sue", timezone.now())
    assert PartnerKey.objects.get(pk=old.pk).revoked_by == "sam"


def test_partner_has_two_keys_at_most(acme: Partner) -> None:
    first, _text = partners.issue_key(acme, "one", "sam")
    partners.issue_key(acme, "two", "sam")
    with pytest.raises(TooManyKeys):
        partners.issue_key(acme, "three", "sam")
    partners.revoke_key(first, "sam", timezone.now())
    partners.issue_key(acme, "three", "sam")


def test_unknown_scope_is_refused(acme: Partner) -> None:
    with pytest.raises(ValueError, match="everything"):
        partners.issue_key(acme, "one", "sam", ["play", "everything"])
    assert not PartnerKey.objects.exists()


def test_partner_that_is_off_has_no_working_key(acme: Partner) -> None:
    _key, text = partners.issue_key(acme, "one", "sam")
    partners.change_partner(acme, name="Acme", is_active=False)
    assert partners.find_key(text) is None


# --- players -----------------------------------------------------------------------------------------------


def test_partners_player_is_an_account_nobody_can_log_in_to(acme: Partner) -> None:
    player = partners.create_player(acme, "Alice", "a-1")
    user = User.objects.get(pk=player.pk)
    assert (user.display_name, user.is_guest, user.is_staff) == ("Alice", False, False)
    assert not user.has_usable_password()
    assert user.email == ""


def test_reference_is_the_partners_own_and_once(acme: Partner) -> None:
    other = partners.create_partner("Other", is_test=True)
    partners.create_player(acme, "Alice", "a-1")
    with pytest.raises(ReferenceTaken):
        partners.create_player(acme, "Bob", "a-1")
    partners.create_player(other, "Bob", "a-1")
    partners.create_player(acme, "Charlie")
    partners.create_player(acme, "Charlie")
    assert PartnerPlayer.objects.filter(partner=acme).count() == 3
    assert User.objects.filter(display_name="Bob").count() == 1


@pytest.mark.parametrize("name", ["", "support", "a\u202eb", "x" * 10_000, "a\0b"])
def test_partners_player_has_a_name_like_everybodys(acme: Partner, name: str) -> None:
    with pytest.raises(ValidationError):
        partners.create_player(acme, name)
    assert not User.objects.exists()


# --- the demo ----------------------------------------------------------------------------------------------


def test_demo_key_is_the_same_at_every_start(settings: Any) -> None:
    settings.DEMO = True
    text = partners.seed_demo_partner()
    assert partners.seed_demo_partner() == text
    key = partners.find_key(text)
    assert key is not None
    assert (key.partner.is_test, key.partner.is_demo, PartnerKey.objects.count()) == (True, True, 1)


def test_demo_key_that_was_revoked_is_replaced_by_another(settings: Any) -> None:
    settings.DEMO = True
    text = partners.seed_demo_partner()
    partners.revoke_key(PartnerKey.objects.get(), "sam", timezone.now())
    again = partners.seed_demo_partner()
    assert again != text
    assert partners.find_key(text) is None
    assert partners.find_key(again) is not None


def test_demo_key_of_another_installation_is_another(settings: Any) -> None:
    settings.DEMO = True
    text = partners.seed_demo_partner()
    Partner.objects.all()[0].keys.all().delete()
    settings.SECRET_KEY = "another installation's"
    assert partners.seed_demo_partner() != text


def test_demo_starts_whatever_staff_have_made_of_its_partner(settings: Any) -> None:
    settings.DEMO = True
    text = partners.seed_demo_partner()
    key = PartnerKey.objects.get()
    partners.change_partner(key.partner, name="Acme", is_active=True)
    assert partners.seed_demo_partner() == text
    partners.revoke_key(key, "sam", timezone.now())
    for name in ("one", "two"):
        partners.issue_key(key.partner, name, "sam")
    assert partners.seed_demo_partner() == ""
    assert (Partner.objects.count(), PartnerKey.objects.filter(revoked_at=None).count()) == (1, 2)


def test_demo_key_opens_nothing_outside_demo_mode(settings: Any) -> None:
    settings.DEMO = True
    text = partners.seed_demo_partner()
    settings.DEMO = False
    assert partners.find_key(text) is None
    with pytest.raises(DemoOnly):
        partners.seed_demo_partner()


# --- staff -------------------------------------------------------------------------------------------------


def new_key(client: Client, partner: Partner, **fields: Any) -> Any:
    return client.post(f"{KEYS}add/", {"partner": partner.pk, "name": "server", "scopes": ["play"], **fields})


def test_staff_see_a_new_key_once(client: Client, staff: User, acme: Partner) -> None:
    client.force_login(staff)
    assert 'type="checkbox" name="scopes"' in client.get(f"{KEYS}add/").content.decode()
    shown = new_key(client, acme)
    match = re.search(KEY, shown.content.decode())
    assert match is not None
    text = match[0]
    assert "no-store" in shown.headers["Cache-Control"]
    assert not any(text[17:] in morsel.OutputString() for morsel in shown.cookies.values())
    key = partners.find_key(text)
    assert key is not None
    assert (key.scopes, key.created_by) == (["play"], staff.username)
    for page in (KEYS, f"{KEYS}{key.pk}/change/", f"{PARTNERS}{acme.pk}/change/"):
        again = client.get(page)
        assert again.status_code == 200
        assert key.visible in again.content.decode()
        assert text[17:] not in again.content.decode()


def test_staff_revoke_a_key(client: Client, staff: User, acme: Partner) -> None:
    client.force_login(staff)
    key, text = partners.issue_key(acme, "server", "sam")
    page = f"{KEYS}{key.pk}/change/"
    client.post(page, {"name": "other", "scopes": []})
    assert partners.find_key(text) == key
    client.post(page, {"revoke": "on"})
    assert partners.find_key(text) is None
    assert PartnerKey.objects.get(pk=key.pk).revoked_by == staff.username


def test_third_key_is_refused_on_the_form(client: Client, staff: User, acme: Partner) -> None:
    client.force_login(staff)
    for name in ("one", "two"):
        partners.issue_key(acme, name, "sam")
    shown = new_key(client, acme)
    assert "This partner has two keys already." in shown.content.decode()
    assert PartnerKey.objects.count() == 2


def test_staff_make_a_partner_and_switch_it_off_but_never_change_its_kind(
    client: Client, staff: User
) -> None:
    client.force_login(staff)
    client.post(f"{PARTNERS}add/", {"name": "Acme", "is_test": "on"})
    partner = Partner.objects.get()
    assert (partner.name, partner.is_test, partner.is_active) == ("Acme", True, True)
    client.post(f"{PARTNERS}{partner.pk}/change/", {"name": "Acme 2", "is_test": "", **NO_ROWS})
    partner.refresh_from_db()
    assert (partner.name, partner.is_test, partner.is_active) == ("Acme 2", True, False)
    assert client.get(f"{PARTNERS}{partner.pk}/delete/").status_code == 403


def test_staff_without_the_permission_make_no_key(client: Client, acme: Partner) -> None:
    client.force_login(User.objects.create_user("sue", display_name="Sue", is_staff=True))
    assert new_key(client, acme).status_code == 403
    assert not PartnerKey.objects.exists()
