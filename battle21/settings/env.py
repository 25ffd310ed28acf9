"""What comes from outside: environment variables and the data folder. No Django imports here.

Both `base` and `accounts` import this module, so it imports neither.
"""

from __future__ import annotations

from pathlib import Path

from environs import Env

from battle21.installation import BASE_DIR as BASE_DIR
from battle21.installation import default_data_folder

env = Env()

# Everything the platform keeps: database cluster, secrets, broker folders, logs, mail.
DATA: Path = env.path("B21_DATA", default_data_folder()).absolute()

# Demo mode: what ./run starts. Relaxes what an operator must not (http, staff without MFA, seeded users).
DEMO: bool = env.bool("B21_DEMO", False)
# The living room: bots that play at tables of their own while there are visitors. ./run asks for it, tests do not.
LIVING_ROOM: bool = DEMO and env.bool("B21_LIVING_ROOM", False)
DEBUG: bool = env.bool("B21_DEBUG", False)
HTTPS: bool = env.bool("B21_HTTPS", not (DEMO or DEBUG))
# Only behind a proxy that sets X-Forwarded-Proto itself; else a client could claim https.
TRUST_PROXY: bool = env.bool("B21_TRUST_PROXY", False)

REDIS_URL: str = env.str("REDIS_URL", "")
