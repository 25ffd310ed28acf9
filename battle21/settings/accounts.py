"""Who may come in, and how: django-allauth, password rules, two-factor, sessions, limits on attempts."""

from __future__ import annotations

from typing import Any

from battle21.settings.env import DATA, DEBUG, DEMO, HTTPS, TRUST_PROXY, env
from battle21.settings.mail import mailer

AUTH_USER_MODEL = "players.User"

ACCOUNT_APPS = ["allauth", "allauth.account", "allauth.mfa", "allauth.usersessions"]
ACCOUNT_MIDDLEWARE = [
    "players.middleware.speak_the_players_language",
    "players.middleware.note_activity",
    "players.middleware.note_visits",
    "players.middleware.let_guests_in_at_the_entrance",
    "players.middleware.guard_the_admin",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
]
# allauth's backend is a ModelBackend that also knows e-mail addresses; a second one would only hash twice.
AUTHENTICATION_BACKENDS = ["players.backends.PlayerBackend"]

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "players.adapters.AccountAdapter"
MFA_ADAPTER = "players.adapters.MfaAdapter"
ACCOUNT_FORMS = {
    "login": "players.account_forms.LoginForm",
    "signup": "players.account_forms.SignupForm",
    "change_password": "players.account_forms.ChangePasswordForm",
    "set_password": "players.account_forms.SetPasswordForm",
    "reset_password": "players.account_forms.ResetPasswordForm",
    "reset_password_from_key": "players.account_forms.ResetPasswordKeyForm",
    "add_email": "players.account_forms.AddEmailForm",
}

# --- passwords -------------------------------------------------------------------------------------
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
PASSWORD_MIN_LENGTH = 12
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": PASSWORD_MIN_LENGTH},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]

# --- sign-up and log-in ----------------------------------------------------------------------------
ACCOUNT_LOGIN_METHODS = {"username", "email"}
SIGNUP_RULES: dict[bool, dict[str, Any]] = {
    # A demo has nobody to send mail to.
    True: {
        "ACCOUNT_SIGNUP_FIELDS": ["username*", "email", "password1*"],
        "ACCOUNT_EMAIL_VERIFICATION": "none",
        "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED": False,
    },
    # Everywhere else an address is asked for and proven, which is also what lets the answer to a sign-up be
    # the same whether or not the address is known. A code keeps the player on the page they came for.
    False: {
        "ACCOUNT_SIGNUP_FIELDS": ["username*", "email*", "password1*"],
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory",
        "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED": True,
    },
}
"""By DEMO."""
ACCOUNT_SIGNUP_FIELDS = SIGNUP_RULES[DEMO]["ACCOUNT_SIGNUP_FIELDS"]
ACCOUNT_EMAIL_VERIFICATION = SIGNUP_RULES[DEMO]["ACCOUNT_EMAIL_VERIFICATION"]
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = SIGNUP_RULES[DEMO]["ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED"]
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
# allauth offers "use another address" to new accounts alone, which would tell a known address from a new one.
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = False
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "players.names.USERNAME_VALIDATORS"
ACCOUNT_USER_DISPLAY = "players.names.shown_name"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Battle21: "
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600

# Attempts, not players: nobody is locked out for longer than the window, and a right password from another
# address still works while one address is being slowed down.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    # Guests one address may make. A room full of people behind one address fits.
    "guest": env.str("B21_GUEST_RATE", "30/m/ip,300/h/ip"),
}
if TRUST_PROXY:
    ALLAUTH_TRUSTED_PROXY_COUNT = env.int("B21_PROXY_COUNT", 1)

# --- two-factor ------------------------------------------------------------------------------------
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Battle21"
MFA_TOTP_TOLERANCE = 1
# Accounts without a mail address exist (demo, players on a local network); they can protect themselves too.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Browsers offer passkeys on http for localhost only; elsewhere https is needed anyway.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS and (DEMO or DEBUG)

# --- sessions --------------------------------------------------------------------------------------
USERSESSIONS_TRACK_ACTIVITY = False  # a write for every request; `note_activity` writes once an hour
SESSION_COOKIE_AGE: int = env.int("B21_SESSION_SECONDS", 30 * 24 * 3600)
STAFF_SESSION_SECONDS: int = env.int("B21_STAFF_SESSION_SECONDS", 12 * 3600)
GUEST_IDLE_DAYS = 30

# --- mail ------------------------------------------------------------------------------------------
# Without a mail server letters are files under the data folder, so that a reset link can still be found.
MAILERS: dict[str, dict[str, Any]] = {"default": mailer(env.str("B21_EMAIL_URL", ""), DATA / "mail")}
DEFAULT_FROM_EMAIL: str = env.str("B21_MAIL_FROM", "Battle21 <no-reply@localhost>")
