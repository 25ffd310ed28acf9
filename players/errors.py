"""Refusals a player can act on."""

from django.utils.translation import gettext_lazy as _

from battle21.errors import AppError


class NoLongerGuest(AppError):
    code = "no_longer_guest"
    status = 409
    message = _("This guest has an account by now. Log in with it.")


class UsernameTaken(AppError):
    code = "username_taken"
    status = 409
    message = _("Somebody has just taken that user name. Go back and choose another.")


class LinkSpent(AppError):
    code = "link_spent"
    status = 410
    message = _("This link was used already or is too old. Start the demo again to get a new one.")


class UnknownLanguage(AppError):
    code = "unknown_language"
    message = _("This site does not speak that language. Choose one of those at the foot of a page.")


class UnknownSpeech(AppError):
    code = "unknown_speech"
    message = _("Speech is brief, normal or full.")


class TooManyKeys(AppError):
    code = "too_many_keys"
    status = 409
    message = _("This partner has two keys already. Revoke one first.")


class ReferenceTaken(AppError):
    code = "reference_taken"
    status = 409
    message = _("You have a player of that reference already. Choose another, or use that player.")
