"""allauth's forms in our words (the setting ACCOUNT_FORMS). Their rules are untouched."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.adapters import shorten_staff_session

PASSWORD_HELP = _("At least %(min)d characters. A few words are easy to remember and hard to guess.")


def say(form: Any, **labels: Any) -> None:
    """Label the fields that `form` has, and explain a new password in one sentence."""
    for name, label in labels.items():
        if name in form.fields:
            form.fields[name].label = label
    if "password1" in form.fields:
        form.fields["password1"].help_text = PASSWORD_HELP % {"min": settings.PASSWORD_MIN_LENGTH}


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, login=_("User name or e-mail"))

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> Any:
        response = super().login(request, redirect_url=redirect_url)
        # allauth has just given the session the age of everybody's.
        shorten_staff_session(request, request.user)
        return response


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanted = self.fields["email"].required
        say(self, username=_("User name"), email=_("E-mail") if wanted else _("E-mail (only if you like)"))
        if not wanted:
            self.fields["email"].help_text = _("Without it a forgotten password cannot be replaced.")


class ChangePasswordForm(allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(
            self,
            oldpassword=_("Present password"),
            password1=_("New password"),
            password2=_("New password again"),
        )


class SetPasswordForm(allauth_forms.SetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, password1=_("New password"), password2=_("New password again"))


class ResetPasswordKeyForm(allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, password1=_("New password"), password2=_("New password again"))


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, email=_("E-mail"))


class AddEmailForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, email=_("New address"))
