"""Staff's pages on tables, matches and hands: all of them only show. `games.services` alone writes."""

from games.admin import hands as hands
from games.admin import service as service
from games.admin import tables as tables
