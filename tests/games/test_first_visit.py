"""What a first visit costs: the page, and everything static it leads to, as it goes over the wire."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

MOST_BYTES = 150_000
MOST_REQUESTS = 12
"""Issue 3, Figures: a first visit in at most 150 kB gzip and 12 requests."""

IN_PAGES = re.compile(r'<(?:link|script|img|source|use)\b[^>]*?\b(?:href|src)="([^"#]+)')
IN_SCRIPTS = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{0,2}/[^"']+)["']""")
"""Not what is imported by a call: sounds, when a finger or key has asked for them."""
IN_STYLES = re.compile(r"""url\(\s*["']?([^"')#]+)|@import\s+["']([^"']+)""")
HASH = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")
BY_CHOICE = re.compile(r"(?:court-\w+|ace-wreath)\.svg$")
"""Fetched for those who have chosen traditional faces of cards."""
COMPRESSED = (".css", ".js", ".svg", ".html")


def stored(address: str) -> Path:
    name = HASH.sub("", address.removeprefix("/" + settings.STATIC_URL.strip("/") + "/"))
    found = finders.find(name)
    assert isinstance(found, str), f"{address} is no static file"
    return Path(found)


def leads_to(address: str, text: str) -> list[str]:
    if address.endswith(".js"):
        found = IN_SCRIPTS.findall(text)
    elif address.endswith(".css"):
        found = ["".join(parts) for parts in IN_STYLES.findall(text)]
    else:
        found = []
    return [
        urljoin(address, each)
        for each in found
        if not each.startswith("data:") and not BY_CHOICE.search(each)
    ]


def visit(html: str) -> dict[str, int]:
    """Bytes by address of all that a browser fetches for this page, itself included."""
    sizes = {"": len(gzip.compress(html.encode()))}
    wanted = [each for each in IN_PAGES.findall(html) if each.startswith(settings.STATIC_URL)]
    while wanted:
        address = wanted.pop()
        if address in sizes:
            continue
        content = stored(address).read_bytes()
        sizes[address] = len(gzip.compress(content)) if address.endswith(COMPRESSED) else len(content)
        wanted += leads_to(address, content.decode() if address.endswith(COMPRESSED) else "")
    return sizes


def assert_light(sizes: dict[str, int], *, scripts: int) -> None:
    assert sum(address.endswith(".js") for address in sizes) >= scripts, sizes  # they were found at all
    assert len(sizes) <= MOST_REQUESTS, sorted(sizes)
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def test_home_page_is_light() -> None:
    assert_light(visit(Client().get("/").content.decode()), scripts=1)


def test_table_page_is_light() -> None:
    client = Client()
    address = client.post(reverse("games:practice"), {"game": "tactical", "clock": "0"}).headers["Location"]
    assert_light(visit(client.get(address).content.decode()), scripts=5)
