"""The engine of the live table: escapes, speaks the reader's language, and forgives no typing error."""

from __future__ import annotations

import pytest
from django.template import engines
from django.utils import translation
from jinja2 import UndefinedError


def render(source: str, **context: object) -> str:
    return str(engines["live"].from_string(source).render(context))


def test_names_of_players_are_escaped() -> None:
    assert render("<b>{{ name }}</b>", name="<script>") == "<b>&lt;script&gt;</b>"


def test_names_inside_a_translated_sentence_are_escaped_too() -> None:
    assert render("{{ gettext('%(name)s folds', name=name) }}", name="<i>") == "&lt;i&gt; folds"


def test_a_missing_name_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render("{{ nmae }}", name="Alice")


def test_numbers_choose_the_plural() -> None:
    source = "{{ ngettext('%(num)s chip', '%(num)s chips', chips) }}"
    assert [render(source, chips=chips) for chips in (1, 2)] == ["1 chip", "2 chips"]


def test_the_language_is_the_readers_at_the_time_of_rendering() -> None:
    """One compiled template; "Yes" is a word of Django's own catalogues."""
    template = engines["live"].from_string("{{ _('Yes') }}")
    shown = []
    for language in ("en", "de", "fr"):
        with translation.override(language):
            shown.append(template.render({}))
    assert shown == ["Yes", "Ja", "Oui"]


def test_addresses_of_static_files_and_pages() -> None:
    assert render("{{ static('css/base.css') }}") == "/static/css/base.css"
    assert render("{{ url('healthz') }}") == "/healthz"
