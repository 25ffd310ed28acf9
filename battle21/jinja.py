"""The Jinja2 environment of the live table (templates/live/)."""

from __future__ import annotations

import re
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from jinja2 import Environment, StrictUndefined

FIXED_WORDS = re.compile(r'\b_\("([^"\\]+)"\)')
"""A sentence of the live table without placeholders of its own: ``_("Fold")``. Others are formatted by a filter, so
this is all there is; translators find them by it, too."""


def environment(**options: Any) -> Environment:
    """Autoescaping is on (Django's backend asks for it); a missing name is an error, not an empty string.

    `_`, `ngettext`… follow the language active while the template is rendered.
    """
    env = Environment(  # noqa: S701 (the backend passes autoescape=True in options)
        **{**options, "undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True},
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    env.globals.update(static=static, url=reverse)
    return env
