from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Users, guests, preferences and everything that has to do with logging in."""

    name = "players"
    default_auto_field = "django.db.models.BigAutoField"
