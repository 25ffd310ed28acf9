"""Who may be logged in at all."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings


class PlayerBackend(AuthenticationBackend):  # type: ignore[misc]
    """allauth's backend (user name or e-mail), closed to demo accounts outside demo mode.

    Their passwords are printed by ./run. A database that was filled in demo mode and later serves real
    players must not let them in; sessions they still have end too, since every request asks here.
    """

    def user_can_authenticate(self, user: Any) -> bool:
        allowed: bool = super().user_can_authenticate(user)
        return allowed and (settings.DEMO or not user.is_demo)
