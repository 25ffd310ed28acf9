"""The code that is made of the live templates: the same text as Jinja's own code would give."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import UndefinedError

from games.live_templates import live_environment

SEAT: Any = SimpleNamespace(name="<Bob>", twice=lambda n, plus=0: 2 * n + plus)


def drawn(source: str, **given: Any) -> str:
    return live_environment("en").from_string(source).render(**given)


def test_macro_takes_its_defaults_and_what_it_says_is_escaped_once() -> None:
    macro = "{% macro plate(name, mark='-', kind=none) %}<b>{{ name }}</b>{{ mark }}{{ kind is none }}{% endmacro %}"
    assert drawn(macro + "{{ plate('&') }}") == "<b>&amp;</b>-True"
    assert drawn(macro + "{% for n in (1, 2) %}{{ plate(n, '+', n) }}{% endfor %}") == (
        "<b>1</b>+False<b>2</b>+False"
    )


def test_macro_without_an_argument_it_needs_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        drawn("{% macro plate(name) %}{{ name }}{% endmacro %}{{ plate() }}")


def test_call_of_what_is_nowhere_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        drawn("{{ plate('Bob') }}")


def test_methods_take_arguments_by_place_and_by_name() -> None:
    assert (
        drawn("{{ seat.name }} {{ seat.twice(4) }} {{ seat.twice(4, plus=1) }}", seat=SEAT)
        == "&lt;Bob&gt; 8 9"
    )


def test_sentences_with_a_number_are_still_counted_by_jinjas_own_function() -> None:
    assert drawn("{% for n in (1, 2) %}{{ ngettext('%(num)s chip', '%(num)s chips', n) }};{% endfor %}") == (
        "1 chip;2 chips;"
    )


def test_part_knows_what_its_template_was_given_and_has_set_itself() -> None:
    source = "{% set suit = 'h' %}{% for name in ('<ten>',) %}{% include 'parts/face.html' %}{% endfor %}"
    face = drawn(source, rank="10", open_to_all=False)
    assert "&lt;ten&gt;" in face
    assert face == drawn(
        "{% include 'parts/face.html' %}", name="<ten>", suit="h", rank="10", open_to_all=False
    )


def test_part_that_is_not_there_may_be_left_out() -> None:
    assert drawn("a{% include 'parts/nowhere.html' ignore missing %}b") == "ab"
