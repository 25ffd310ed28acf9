"""View -> the HTML of the live table, for one viewer: first load and every push are this one text.

Parts of a game lie in `templates/live/games/<key>/`; where a game has none, those in `parts/` are taken.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.live_templates import live_template, part
from games.models import Table
from games.news import News, news_of
from games.paid_in import PaidIn
from games.rules.table_view import TableView
from games.selectors import TableFacts
from games.table_shown import names_of, show_table
from games.terms import terms


def speaking(language: str) -> AbstractContextManager[None]:
    """As Django's `override`; to see that it is the language already takes a third of the time to set it."""
    return nullcontext() if get_language() == language else override(language)


def render_table(
    view: TableView,
    facts: TableFacts,
    *,
    version: int,
    halted: bool,
    language: str,
    paid_in: PaidIn | None = None,
) -> str:
    """The whole `<section id="table">` for the viewer of `view`. `paid_in`: the stakes, where it plays for some."""
    with speaking(language):
        shown = show_table(view, facts, version=version, halted=halted, language=language, paid_in=paid_in)
        return live_template("table.html", language).render(t=shown)


def render_waiting(
    facts: TableFacts, *, seat: int | None, version: int, language: str, invitation_url: str = ""
) -> str:
    """The same section while the table waits for players, or was closed before it began.

    Who sits there sees the invitation; the page makes its address absolute where only the path is known.
    """
    with speaking(language):
        if seat is None or not facts.takes_newcomers:
            invitation_url = ""
        elif not invitation_url:
            invitation_url = settings.LAN_ADDRESS + reverse("games:invitation", args=[facts.invitation])
        taken = {sitter.number: sitter.name or _("House bot") for sitter in facts.sitters}
        seats = [taken.get(number, "") for number in range(facts.seats)]
        return live_template("waiting.html", language).render(
            facts=facts, seat=seat, version=version, invitation_url=invitation_url, seats=seats,
            qr_code=reverse("games:invitation_code", args=[facts.invitation]) if invitation_url else "",
            terms=terms(facts.row, facts.options, facts.stake_cents), notice=part(facts.game, "notice", language),
            may_begin=facts.row.chooses_seats and facts.row.min_seats <= len(taken) < len(seats),
            may_fill=facts.row.bots_fill and facts.mode == Table.Mode.FREE,
        )  # fmt: skip


def log_lines(view: TableView, facts: TableFacts, language: str) -> tuple[News, ...]:
    """All log lines the view still has, for a page that is loaded new."""
    with speaking(language):
        return news_of(view, names_of(view, facts), language, len(view.log))
