"""No page, style or script of ours names anything that lies elsewhere: a room without internet has it all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battle21.installation import BASE_DIR

SOURCES = sorted(
    path
    for folder in ("templates", "static", "games/static")
    for path in (BASE_DIR / folder).rglob("*")
    if path.suffix in (".html", ".css", ".js", ".svg")
)
LOADS = re.compile(
    r"""(?:\bsrc|\bsrcset|\bposter|\bdata|\baction|\bmanifest)\s*=\s*["']\s*(?:https?:)?//"""
    r"""|<link\b[^>]*\bhref\s*=\s*["']\s*(?:https?:)?//"""
    r"""|\burl\(\s*["']?\s*(?:https?:)?//|@import\s+["'](?:https?:)?//"""
    r"""|\b(?:from|import|fetch|importScripts|WebSocket|EventSource)\s*\(?\s*["'`](?:https?:|wss?:)?//""",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "planted",
    [
        '<script src="https://cdn.example/x.js">',
        "<img src='//cdn.example/x.png'>",
        '<link rel="stylesheet" href="https://fonts.example/css">',
        "background: url(https://cdn.example/x.png)",
        '@import "//cdn.example/x.css"',
        'import x from "https://esm.example/x.js"',
        "fetch(`https://api.example/`)",
        'new WebSocket("wss://x.example/")',
    ],
)
def test_what_would_be_loaded_from_elsewhere_is_found(planted: str) -> None:
    assert LOADS.search(planted)


def test_links_and_namespaces_load_nothing() -> None:
    for harmless in (
        '<a href="https://github.com/">',
        '<svg xmlns="http://www.w3.org/2000/svg">',
        "{% url 'x' %}",
        "url(../img/x.svg)",
    ):
        assert not LOADS.search(harmless)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(BASE_DIR)))
def test_source_loads_nothing_from_elsewhere(path: Path) -> None:
    assert LOADS.search(path.read_text(encoding="utf-8")) is None
