"""The leaderboard: the last 30 days, as everybody may read it."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from games.api.base import ApiView
from games.api.paging import limit_of
from games.api.shapes import Leaderboard, shown
from games.api.strict import bad_parameter
from games.money import plain
from leaderboard import selectors
from leaderboard.scoring import TIERS, Tier

HALVES = 2
"""Of a chip, as the board counts."""


class LeaderboardView(ApiView):
    scopes = {"GET": "tables:read"}
    parameters = ("tier", "limit", "page")

    @extend_schema(
        operation_id="get_leaderboard",
        tags=["Leaderboard"],
        parameters=[
            OpenApiParameter("tier", str, enum=[tier.key for tier in TIERS], description="None: all of them"),
            OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 100, "default": 25}),
            OpenApiParameter("page", {"type": "integer", "minimum": 1, "maximum": 400, "default": 1}),
        ],
        responses=Leaderboard,
    )
    def get(self, request: Any) -> Response:
        """Where players of ranked rounds stand now: by tier, and in it by score. It moves: a page may change while you
        read the next."""
        now = selectors.database_now()
        size, page = limit_of(self.query), self._page()
        tiers = [_tier_body(tier, selectors.top_of(tier, now, page, size)) for tier in self._tiers()]
        return Response(shown(Leaderboard, {"at": now, "tiers": tiers}))

    def _tiers(self) -> tuple[Tier, ...]:
        asked = self.query.get("tier")
        if asked is None:
            return TIERS
        found = tuple(tier for tier in TIERS if tier.key == asked)
        if not found:
            raise bad_parameter("tier", _("There is no such tier."), "invalid")
        return found

    def _page(self) -> int:
        text = self.query.get("page", "1")
        if not re.fullmatch(r"[0-9]{1,3}", text, re.ASCII) or not 1 <= int(text) <= selectors.MOST_PAGES:
            raise bad_parameter(
                "page", _("Give a number from 1 to %(most)d.") % {"most": selectors.MOST_PAGES}
            )
        return int(text)


def _tier_body(tier: Tier, found: selectors.Places) -> dict[str, Any]:
    return {
        "key": tier.key,
        "title": tier.title,
        "least": tier.least,
        "most": tier.most,
        "places": [
            {
                "rank": place.rank,
                "player": place.public_id,
                "name": place.name,
                "hands": place.hands,
                "score": plain(place.score * 10 // HALVES, 1),
            }
            for place in found.places
        ],
        "has_more": found.more,
    }
