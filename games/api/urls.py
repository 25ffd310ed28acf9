"""Addresses of the API."""

from __future__ import annotations

from django.urls import path, re_path

from games.api import docs
from games.api.board import LeaderboardView
from games.api.catalogue import GamesView, GameView
from games.api.money import OffersView, StatementView, WalletView
from games.api.players import PlayersView, PlayerView
from games.api.records import HandsView, HandView, HistoryView, MatchesView, MatchView
from games.api.seats import (
    ActView,
    AgreeView,
    DigestView,
    GiveUpView,
    LeaveSeatView,
    RevealView,
    SeatView,
    ShowView,
    SitOutView,
    SkipView,
)
from games.api.tables import BeginView, JoinView, LeaveView, RematchView, TablesView, TableView

app_name = "api"
PLAYER = "v1/players/<slug:player>"
TABLE = "v1/tables/<slug:table>"
SEAT = f"{TABLE}/seats/<slug:player>"

urlpatterns = [
    path("schema.json", docs.schema_file, name="schema"),
    path("docs/", docs.reader, name="docs"),
    path("errors", docs.errors, name="errors"),
    path("v1/games", GamesView.as_view()),
    path("v1/games/<slug:game>", GameView.as_view()),
    path("v1/leaderboard", LeaderboardView.as_view()),
    path("v1/players", PlayersView.as_view()),
    path(PLAYER, PlayerView.as_view()),
    path(f"{PLAYER}/wallet", WalletView.as_view()),
    path(f"{PLAYER}/statement", StatementView.as_view()),
    path(f"{PLAYER}/offers", OffersView.as_view()),
    path(f"{PLAYER}/matches", MatchesView.as_view()),
    path(f"{PLAYER}/matches/<slug:table>/<int:number>", MatchView.as_view()),
    path(f"{PLAYER}/hands", HandsView.as_view()),
    path(f"{PLAYER}/hands/<slug:hand>", HandView.as_view()),
    path(f"{PLAYER}/hands/<slug:hand>/history", HistoryView.as_view()),
    path("v1/tables", TablesView.as_view()),
    path(TABLE, TableView.as_view()),
    path(f"{TABLE}/join", JoinView.as_view()),
    path(f"{TABLE}/begin", BeginView.as_view()),
    path(f"{TABLE}/leave", LeaveView.as_view()),
    path(f"{TABLE}/rematch", RematchView.as_view()),
    path(SEAT, SeatView.as_view()),
    path(f"{SEAT}/act", ActView.as_view()),
    path(f"{SEAT}/digest", DigestView.as_view()),
    path(f"{SEAT}/reveal", RevealView.as_view()),
    path(f"{SEAT}/skip", SkipView.as_view()),
    path(f"{SEAT}/give-up", GiveUpView.as_view()),
    path(f"{SEAT}/sit-out", SitOutView.as_view()),
    path(f"{SEAT}/show", ShowView.as_view()),
    path(f"{SEAT}/leave", LeaveSeatView.as_view()),
    path(f"{SEAT}/agree", AgreeView.as_view()),
    re_path(r"^.*$", docs.Nowhere.as_view()),
]
