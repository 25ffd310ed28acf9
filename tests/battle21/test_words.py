"""Catalogs of other languages: everything that is read is found, the compiled files are those of the .po files, and
what is missing, fuzzy, short of a plural form or of a placeholder is told."""

from __future__ import annotations

import gettext
import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from battle21.jinja import FIXED_WORDS
from battle21.ops import words
from games.rules.catalog import GAMES, PRODUCTS

LANGUAGES = ("pl", "de")


@pytest.fixture(scope="module")
def found() -> Catalog:
    return words.collect()


def has(catalog: Catalog, text: str, context: str | None = None) -> bool:
    return catalog.get(text, context) is not None


def polish(*translated: tuple[str | tuple[str, str], str | tuple[str, ...]], **how: bool) -> Catalog:
    catalog = Catalog(locale="pl", fuzzy=False)
    for english, text in translated:
        catalog.add(english, text, flags=["fuzzy"] if how.get("fuzzy") else [])
    return catalog


def test_languages_are_english_polish_and_german() -> None:
    assert tuple(words.translated_languages()) == LANGUAGES


def test_collected_is_what_python_templates_and_the_live_table_say(found: Catalog) -> None:
    assert has(found, "Fold"), "later(…) of a file of phrases"
    assert has(found, "Keep this name: sign up"), "translate of a page"
    assert has(found, "Pot"), "_(…) of the live table"
    free = found.get("%(n)s free seat")
    assert free is not None
    assert free.id == ("%(n)s free seat", "%(n)s free seats"), "blocktranslate with a plural"


@pytest.mark.parametrize("key", PRODUCTS)
def test_rows_of_the_catalogue_are_marked_for_translators(found: Catalog, key: str) -> None:
    game = GAMES[key]
    read = (game.title, game.summary, *(option.label for option in game.options))
    assert [text for text in read if not has(found, text)] == []


def test_live_templates_say_sentences_in_the_one_way_that_is_found() -> None:
    for path in words.LIVE.rglob("*.html"):
        source = path.read_text()
        assert source.count("_(") == len(FIXED_WORDS.findall(source)), path
        assert "gettext" not in source, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated(found: Catalog, language: str) -> None:
    assert words.faults(words.read(language), found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_file_is_that_of_the_po_file(language: str) -> None:
    """Otherwise: python -m battle21.ops.words --compile."""
    assert words.po_file(language).with_suffix(".mo").read_bytes() == words.compiled(words.read(language))


@pytest.mark.parametrize(
    ("catalog", "fault"),
    [
        (polish(), "not in the .po file"),
        (polish(("%(n)s point", "")), "untranslated"),
        (polish((("%(n)s point", "%(n)s points"), ("", "", ""))), "untranslated"),
        (polish((("%(n)s point", "%(n)s points"), ("%(n)s punkt", "%(n)s punkty", ""))), "needs 3 forms"),
        (polish((("%(n)s point", "%(n)s points"), ("%(n)s punkt", "%(n)s punkty"))), "needs 3 forms"),
        (polish((("%(n)s point", "%(n)s points"), ("%(n)s punkt",) * 3), fuzzy=True), "fuzzy"),
        (polish((("%(n)s point", "%(n)s points"), ("%(n)s punkt", "%(m)s punkty", "%(n)s"))), "placeholder"),
    ],
)
def test_fault_is_told(catalog: Catalog, fault: str) -> None:
    wanted = Catalog()
    wanted.add(("%(n)s point", "%(n)s points"))
    (told,) = words.faults(catalog, wanted)
    assert fault in told
    assert told.endswith("'%(n)s point'")


def test_placeholder_in_braces_that_nobody_fills_is_told() -> None:
    wanted = Catalog()
    wanted.add("At least {least}.")
    assert words.faults(polish(("At least {least}.", "Najmniej {least}.")), wanted) == []
    assert words.faults(polish(("At least {least}.", "Najmniej {last}.")), wanted) != []


def test_polish_counts_one_few_and_many() -> None:
    """1 punkt, 2 punkty, 5 punktów; 12 and 25 are many, 22 is few."""
    catalog = polish((("%(n)s point", "%(n)s points"), ("%(n)s punkt", "%(n)s punkty", "%(n)s punktów")))
    spoken = gettext.GNUTranslations(io.BytesIO(words.compiled(catalog)))
    said = [spoken.ngettext("%(n)s point", "%(n)s points", n) % {"n": n} for n in (1, 2, 4, 5, 12, 22, 25)]
    assert said == [
        "1 punkt", "2 punkty", "4 punkty", "5 punktów", "12 punktów", "22 punkty", "25 punktów",
    ]  # fmt: skip


def test_compiled_leaves_out_what_is_not_whole() -> None:
    """Else a plural without words would be shown as nothing at all."""
    catalog = polish((("%(n)s point", "%(n)s points"), ("", "", "")), ("Fold", "Pas"))
    spoken = gettext.GNUTranslations(io.BytesIO(words.compiled(catalog)))
    assert spoken.gettext("Fold") == "Pas"
    assert spoken.ngettext("%(n)s point", "%(n)s points", 2) == "%(n)s points"


def test_merging_keeps_translations_adds_what_is_new_and_drops_what_is_gone(tmp_path: Path) -> None:
    first, later = Catalog(), Catalog()
    first.add("Fold")
    first.add("Gone")
    later.add("Fold")
    later.add("New")
    words.merge("pl", first, tmp_path)
    file = words.po_file("pl", tmp_path)
    file.write_text(file.read_text().replace('msgid "Fold"\nmsgstr ""', 'msgid "Fold"\nmsgstr "Pas"'))
    words.merge("pl", later, tmp_path)
    catalog = words.read("pl", tmp_path)
    assert {message.id: message.string for message in catalog if message.id} == {"Fold": "Pas", "New": ""}
    again = file.read_bytes()
    words.merge("pl", later, tmp_path)
    assert file.read_bytes() == again
