"""The admin's theme: its menu and its front page. Apps are named by address and permission only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def _may(permission: str) -> Callable[[HttpRequest], bool]:
    def allowed(request: HttpRequest) -> bool:
        return request.user.has_perm(permission)

    return allowed


def _is_at(request: HttpRequest, app: str, model: str, page: str) -> bool:
    """Unfold would go by the beginning of the address, and a report's begins as its list's does."""
    found = request.resolver_match
    name = found.url_name if found else ""
    of_model = f"{app}_{model}_"
    return name == of_model + page or (
        page == "changelist" and name in (of_model + "change", of_model + "history")
    )


def _item(title: Any, icon: str, app: str, model: str, page: str = "changelist") -> dict[str, Any]:
    return {
        "title": title,
        "icon": icon,
        "link": reverse_lazy(f"admin:{app}_{model}_{page}"),
        "permission": _may(f"{app}.view_{model}"),
        "active": lambda request: _is_at(request, app, model, page),
    }


def _demo_mark(request: HttpRequest) -> tuple[Any, str] | None:
    from django.conf import settings

    return (_("Demo"), "warning") if settings.DEMO else None


UNFOLD: dict[str, Any] = {
    "ENVIRONMENT": _demo_mark,
    "SITE_TITLE": "Battle21",
    "SITE_HEADER": "Battle21",
    "SITE_SUBHEADER": _("Staff"),
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "DASHBOARD_CALLBACK": "games.admin.dashboard.add_numbers",
    "SIDEBAR": {
        "show_search": False,
        "show_all_applications": False,
        "navigation": [
            {
                "title": _("Play"),
                "items": [
                    _item(_("Tables"), "table_restaurant", "games", "table"),
                    _item(_("Matches"), "trophy", "games", "match"),
                    _item(_("Hands"), "playing_cards", "games", "hand"),
                    _item(_("Deals"), "shuffle", "games", "deal"),
                ],
            },
            {
                "title": _("Money"),
                "separator": True,
                "items": [
                    _item(_("Rake"), "percent", "wallet", "transfer", "rake"),
                    _item(_("Transfers"), "swap_horiz", "wallet", "transfer"),
                    _item(_("Accounts"), "account_balance_wallet", "wallet", "account"),
                    _item(_("Ledger checks"), "verified", "wallet", "ledgercheck"),
                    _item(_("Closed days"), "event_available", "wallet", "closedday"),
                    _item(_("Quotes"), "currency_exchange", "wallet", "quote"),
                    _item(_("Price sources"), "monitoring", "wallet", "pricesource"),
                    _item(_("Currencies"), "toll", "wallet", "currency"),
                ],
            },
            {
                "title": _("Players"),
                "separator": True,
                "items": [
                    _item(_("Players"), "group", "players", "user"),
                    _item(_("Limits and locks"), "lock", "wallet", "playergate"),
                    _item(_("Staff groups"), "badge", "auth", "group"),
                ],
            },
            {
                "title": _("Leaderboard"),
                "separator": True,
                "items": [
                    _item(_("Standings"), "leaderboard", "leaderboard", "rankedhand", "standings"),
                    _item(_("Ranked hands"), "style", "leaderboard", "rankedhand"),
                    _item(_("Differences"), "rule", "leaderboard", "standingdifference"),
                ],
            },
            {
                "title": _("Partners"),
                "separator": True,
                "items": [
                    _item(_("Partners"), "handshake", "players", "partner"),
                    _item(_("API keys"), "key", "players", "partnerkey"),
                ],
            },
            {
                "title": _("Venues"),
                "separator": True,
                "items": [_item(_("Venues"), "storefront", "players", "venue")],
            },
            {
                "title": _("Service"),
                "separator": True,
                "items": [
                    _item(_("Web processes"), "dns", "games", "lease"),
                    _item(_("Outages"), "power_off", "games", "outage"),
                    _item(_("Holds"), "front_hand", "games", "hold"),
                ],
            },
        ],
    },
}
