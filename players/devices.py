"""A browser's own description of itself, in two words a player knows."""

from django.utils.translation import gettext as _

# The first mark that occurs decides: nearly every browser also claims to be Chrome and Safari.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """ "Firefox on Windows"; what is not recognised is said to be so."""
    browser = _first(BROWSERS, user_agent) or _("Unknown browser")
    system = _first(SYSTEMS, user_agent)
    return _("%(browser)s on %(system)s") % {"browser": browser, "system": system} if system else browser


def _first(marks: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in marks if mark in text), "")
