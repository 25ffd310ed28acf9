"""Settings: `env` reads the environment and the data folder, `accounts` holds log-in, `admin` the staff pages' theme,
`base` the rest."""

from battle21.settings.accounts import *  # noqa: F403
from battle21.settings.admin import UNFOLD as UNFOLD
from battle21.settings.api import *  # noqa: F403
from battle21.settings.base import *  # noqa: F403
from battle21.settings.env import BASE_DIR as BASE_DIR
from battle21.settings.env import DATA as DATA
from battle21.settings.env import DEBUG as DEBUG
from battle21.settings.env import DEMO as DEMO
from battle21.settings.env import HTTPS as HTTPS
from battle21.settings.env import LIVING_ROOM as LIVING_ROOM
from battle21.settings.env import REDIS_URL as REDIS_URL
