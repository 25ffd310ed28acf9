"""Every page and table in a make-believe language: a word that is still English was never given to translators.

All sentences of ours are "translated" into letters of one kind, in the place of German; what is left over must be a
name, or German that Django and allauth bring themselves.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import trans_real
from pytest_django.fixtures import Settings

from battle21.ops import words
from games import lobby_live
from games.models import Table
from games.rules.catalog import GAMES, PRODUCTS
from games.services import tables
from games.templatetags import lobby as pieces
from players.models import User
from players.services import create_account
from tests.live.seating import bring_seeds, guests

pytestmark = pytest.mark.django_db

KEPT = re.compile(r"(%%|%\(\w+\)[sd]|%s|\{\w+\}|<[^>]+>|&\w+;)")
"""Parts of a sentence that stay as they are in every language."""
NAMES = {
    "Battle", "English", "Polski", "Deutsch", "Alice", "Bob", "Charlie", "Zoe", "Xaver", "Yannick", "UTC",
    "Test Bitcoin", "Test Ether", "Test Tether", "TBTC", "TETH", "TUSDT",
}  # fmt: skip
"""Of people, languages and coins."""
SHOWN = r"aria-label|title|alt|placeholder|data-(?:lost|back|elsewhere|here|done|gap|new|gone|turn)"
"""Attributes with sentences in them."""
LANGUAGE = "de"
OURS = ("games.", "players.", "leaderboard.", "wallet.", "battle21.")


def make_believe(english: str) -> str:
    return "".join(
        part if KEPT.fullmatch(part) else re.sub(r"[A-Za-z]", "ж", part) for part in KEPT.split(english)
    )


@pytest.fixture
def language(tmp_path: Path, settings: Settings) -> Iterator[str]:
    """The make-believe language under the code of German."""
    catalog = words.read(LANGUAGE, tmp_path)
    for message in words.collect():
        if message.id:
            english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            said = tuple(make_believe(form) for form in english)
            catalog.add(message.id, said[0] if len(said) == 1 else said, context=message.context)
    file = words.po_file(LANGUAGE, tmp_path).with_suffix(".mo")
    file.parent.mkdir(parents=True)
    file.write_bytes(words.compiled(catalog))
    settings.LOCALE_PATHS = [tmp_path]
    forget_all_sentences()
    yield LANGUAGE
    forget_all_sentences()


def forget_all_sentences() -> None:
    """Whatever other tests have had drawn in German is not what is looked at here."""
    trans_real._translations = {}  # type: ignore[attr-defined]
    lobby_live.forget()
    pieces._kept.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith(OURS):
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def of_other_packages(settings: Settings) -> set[str]:
    """Words of what Django and allauth say in German."""
    ours = settings.LOCALE_PATHS
    settings.LOCALE_PATHS = []
    trans_real._translations = {}  # type: ignore[attr-defined]
    said = " ".join(str(text) for _key, text in trans_real.translation(LANGUAGE)._catalog.items())  # type: ignore[attr-defined]
    settings.LOCALE_PATHS = ours
    trans_real._translations = {}  # type: ignore[attr-defined]
    return {word for phrase in words_left(said) for word in phrase.split()}


def words_left(html: str) -> set[str]:
    """Words of Latin letters that a reader sees or hears."""
    seen = re.sub(r"<(script|style|code|bdi|kbd)\b.*?</\1>|<!--.*?-->", " ", html, flags=re.DOTALL)
    attributes = re.findall(rf'(?:{SHOWN})="([^"]*)"', seen)
    text = unescape(" | ".join([re.sub(r"<[^>]+>", " | ", seen), *attributes]))
    text = re.sub(r"\S+\.(?:com|org)\b\S*", " ", text)
    return set(re.findall(r"[A-Za-z][A-Za-z'’-]{2,}(?: [A-Za-z][A-Za-z'’-]+)*", text))


class Reader:
    def __init__(self, user: User | None = None) -> None:
        self.client = Client(headers={"accept-language": LANGUAGE})
        if user is not None:
            self.client.force_login(user, backend="players.backends.PlayerBackend")
        self.left: dict[str, str] = {}

    def look(self, *addresses: str) -> None:
        for address in addresses:
            for word in words_left(self.client.get(address, follow=True).content.decode()):
                self.left.setdefault(word, address)


def test_word_that_was_never_given_to_translators_is_found() -> None:
    page = '<p>жжж Fold <b>now</b></p><button aria-label="Help me">ж</button><code>root</code><bdi>Zoe</bdi>'
    assert words_left(page) == {"Fold", "now", "Help me"}
    assert make_believe("%(name)s bets <b>{n}</b> of 10 %%") == "%(name)s жжжж <b>{n}</b> жж 10 %%"


def test_no_page_or_table_has_a_word_that_is_only_english(language: str, settings: Settings) -> None:
    stranger, zoe = Reader(), Reader(create_account("Zoe", "", "three kings and a river"))
    of_games = [page for key in PRODUCTS for page in (f"/games/{key}/", f"/tables/new/?game={key}")]
    stranger.look("/", "/guest/", "/accounts/login/", "/accounts/signup/", "/nothing/", "/wallet/", *of_games)
    zoe.look(
        "/", "/preferences/", "/preferences/keys/", "/wallet/", "/wallet/statement/", "/matches/", "/leaderboard/",
        "/accounts/email/", "/accounts/2fa/", "/accounts/sessions/", "/accounts/password/change/", *of_games,
    )  # fmt: skip
    xaver, yannick = guests("Xaver", "Yannick")
    host = Reader(xaver)
    for key in PRODUCTS:
        if Table.Mode.FREE in GAMES[key].modes:
            two = {"seats": 2} if any(option.key == "seats" for option in GAMES[key].options) else {}
            table = tables.open_table(xaver, key, mode="free", options=two)
            address = f"/t/{table.public_id}/"
            host.look(address)
            stranger.look(f"/i/{table.invitation}/")
            tables.join_table(yannick, table.public_id)
            bring_seeds(table.id)
            host.look(address)
            stranger.look(address)
    only_here = [
        text for key in GAMES.keys() - set(PRODUCTS) for text in (GAMES[key].title, GAMES[key].summary)
    ]
    known = NAMES.union(*map(words_left, only_here))
    theirs = of_other_packages(settings)
    left = {word: page for reader in (stranger, zoe, host) for word, page in reader.left.items()}
    assert {
        word: page for word, page in left.items() if word not in known and not theirs.issuperset(word.split())
    } == {}
