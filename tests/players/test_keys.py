"""The keys of the table: one list, the player's own choices, never one key for two things."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from players import services
from players.keys import BOARD, DEALER, PLAYERS, SPACE, TABLE_KEYS, checked_keys, keys_at, keys_of, shown_key
from players.models import User
from tests.players.conftest import texts

DEFAULTS = {key.name: key.default for key in TABLE_KEYS}


@pytest.mark.parametrize("tables", [PLAYERS, DEALER, BOARD])
def test_defaults_are_one_key_each_at_every_kind_of_table(tables: str) -> None:
    there = keys_at(tables, DEFAULTS)
    assert len(set(there.values())) == len(there)
    assert keys_of({}) == DEFAULTS


def test_keys_against_a_dealer_are_those_players_know() -> None:
    """reference/experience.md, 3.3: blackjack."""
    there = keys_at(DEALER, DEFAULTS)
    known = {"take": SPACE, "keep": "x", "double": "d", "split": "p", "insure": "i", "next": "n"}
    assert there.items() >= (known | {"my_hand": "r", "dealer": "c"}).items()
    assert "fold" not in there
    assert "take" not in keys_at(PLAYERS, DEFAULTS)


def test_keys_with_a_board_are_those_players_know() -> None:
    """reference/experience.md, 3.3: hold'em. Nobody can show a hand after it, so there are no O, U and I."""
    there = keys_at(BOARD, DEFAULTS)
    acts = {"fold": "f", "call": "c", "bet": "r", "all_in": "shift+a"}
    reads = {"own": "d", "board": "e", "value": "g", "pot": "p", "price": "n", "least": "m", "stacks": "s"}
    reads |= {"button": "x", "position": "z", "round": "l", "clock": "shift+t"}
    assert there.items() >= (acts | reads | {f"card{n}": str(n) for n in range(1, 8)}).items()
    assert "hit" not in there
    assert keys_at(PLAYERS, DEFAULTS)["status"] == "e"


def test_kind_of_tables_may_have_another_key_for_the_same_thing() -> None:
    assert keys_at(PLAYERS, DEFAULTS)["clock"] == "t"
    assert keys_at(BOARD, DEFAULTS | {"clock.board": "q"})["clock"] == "q"
    assert checked_keys({"clock.board": "q", "clock": "e", "status": "q"}) == {
        "clock.board": "q", "clock": "e", "status": "q",
    }  # fmt: skip
    with pytest.raises(ValidationError) as refusal:
        checked_keys({"clock.board": "e"})
    assert refusal.value.message_dict == {"clock.board": ["E is the key of “Read out: the board” already."]}


@pytest.mark.parametrize("typed", ["Shift+W", " shift+w "])
def test_letter_with_shift_is_another_key(typed: str) -> None:
    assert checked_keys({"fold": typed}) == {"fold": "shift+w"}
    assert shown_key("shift+w") == "Shift+W"


@pytest.mark.parametrize("typed", ["Ctrl+Shift+V", " ctrl+shift+v "])
def test_letter_with_two_keys_held_is_another_key_again(typed: str) -> None:
    assert checked_keys({"speech": typed}) == {"speech": "ctrl+shift+v"}
    assert shown_key("ctrl+shift+v") == "Ctrl+Shift+V"


@pytest.mark.parametrize("tables", [PLAYERS, DEALER, BOARD])
def test_keys_that_are_the_same_everywhere(tables: str) -> None:
    """reference/experience.md, 3.3: everywhere."""
    assert keys_at(tables, DEFAULTS).items() >= {"help": "?", "type": "/", "speech": "ctrl+shift+s"}.items()


def test_one_key_may_do_two_things_at_tables_that_never_meet() -> None:
    assert checked_keys({"double": "f"}) == {"double": "f"}  # F folds elsewhere
    assert keys_of({"double": "f"}) == DEFAULTS | {"double": "f"}
    with pytest.raises(ValidationError) as refusal:
        checked_keys({"double": "x"})
    assert refusal.value.message_dict == {"double": ["X is the key of “Stand” already."]}


@pytest.mark.parametrize("typed", ["space", " Space "])
def test_space_bar_is_a_word(typed: str) -> None:
    assert checked_keys({"fold": typed}) == {"fold": SPACE}
    assert shown_key(SPACE) == "Space"


def test_choice_is_kept_and_the_rest_stays() -> None:
    assert checked_keys({"fold": "V", "hit": ""}) == {"fold": "v", "hit": ""}
    assert keys_of({"fold": "v", "hit": ""}) == DEFAULTS | {"fold": "v", "hit": ""}


def test_two_keys_may_change_places() -> None:
    assert checked_keys({"fold": "c", "call": "f"}) == {"fold": "c", "call": "f"}


def test_default_of_a_key_that_came_later_gives_way_to_an_older_choice() -> None:
    keys = keys_of({"log": "e", "gone": "z"})  # as if "status", with its E, had come after that choice
    assert (keys["log"], keys["status"]) == ("e", "")
    assert "gone" not in keys


def test_key_with_two_meanings_is_refused_at_the_second() -> None:
    with pytest.raises(ValidationError) as refusal:
        checked_keys({"log": "F"})
    assert refusal.value.message_dict == {"log": ["F is the key of “Fold” already."]}


@pytest.mark.parametrize(
    "wrong",
    [
        "ab",
        "\u202e",
        "\x07",
        "F1",
        "x" * 10_000,
        "shift+",
        "shift+ab",
        "shift+?",
        "ctrl+a",
        "ctrl+shift+",
        "ctrl+shift+?",
    ],
)
def test_what_is_no_key_is_refused(wrong: str) -> None:
    with pytest.raises(ValidationError):
        checked_keys({"fold": wrong})


def test_player_stores_keys_on_the_page_and_gets_the_first_ones_back(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/preferences/keys/", DEFAULTS | {"fold": "V"}).status_code == 302
    assert User.objects.get(pk=alice.pk).keys == DEFAULTS | {"fold": "v"}
    client.post("/preferences/keys/", {"defaults": "yes"})
    assert User.objects.get(pk=alice.pk).table_keys == {}


def test_conflict_is_explained_on_the_page_and_stores_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post("/preferences/keys/", DEFAULTS | {"hit": "f"})
    assert answer.status_code == 422
    assert "F is the key of “Fold” already." in texts(answer)
    assert User.objects.get(pk=alice.pk).table_keys == {}


def test_guest_keeps_keys_through_the_sign_up(client: Client, db: None) -> None:
    client.post("/guest/", {"name": "Bob"})
    guest = User.objects.get(is_guest=True)
    client.post("/preferences/keys/", DEFAULTS | {"log": "v"})
    services.upgrade_guest(guest, "bob", "", "correct horse battery")
    assert User.objects.get(pk=guest.pk).table_keys == {"log": "v"}


def test_switch_of_the_help_is_kept(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post("/preferences/keys/switch/", {})
    assert not User.objects.get(pk=alice.pk).keys_on
    client.post("/preferences/keys/switch/", {"on": "yes"})
    assert User.objects.get(pk=alice.pk).keys_on


def test_keys_need_somebody(client: Client, db: None) -> None:
    assert client.get("/preferences/keys/")["Location"] == "/accounts/login/?next=/preferences/keys/"
