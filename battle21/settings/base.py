"""Everything but log-in (`accounts`) and the API (`api`). Each value has a default that works by itself."""

from __future__ import annotations

import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.utils.csp import CSP
from environs import validate as check_value

from battle21.installation import keep_secret
from battle21.logs import logging_config
from battle21.settings.accounts import ACCOUNT_APPS, ACCOUNT_MIDDLEWARE
from battle21.settings.api import API_APPS, reader_folder
from battle21.settings.database import database_settings
from battle21.settings.env import BASE_DIR, DATA, DEBUG, HTTPS, REDIS_URL, TRUST_PROXY, env
from battle21.settings.seal import parse_seal_keys, seal_keys

# --- secrets ---------------------------------------------------------------------------------------
SECRETS_FOLDER: Path = DATA / "secrets"
SECRET_KEY: str = env.str("SECRET_KEY", "") or keep_secret(
    SECRETS_FOLDER, "secret_key", lambda: secrets.token_urlsafe(64)
)
_seal_text = env.str("B21_SEAL_KEYS", "")
SEAL_KEYS: dict[str, bytes]
SEAL_KEY_ID: str
SEAL_KEYS, SEAL_KEY_ID = parse_seal_keys(_seal_text) if _seal_text else seal_keys(SECRETS_FOLDER)

# --- applications ----------------------------------------------------------------------------------
OWN_APPS = [app for app in ("players", "wallet", "games", "leaderboard") if find_spec(app)]
INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    *ACCOUNT_APPS,
    "django_htmx",
    "channels",
    *API_APPS,
    *OWN_APPS,
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "battle21.csp.policy_by_page",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    *ACCOUNT_MIDDLEWARE,
    "battle21.errors.render_app_errors",
]

ROOT_URLCONF = "battle21.urls"
ASGI_APPLICATION = "battle21.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "players.User"

# --- templates: Django's for pages, Jinja2 for the live table alone (0.11 against 0.34 ms a view) ---
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "live",
        "DIRS": [BASE_DIR / "templates" / "live"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "battle21.jinja.environment"},
    },
]

# --- database, cache, sessions ---------------------------------------------------------------------
# The owner migrates (manage.py asks for it), everything else is the runtime, which cannot alter a table.
DATABASE_ROLE: str = env.str("B21_DB_ROLE", "runtime", validate=check_value.OneOf(["runtime", "owner"]))
DATABASES = {
    "default": database_settings(
        DATA,
        runtime_url=env.str("DATABASE_URL", ""),
        owner_url=env.str("OWNER_DATABASE_URL", ""),
        owner=DATABASE_ROLE == "owner",
    )
}

CACHES: dict[str, dict[str, Any]] = {
    # Shared by all processes of a host: the limits on log-in attempts count across them.
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA / "cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# --- hosts, https, headers -------------------------------------------------------------------------
ALLOWED_HOSTS: list[str] = env.list("B21_HOSTS", ["localhost", ".localhost", "127.0.0.1", "[::1]"])
# What ./run --lan tells guests ("http://192.168.1.20:8021"). There is no https on a local network: pages know it.
LAN_ADDRESS: str = env.str("B21_LAN_ADDRESS", "")
# Exact origins that may open a socket ("https://play.example.com"); empty: the page's own host only.
WS_ORIGINS: list[str] = env.list("B21_WS_ORIGINS", [])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("B21_CSRF_ORIGINS", [])

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked from inside, over http
SECURE_HSTS_SECONDS = env.int("B21_HSTS_SECONDS", 31_536_000 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("B21_HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.bool("B21_HSTS_PRELOAD", False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
# Browsers take it from https and localhost only, and complain elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None if LAN_ADDRESS else "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
# Whether the domain's other hosts speak https, and whether browsers ship that, is the operator's choice.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

SECURE_CSP: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "media-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "connect-src": [CSP.SELF],  # battle21.csp adds the socket's address on the same host
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "object-src": [CSP.NONE],
}
# The admin theme evaluates expressions in attributes and writes inline styles; only staff pages pay for it.
ADMIN_CSP: dict[str, list[str]] = {
    **SECURE_CSP,
    "script-src": [CSP.SELF, CSP.UNSAFE_EVAL, CSP.UNSAFE_INLINE],
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],
    "img-src": [CSP.SELF, "data:"],
}

# --- files -----------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = env.path("B21_STATIC", DATA / "static")
STATICFILES_DIRS = [*(folder for folder in (BASE_DIR / "static",) if folder.is_dir()), reader_folder()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
MEDIA_ROOT = DATA / "media"

# --- language and time -----------------------------------------------------------------------------
LANGUAGE_CODE = "en"
# Each by its own name: who looks for a language reads that one. Catalogs: battle21.ops.words.
LANGUAGES = [("en", "English"), ("pl", "Polski"), ("de", "Deutsch")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "battle21.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Modules that put rows of their own into the catalogue of games (the tests' row, an operator's experiments).
EXTRA_GAMES: list[str] = env.list("B21_EXTRA_GAMES", [])

# A web process keeps to this one of the cores it may use, counted from 0; none: to no single one (games.live.start).
WEB_CORE: int | None = env.int("B21_CORE", None, validate=check_value.Range(0, 1_023))
# Sockets that one address may hold open in one web process; a room full of people behind one address fits.
SOCKETS_PER_ADDRESS: int = env.int("B21_SOCKETS_PER_ADDRESS", 300)
# Messages one table socket may send in a second; twice as many at once.
MESSAGES_PER_S: float = env.float("B21_MESSAGES_PER_S", 20.0)

# --- prices ----------------------------------------------------------------------------------------
# Test coins: "walking", or "fixed" where sums are worked out by hand (tests).
DEMO_PRICES: str = env.str("B21_DEMO_PRICES", "walking", validate=check_value.OneOf(["walking", "fixed"]))
# Money: sources further off the median than this are left out (200 are 2 %); how long one may take to answer; other
# addresses for exchanges than their own ("kraken=https://mirror.example").
PRICE_MOST_OFF_BPS: int = env.int("B21_PRICE_MOST_OFF_BPS", 200, validate=check_value.Range(1, 2_000))
PRICE_TIMEOUT_S: float = env.float("B21_PRICE_TIMEOUT_S", 2.0, validate=check_value.Range(0.1, 5.0))
PRICE_URLS: dict[str, str] = env.dict("B21_PRICE_URLS", {})

# --- gate for page requests (battle21.gate) --------------------------------------------------------
GATE_RUNNING = 2
GATE_QUEUE = 20
GATE_WAIT_MS = 5_000

# --- logs ------------------------------------------------------------------------------------------
LOGGING = logging_config(level=env.str("B21_LOG_LEVEL", "INFO"), as_json=env.bool("B21_LOG_JSON", False))
