"""The only writers of players' rows."""

from players.services.accounts import create_account, update_by_staff, upgrade_guest
from players.services.demo import (
    DEMO_PASSWORD,
    demo_company,
    demo_players,
    issue_staff_link,
    room_usernames,
    seed_demo_players,
    seed_room_bots,
    use_staff_link,
)
from players.services.guests import create_guest, propose_guest_name, remove_stale_guests
from players.services.preferences import change_preferences, choose_keys, note_activity, order_currencies

__all__ = [
    "DEMO_PASSWORD",
    "change_preferences",
    "choose_keys",
    "create_account",
    "create_guest",
    "demo_company",
    "demo_players",
    "issue_staff_link",
    "note_activity",
    "order_currencies",
    "propose_guest_name",
    "remove_stale_guests",
    "room_usernames",
    "seed_demo_players",
    "seed_room_bots",
    "update_by_staff",
    "upgrade_guest",
    "use_staff_link",
]
