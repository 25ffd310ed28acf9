from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    """The ledger. Knows players by number only, and nothing of games."""

    name = "wallet"
    verbose_name = _("Wallet")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from wallet.currencies import make_known_currencies

        post_migrate.connect(make_known_currencies, sender=self)
