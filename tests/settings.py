"""Settings of the test run: the project's own, on a data folder and a database cluster of the run.

The folder's name is in the environment before the settings are read, so xdist's workers and the servers
that tests start as processes find the same folder. Nothing is started here; see tests/conftest.py.
"""

from __future__ import annotations

import os

from tests.support.runs import prepare_environment

prepare_environment(os.environ)

from battle21.settings import *  # noqa: F403
from battle21.settings import DATABASES, STORAGES
from tests.support.postgres import TEST_ROLE, session_cluster

# Static files straight from the source folders, without collecting them.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# In pytest's own process. A server that a test starts has DATABASE_URL and keeps the project's settings.
if "DATABASE_URL" not in os.environ:
    password = session_cluster().password(TEST_ROLE)
    DATABASES["default"] |= {"USER": TEST_ROLE, "PASSWORD": password, "OPTIONS": {}}
    # Tests of one worker must not meet the attempts that another worker's tests counted.
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
