from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaderboardConfig(AppConfig):
    """Rolling 30-day standings of ranked player hands. Knows players; knows nothing of games or money."""

    name = "leaderboard"
    verbose_name = _("Leaderboard")
    default_auto_field = "django.db.models.BigAutoField"
