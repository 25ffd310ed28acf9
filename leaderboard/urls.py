from django.urls import path

from leaderboard import views

app_name = "leaderboard"
urlpatterns = [
    path("", views.board, name="board"),
    path("players/<slug:public_id>/", views.player, name="player"),
    path("<slug:key>/", views.tier, name="tier"),
]
