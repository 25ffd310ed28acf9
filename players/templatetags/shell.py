"""What templates/base.html needs besides the request."""

import json
from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.utils.formats import date_format

from battle21.origins import is_this_machine_alone
from players.devices import device_name
from players.keys import TABLE_KEYS, keys_at, shown_key
from players.models import Speech, User
from players.sayings import sayings_told, words_by_key
from players.services.demo import DEMO_PLAYERS
from players.venue_models import Venue, VenueBanner
from players.venues import banner_of, venue_of

register = template.Library()

register.filter("device_name", device_name)

UNKNOWN_PLAYER = User()


@register.filter(expects_localtime=True)
def to_the_second(moment: datetime) -> str:
    """Day and time of what a clock is read for: a price, a line of the ledger, an hour of the board."""
    return f"{date_format(moment, 'SHORT_DATE_FORMAT')}, {moment:%H:%M:%S}"


@register.simple_tag(takes_context=True)
def shell_classes(context: dict[str, Any]) -> str:
    """The preferences as classes of <html>; those of a guest on the pages where a guest counts as nobody."""
    venue = venue_of(context.get("request"))
    classes = _player(context).shell_classes(venue_deals_courts=venue is not None and venue.deals_courts)
    return classes if venue is None else f"{classes} venue-{venue.theme}"


@register.simple_tag(takes_context=True)
def worn_venue(context: dict[str, Any]) -> Venue | None:
    """The venue whose face this page has."""
    return venue_of(context.get("request"))


@register.simple_tag(takes_context=True)
def venue_banner(context: dict[str, Any], game: str) -> VenueBanner | None:
    """What the venue says about this game."""
    return banner_of(context.get("request"), game)


@register.simple_tag(takes_context=True)
def table_keys(context: dict[str, Any], tables: str) -> dict[str, list[tuple[str, Any, str]]]:
    """Of the help of that kind of tables: by group, (key as it is shown, what it does, words that do it too). What has
    no key is left out."""
    keys = keys_at(tables, _player(context).keys)
    words = words_by_key(tables)
    groups: dict[str, list[tuple[str, Any, str]]] = {key.group: [] for key in TABLE_KEYS}
    for key in TABLE_KEYS:
        if key.works_at(tables) and keys[key.does]:
            groups[key.group].append((shown_key(keys[key.does]), key.text, words.get(key.does, "")))
    return groups


@register.simple_tag
def table_sayings(tables: str) -> str:
    """As JSON for the page's script: what can be typed at that kind of tables."""
    return json.dumps(sayings_told(tables), ensure_ascii=False)


@register.simple_tag(takes_context=True)
def table_speech(context: dict[str, Any]) -> dict[str, Any]:
    """How much is said, whether it is spoken too, and between what one chooses: (value, text, whether it is chosen)."""
    player = _player(context)
    levels = [(value, text, value == player.speech) for value, text in Speech.choices]
    return {"levels": levels, "voice": player.voice}


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


@register.simple_tag(takes_context=True)
def passkeys_work(context: dict[str, Any]) -> bool:
    """Browsers offer them on https and on localhost only: not to guests of a local network."""
    return not settings.LAN_ADDRESS or is_this_machine_alone(context["request"])


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Code and own name of each language one can choose."""
    return list(settings.LANGUAGES)


@register.simple_tag
def demo_players() -> tuple[str, ...]:
    """Names one can become with a click; none outside demo mode, where the ribbon is not shown."""
    return DEMO_PLAYERS if settings.DEMO else ()
