"""Settings work without any environment, and what is secret stays so."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from battle21.installation import BASE_DIR, OWNER_ROLE, RUNTIME_ROLE, keep_secret
from battle21.settings.database import database_settings
from battle21.settings.mail import mailer
from battle21.settings.seal import parse_seal_keys, seal_keys

SHOW = """
import json
from django.conf import settings
names = ("SECRET_KEY", "HTTPS", "DEMO", "DEBUG", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS",
         "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_CROSS_ORIGIN_OPENER_POLICY")
shown = {name: getattr(settings, name) for name in names}
shown["user"] = settings.DATABASES["default"]["USER"]
shown["seal"] = {name: key.hex() for name, key in settings.SEAL_KEYS.items()}
shown["static"] = settings.STORAGES["staticfiles"]["BACKEND"]
print(json.dumps(shown))
"""


def run_python(data: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A fresh process with almost nothing in its environment."""
    bare = {
        "PATH": os.environ["PATH"],
        "B21_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "battle21.settings",
        **environment,
    }
    return subprocess.run(
        [sys.executable, *arguments], env=bare, cwd=BASE_DIR, capture_output=True, text=True, check=True
    )


def settings_of(data: Path, **environment: str) -> dict[str, object]:
    shown: dict[str, object] = json.loads(run_python(data, "-c", SHOW, **environment).stdout)
    return shown


def test_without_environment_the_settings_are_an_operators_with_https(tmp_path: Path) -> None:
    shown = settings_of(tmp_path)
    assert (shown["DEMO"], shown["DEBUG"], shown["HTTPS"]) == (False, False, True)
    secure = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
    for name in ("SECURE_SSL_REDIRECT", *secure):
        assert shown[name] is True, name
    assert shown["SECURE_HSTS_SECONDS"] == 31_536_000
    assert "Manifest" in str(shown["static"])


def test_the_living_room_is_asked_for_and_exists_in_demos_only(tmp_path: Path) -> None:
    shown = "from battle21.celery import BEAT; print('tend-living-room' in BEAT)"
    asked, demo = {"B21_LIVING_ROOM": "1"}, {"B21_DEMO": "1"}
    for environment, there in ((demo | asked, "True"), (demo, "False"), (asked, "False")):
        assert run_python(tmp_path, "-c", shown, **environment).stdout.split() == [there], environment


def test_demo_speaks_http(tmp_path: Path) -> None:
    shown = settings_of(tmp_path, B21_DEMO="1")
    assert shown["HTTPS"] is False
    assert shown["SESSION_COOKIE_SECURE"] is False


def test_local_network_gets_no_header_that_its_browsers_refuse(tmp_path: Path) -> None:
    """They would write an error into every page's console."""
    name = "SECURE_CROSS_ORIGIN_OPENER_POLICY"
    assert settings_of(tmp_path, B21_DEMO="1")[name] == "same-origin"
    assert settings_of(tmp_path, B21_DEMO="1", B21_LAN_ADDRESS="http://10.0.0.7:8021")[name] is None


def test_a_second_start_has_the_same_secrets_and_another_folder_has_others(tmp_path: Path) -> None:
    first, again = settings_of(tmp_path / "a"), settings_of(tmp_path / "a")
    other = settings_of(tmp_path / "b")
    assert first["SECRET_KEY"] == again["SECRET_KEY"] != other["SECRET_KEY"]
    assert first["seal"] == again["seal"] != other["seal"]


def test_secrets_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    settings_of(tmp_path)
    folder = tmp_path / "secrets"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    files = list(folder.iterdir())
    assert {file.name for file in files} >= {"secret_key", "seal_keys.json"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_the_runtime_role_serves_and_the_owner_migrates(tmp_path: Path) -> None:
    assert settings_of(tmp_path)["user"] == RUNTIME_ROLE
    assert settings_of(tmp_path, B21_DB_ROLE="owner")["user"] == OWNER_ROLE


def test_the_deployment_check_is_clean_with_nothing_but_a_mail_server(tmp_path: Path) -> None:
    command = ("manage.py", "check", "--deploy", "--fail-level", "INFO")
    done = run_python(tmp_path, *command, B21_EMAIL_URL="submission://user:password@mail.example")
    assert "no issues" in done.stdout


def test_processes_that_start_together_keep_one_secret(tmp_path: Path) -> None:
    made = iter(range(1_000))
    with ThreadPoolExecutor(16) as pool:
        kept = list(pool.map(lambda _: keep_secret(tmp_path, "key", lambda: str(next(made))), range(64)))
    assert len(set(kept)) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


def test_seal_keys_are_32_bytes_and_the_last_one_seals(tmp_path: Path) -> None:
    keys, key_id = seal_keys(tmp_path)
    assert [len(key) for key in keys.values()] == [32]
    assert key_id in keys
    rotated, newest = parse_seal_keys(json.dumps({"k1": "00" * 32, "k2": "11" * 32}))
    assert newest == "k2"
    assert rotated["k1"] == bytes(32)


@pytest.mark.parametrize("text", ["{}", '{"k1": "00"}', '{"k1": "zz"}', "not json"])
def test_a_damaged_key_file_stops_the_start(text: str) -> None:
    with pytest.raises(ValueError):
        parse_seal_keys(text)


def test_database_urls_win_over_the_embedded_cluster(tmp_path: Path) -> None:
    runtime = "postgresql://web:a@db.example/b21"
    owner = "postgresql://boss:b@db.example/b21"

    def user(**urls: str) -> object:
        wanted = {"runtime_url": runtime, "owner_url": "", **urls}
        as_owner = database_settings(tmp_path, **wanted, owner=True)["USER"]
        return database_settings(tmp_path, **wanted, owner=False)["USER"], as_owner

    assert user(owner_url=owner) == ("web", "boss")
    assert user() == ("web", "web")
    assert user(runtime_url="") == (RUNTIME_ROLE, OWNER_ROLE)


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("submission://user:p%40ss@mail.example", 587, True, False),
        ("smtp://user:p%40ss@mail.example", 25, False, False),
        ("smtp://user:p%40ss@mail.example:465?ssl=True", 465, False, True),
    ],
)
def test_a_mail_server_is_named_by_url(tmp_path: Path, url: str, port: int, tls: bool, ssl: bool) -> None:
    options = mailer(url, tmp_path)["OPTIONS"]
    assert (options["host"], options["username"], options["password"]) == ("mail.example", "user", "p@ss")
    assert (options["port"], options["use_tls"], options["use_ssl"]) == (port, tls, ssl)


def test_another_scheme_of_mail_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="B21_EMAIL_URL"):
        mailer("smtp+tls://mail.example", tmp_path)
