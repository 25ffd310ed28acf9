"""Staff's pages on tables, matches and hands, which only show, and on venues. Services alone write."""

from games.admin import hands as hands
from games.admin import service as service
from games.admin import tables as tables
from games.admin import venues as venues
