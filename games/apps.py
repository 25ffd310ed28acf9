from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.extra import register_extra_games
        from games.services import holds, log_out_rounds, match_money
        from players import log_outs
        from wallet.services import register_check, register_fault_hook

        register_extra_games()
        register_check(
            "ended_matches", "A match that is over has nothing in escrow.", holds.money_left_in_ended_matches
        )
        register_check(
            "match_money",
            "Each transfer of a match, rake included, is what its hands lead to.",
            match_money.wrong_matches,
        )
        register_fault_hook("hold tables", holds.hold_on_fault)
        log_outs.register(log_out_rounds.warning, log_out_rounds.lose_open_round)
