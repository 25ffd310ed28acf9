"""Bodies and parameters that hold exactly what is known: what is not understood is refused, never ignored."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from games import strict_json
from games.api.problems import BadParameters, RepeatedField, TooLarge

MOST_BYTES = 64 * 1024


class JSONParser(BaseParser):
    """JSON of a bounded size. No NaN, no endless numbers, no nesting without end, no field given twice."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = stream.read(MOST_BYTES + 1)
        except RequestDataTooBig:
            raise TooLarge from None
        if len(data) > MOST_BYTES:
            raise TooLarge
        try:
            return strict_json.decode(data)
        except strict_json.RepeatedField as repeated:
            detail = str(_("Give this field once."))
            raise RepeatedField({"pointer": repeated.pointer, "code": "repeated", "detail": detail}) from None
        except (ValueError, RecursionError):
            raise ParseError from None


class StrictSerializer(serializers.Serializer):
    """Refuses fields it does not know."""

    default_error_messages = {"unknown_field": _("There is no such field.")}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                text = str(self.error_messages["unknown_field"])
                raise serializers.ValidationError(
                    {name: [serializers.ErrorDetail(text, code="unknown_field")] for name in unknown[:20]}
                )
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A JSON string, not something that can be made into one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"trim_whitespace": False, "max_length": 255, **options})

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Matching(serializers.RegexField):
    """A JSON string of that form."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A JSON integer; no text, no 5.0, no true."""

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


def checked_query(request: Any, known: Collection[str]) -> dict[str, str]:
    """The parameters of the address. Raises BadParameters for unknown and repeated ones."""
    wrong = [
        {"pointer": name[:100], "code": "unknown_parameter", "detail": str(_("There is no such parameter."))}
        for name in request.GET
        if name not in known
    ]
    wrong += [
        {"pointer": name, "code": "repeated", "detail": str(_("Give this parameter once."))}
        for name, values in request.GET.lists()
        if name in known and len(values) > 1
    ]
    if wrong:
        raise BadParameters(*wrong[:20])
    return {name: request.GET[name] for name in request.GET}


def bad_parameter(name: str, detail: Any, code: str = "invalid") -> BadParameters:
    return BadParameters({"pointer": name, "code": code, "detail": str(detail)})
