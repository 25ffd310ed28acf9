"""Words in other languages: `python -m battle21.ops.words` collects what people read, merges it into the .po files of
`locale/` and compiles them. For translators, who need the packages of requirements-dev.txt (CONTRIBUTING.md).

The .mo files are committed: a fresh machine has only Python, and a checkout may be read-only.
"""

from __future__ import annotations

import argparse
import copy
import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "battle21.settings")

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from battle21.installation import BASE_DIR
from battle21.jinja import FIXED_WORDS

LOCALE = BASE_DIR / "locale"
SOURCES = ("battle21", "games", "leaderboard", "players", "wallet")
TEMPLATES = BASE_DIR / "templates"
LIVE = TEMPLATES / "live"
HEADER = "# Battle21's words. Collected and compiled by `python -m battle21.ops.words`."
HEADERS: dict[str, Any] = {
    "version": "1",
    "last_translator": "",
    "language_team": "",
    "msgid_bugs_address": "",
}
BRACES = re.compile(r"\{\w*\}")
"""Placeholders of refusals (games.errors); those with a percent sign Babel knows itself."""
TEMPLATE_SUFFIXES = (".html", ".txt")
KEYWORDS: dict[str, Any] = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "later": None,  # gettext_lazy, where a file says it often
    "words": None,  # games.rules.words: the rules know no translation
}


def translated_languages() -> list[str]:
    """All but the language of the source."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def po_file(language: str, folder: Path = LOCALE) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


# --- collecting -----------------------------------------------------------------------------------------------------


def collect() -> Catalog:
    """Every sentence of code and templates, with the files it stands in."""
    found = Catalog(project="Battle21", charset="utf-8")
    for path in sorted(_files()):
        place = str(path.relative_to(BASE_DIR))
        for _line, message, comments, context in extract(
            "python", io.BytesIO(_as_python(path).encode()), KEYWORDS, ["Translators:"]
        ):
            found.add(message, locations=[(place, 1)], auto_comments=comments, context=context)
    return found


def _files() -> Iterator[Path]:
    for folder in SOURCES:
        yield from (path for path in (BASE_DIR / folder).rglob("*.py") if "migrations" not in path.parts)
    yield from (path for path in TEMPLATES.rglob("*") if path.suffix in TEMPLATE_SUFFIXES)


def _as_python(path: Path) -> str:
    """The file as calls of gettext: Python itself, Django's templates, or those of the live table."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return source
    if LIVE in path.parents:
        return "\n".join(found[0] for found in re.finditer(FIXED_WORDS, source))
    # What stands around the calls are letters of no meaning; only their indentation would not be Python.
    return "\n".join(line.strip() for line in templatize(source, origin=str(path)).splitlines())


# --- merging and compiling ------------------------------------------------------------------------------------------


def read(language: str, folder: Path = LOCALE) -> Catalog:
    """The language's catalog; a new one while there is no file."""
    path = po_file(language, folder)
    if not path.exists():
        return Catalog(locale=language, project="Battle21", header_comment=HEADER, fuzzy=False, **HEADERS)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def merge(language: str, found: Catalog, folder: Path = LOCALE) -> None:
    """Write the language's .po file anew: what is new stands there untranslated, what is gone is left out."""
    catalog = read(language, folder)
    catalog.update(found, no_fuzzy_matching=True, update_creation_date=False)
    path = po_file(language, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        # Files without line numbers, and no date of today: two people's changes shall not meet where nothing changed.
        write_po(file, catalog, width=0, include_lineno=False, ignore_obsolete=True, sort_by_file=True)


def compiled(catalog: Catalog) -> bytes:
    """The .mo file of a catalog, without what is not translated whole: that is shown in English."""
    whole = copy.deepcopy(catalog)
    for message in catalog:
        if message.id and _fault(catalog, message):
            whole.delete(_english(message), message.context)
    file = io.BytesIO()
    write_mo(file, whole)
    return file.getvalue()


def write_compiled(language: str, folder: Path = LOCALE) -> None:
    po_file(language, folder).with_suffix(".mo").write_bytes(compiled(read(language, folder)))


# --- what is missing ------------------------------------------------------------------------------------------------


def faults(catalog: Catalog, found: Catalog) -> list[str]:
    """What keeps a catalog from being a complete translation of `found`: one line each, empty when it is."""
    return [
        f"{fault}: {_english(message)!r}"
        for message in found
        if message.id and (fault := _fault(catalog, catalog.get(_english(message), message.context)))
    ]


def _fault(catalog: Catalog, message: Message | None) -> str:
    if message is None:
        return "not in the .po file"
    if message.fuzzy:
        return "fuzzy"
    forms = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
    if not any(forms):
        return "untranslated"
    wanted = catalog.num_plurals if message.pluralizable else 1
    if len(forms) != wanted or not all(forms):
        return f"needs {wanted} forms"
    wrong = [str(error) for error in message.check(catalog)]
    if any(set(BRACES.findall(form or "")) - set(BRACES.findall(_english(message))) for form in forms):
        wrong.append("unknown {placeholder}")
    return wrong[0] if wrong else ""


def _english(message: Message) -> str:
    return str(message.id if isinstance(message.id, str) else message.id[0])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m battle21.ops.words", description=__doc__)
    parser.add_argument("--compile", action="store_true", help="only compile: nothing is collected or merged")
    parser.add_argument("--missing", action="store_true", help="list what is not translated yet")
    options = parser.parse_args(arguments)
    found = collect()
    for language in translated_languages():
        if not options.compile:
            merge(language, found)
        write_compiled(language)
        missing = faults(read(language), found)
        print(f"{language}: {len(found) - len(missing)} of {len(found)} translated")
        for line in missing if options.missing else ():
            print(f"  {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
