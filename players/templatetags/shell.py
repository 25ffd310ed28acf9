"""What templates/base.html needs besides the request."""

import json
from typing import Any

from django import template
from django.conf import settings

from players.devices import device_name
from players.keys import TABLE_KEYS, keys_at, shown_key
from players.models import User
from players.services.demo import DEMO_PLAYERS

register = template.Library()

register.filter("device_name", device_name)

UNKNOWN_PLAYER = User()


@register.simple_tag(takes_context=True)
def shell_classes(context: dict[str, Any]) -> str:
    """The preferences as classes of <html>; those of a guest on the pages where a guest counts as nobody."""
    return _player(context).shell_classes


@register.simple_tag(takes_context=True)
def table_keys(context: dict[str, Any], tables: str) -> dict[str, list[tuple[str, Any]]]:
    """Of the help of that kind of tables: by group, (key as it is shown, what it does). What has no key is left out."""
    keys = keys_at(tables, _player(context).keys)
    groups: dict[str, list[tuple[str, Any]]] = {key.group: [] for key in TABLE_KEYS}
    for key in TABLE_KEYS:
        if key.works_at(tables) and keys[key.does]:
            groups[key.group].append((shown_key(keys[key.does]), key.text))
    return groups


@register.simple_tag(takes_context=True)
def table_volume(context: dict[str, Any]) -> int:
    """The player's volume, in percent."""
    return _player(context).volume


@register.simple_tag(takes_context=True)
def table_key_map(context: dict[str, Any], tables: str) -> str:
    """The same as JSON for the page's script: what it does -> key."""
    return json.dumps(keys_at(tables, _player(context).keys))


def _player(context: dict[str, Any]) -> User:
    request = context.get("request")
    player = getattr(request, "guest", None) or getattr(request, "user", None)
    return player if isinstance(player, User) else UNKNOWN_PLAYER


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Code and own name of each language one can choose."""
    return list(settings.LANGUAGES)


@register.simple_tag
def demo_players() -> tuple[str, ...]:
    """Names one can become with a click; none outside demo mode, where the ribbon is not shown."""
    return DEMO_PLAYERS if settings.DEMO else ()
