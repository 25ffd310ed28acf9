"""Style sheets of single games."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static

register = template.Library()


@lru_cache(maxsize=100)
def _has(path: str) -> bool:
    return finders.find(path) is not None


@register.simple_tag
def own_table_style(game: str) -> str:
    """Address of `css/tables/<game>.css`; "" where a game looks as all tables do."""
    path = f"css/tables/{game}.css"
    return static(path) if _has(path) else ""
