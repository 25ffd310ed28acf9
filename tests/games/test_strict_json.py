"""A field given twice is found wherever it stands; all else is read as it was."""

from __future__ import annotations

import pytest

from games.strict_json import RepeatedField, decode


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"a": 1, "a": 1}', "/a"),
        ('{"a": 1, "b": {"c": 1}, "a": 2}', "/a"),
        ('{"b": [0, {"c": 1, "d": 1, "c": 1}], "b": 1}', "/b/1/c"),
        ('[[], {"": 1, "": 1}]', "/1/"),
        (r'{"a": 1, "\u0061": 1}', "/a"),
        ('{"a/~": 1, "a/~": 1}', "/a~1~0"),
    ],
)
def test_first_field_that_is_given_twice_is_named(text: str, pointer: str) -> None:
    for form in (text, text.encode()):
        with pytest.raises(RepeatedField) as refused:
            decode(form)
        assert refused.value.pointer == pointer


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": {"a": {"a": [1, 1, "a", null]}}}', {"a": {"a": {"a": [1, 1, "a", None]}}}),
        ('[{"a": 1}, {"a": 1}]', [{"a": 1}, {"a": 1}]),
        ('{"a": 1, "A": 2, "a ": 3}', {"a": 1, "A": 2, "a ": 3}),
        ("[]", []),
        ('"a"', "a"),
    ],
)
def test_same_name_in_different_objects_is_no_repetition(text: str, value: object) -> None:
    assert decode(text) == value


@pytest.mark.parametrize("text", ["", "{", "{'a': 1}", '{"a": NaN}', '{"a": 1,}', '{"a": 1} {"a": 1}'])
def test_what_is_no_json_is_refused_as_that(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        decode(text)
    assert not isinstance(refused.value, RepeatedField)


def test_two_fields_deeper_than_anybody_nests_are_refused_all_the_same() -> None:
    with pytest.raises((RepeatedField, RecursionError)):
        decode('{"a":' * 900 + '{"b": 1, "b": 1}' + "}" * 900)
