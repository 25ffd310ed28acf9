"""A match by single requests: the same view, the same answers, the same refusals as on a socket; and who is there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.models import ApiSeat, Hand, Outage, Seat, Table
from games.rules.clocks import State
from games.rules.commands import Back, Lost
from games.rules.table_view import view
from games.services import hand_files, play, polling
from players.models import User
from tests.games.api.calling import Api, done, refused
from tests.live.seating import state_of

pytestmark = pytest.mark.django_db


def state_at(table: str) -> State:
    return state_of(Table.objects.get(public_id=table).pk)


def answer_to(prompt: dict[str, Any], hand: int) -> dict[str, Any]:
    """The first hand ends with a fold, the second with everything in the pot: a short match that has both."""
    offers = {offer["kind"]: offer for offer in prompt["legal"]}
    wanted = (
        ("fold", "bet", "check", "pass") if hand == 1 else ("call", "raise", "bet", "check", "pass", "hit")
    )
    offer = next(offers[kind] for kind in wanted if kind in offers)
    action = {"kind": offer["kind"]}
    if offer["high"]:
        action["to"] = offer["low"] if hand == 1 else offer["high"]
    return {"token": prompt["token"], "action": action}


def play_on(api: Api, table: str, players: list[str]) -> dict[str, Any]:
    """One more step by whoever has one to make; the table as the last one asked for saw it before."""
    seen: dict[str, Any] = {}
    for player in players:
        seen = api.seat(table, player)
        if seen["prompt"]:
            done(api.send(table, player, "act", answer_to(seen["prompt"], seen["view"]["hand_number"])))
            break
        if seen["view"]["phase"] == "between" and not seen["view"]["seats"][seen["seat"]]["skips"]:
            done(api.send(table, player, "skip"))
    return seen


def silent_for(seconds: float) -> None:
    """As if nothing had been heard of any seat for so long."""
    ApiSeat.objects.update(heard_at=timezone.now() - timedelta(seconds=seconds))


# --- a match ------------------------------------------------------------------------------------------------


def test_match_is_played_to_its_end_by_requests_alone(acme: Api) -> None:
    table, *players = acme.begun()
    for _ in range(500):
        play_on(acme, table["id"], players)
        seen = acme.seat(table["id"], players[0])
        if seen["status"] == "over":
            break
    assert seen["status"] == "over"
    winner = seen["view"]["result"]["winners"]
    (match,) = done(acme.get(f"/players/{players[0]}/matches"))["data"]
    assert (match["table"], match["winners"], match["won"]) == (table["id"], winner, winner == [0])
    assert done(acme.get(f"/players/{players[1]}/matches/{table['id']}/1"))["won"] == (winner == [1])
    hands = done(acme.get(f"/players/{players[0]}/hands", table=table["id"], limit="100"))["data"]
    numbers = [hand["number"] for hand in hands]
    assert numbers == list(range(len(numbers), 0, -1))
    assert sum(hand["net"]["0"] + hand["net"]["1"] for hand in hands if hand["net"]) == 0


def test_seat_is_what_the_rules_say_this_seat_may_know(acme: Api) -> None:
    table, *players = acme.begun()
    for _ in range(5):
        for number, player in enumerate(players):
            seen = acme.seat(table["id"], player)
            state = state_at(table["id"])
            assert seen["view"] == msgspec.json.decode(msgspec.json.encode(view(state, number)))
            shown = view(state, number)
            assert len(seen["openings"]) == len(shown.open_cards())
            assert {opening["position"] for opening in seen["openings"]} == {
                card.position for card in shown.open_cards()
            }
        play_on(acme, table["id"], players)


def test_prompt_stands_beside_the_view_with_token_clock_and_bounds(acme: Api) -> None:
    table, *players = acme.begun()
    seats = [acme.seat(table["id"], player) for player in players]
    asked = next(seat for seat in seats if seat["prompt"])
    idle = next(seat for seat in seats if not seat["prompt"])
    raw = asked["view"]["prompt"]
    assert asked["prompt"]["token"] == raw["token"]
    due = parse_datetime(asked["prompt"]["due_at"])
    assert due is not None
    assert int(due.timestamp() * 1000) == raw["due"]
    assert [offer["kind"] for offer in asked["prompt"]["legal"]] == [offer[0] for offer in raw["legal"]]
    assert idle["view"]["prompt"] is None


def test_seed_halves_are_asked_for_in_turn(acme: Api) -> None:
    alice, bob = acme.player("Alice"), acme.player("Bob")
    table = acme.table(alice)
    waiting = acme.seat(table["id"], alice)
    assert (waiting["status"], waiting["view"], waiting["prompt"], waiting["wants"]) == (
        "open",
        None,
        None,
        None,
    )
    acme.join(table, bob)
    assert acme.seat(table["id"], alice)["wants"] == "digest"
    for player in (alice, bob):
        done(acme.send(table["id"], player, "digest", {"digest": "ab" * 32}))
    seen = acme.seat(table["id"], alice)
    assert (seen["wants"], seen["bound"]) == ("value", "ab" * 32)
    refused(acme.send(table["id"], alice, "reveal", {"value": "00" * 32}), 409, "seed_mismatch")
    refused(acme.send(table["id"], alice, "reveal", {"value": "AB" * 32}), 400, "bad_seed")
    acme.bring_seeds(table["id"], alice, bob)
    assert acme.seat(table["id"], alice)["view"]["phase"] == "hand"


# --- answers ------------------------------------------------------------------------------------------------


def asked(acme: Api, table: str, players: list[str]) -> tuple[str, dict[str, Any], str]:
    """Who is asked, their prompt, and the other."""
    prompts = {player: acme.seat(table, player)["prompt"] for player in players}
    player = next(player for player in players if prompts[player])
    return player, prompts[player], next(other for other in players if other != player)


def test_same_answer_counts_once(acme: Api) -> None:
    table, *players = acme.begun()
    player, prompt, other = asked(acme, table["id"], players)
    answer = {"token": prompt["token"], "action": {"kind": "check"}}
    first = done(acme.send(table["id"], player, "act", answer))
    assert first["repeated"] is False
    assert done(acme.send(table["id"], player, "act", answer)) == {
        "version": first["version"],
        "repeated": True,
    }
    refused(
        acme.send(table["id"], player, "act", {**answer, "action": {"kind": "fold"}}), 409, "already_acted"
    )
    refused(acme.send(table["id"], other, "act", answer), 409, "stale_token")


def test_answers_are_refused_with_the_sockets_codes(acme: Api) -> None:
    table, *players = acme.begun()
    player, prompt, other = asked(acme, table["id"], players)
    token = prompt["token"]
    bet = next(offer for offer in prompt["legal"] if offer["kind"] == "bet")
    for sender, body, status, code in (
        (player, {"token": token, "action": {"kind": "hit"}}, 409, "not_legal"),
        (player, {"token": token, "action": {"kind": "stand"}}, 400, "malformed"),
        (player, {"token": token, "action": {"kind": "bet", "to": bet["high"] + 1}}, 409, "amount"),
        (player, {"token": token, "action": {"kind": "bet"}}, 400, "malformed"),
        (player, {"token": token, "action": {"kind": "peek"}}, 400, "malformed"),
        (player, {"token": token, "action": {"kind": "check", "to": 10}}, 400, "malformed"),
        (player, {"token": "1.1.9.9", "action": {"kind": "check"}}, 409, "stale_token"),
        (player, {"token": "not one\u00e9", "action": {"kind": "check"}}, 400, "malformed"),
        (player, {"token": "x" * 49, "action": {"kind": "check"}}, 422, "invalid_fields"),
        (player, {"token": token, "action": {"kind": "bet", "to": "20"}}, 422, "invalid_fields"),
        (player, {"token": token, "action": {"kind": "check", "seat": 1}}, 422, "invalid_fields"),
        (player, {"token": token, "action": {"kind": "check"}, "type": "give_up"}, 422, "invalid_fields"),
        (player, {"token": token}, 422, "invalid_fields"),
        (other, {"token": token, "action": {"kind": "check"}}, 409, "not_your_turn"),
    ):
        refused(acme.send(table["id"], sender, "act", body), status, code)
    assert acme.seat(table["id"], player)["prompt"]["token"] == token
    refused(acme.send(table["id"], player, "skip"), 409, "nothing_to_skip")
    refused(acme.send(table["id"], player, "give-up", {"sure": "no"}), 422, "invalid_fields")
    refused(acme.send(table["id"], player, "digest", {"digest": "ab" * 32}), 409, "seeds_closed")


def test_who_does_not_sit_there_has_no_seat_to_look_from(acme: Api, house_table: str) -> None:
    charlie = acme.player("Charlie")
    table, *_players = acme.begun()
    for public_id in (table["id"], house_table):
        refused(acme.get(f"/tables/{public_id}/seats/{charlie}"), 403, "no_such_seat")
        refused(acme.send(public_id, charlie, "give-up", {"sure": "yes"}), 403, "no_such_seat")
    alice = acme.player()
    open_table = acme.table(alice)
    refused(acme.send(open_table["id"], alice, "skip"), 409, "no_match")


# --- records ------------------------------------------------------------------------------------------------


def test_hand_record_is_the_players_own(acme: Api, other: Api) -> None:
    table, first, second = acme.begun()
    done(acme.send(table["id"], second, "give-up", {"sure": "yes"}))
    hand = Hand.objects.get()
    for seat, player in enumerate((first, second)):
        record = done(acme.get(f"/players/{player}/hands/{hand.public_id}"))
        expected = hand_files.player_file(hand, seat)
        assert record == msgspec.json.decode(msgspec.json.encode(expected))
        cards = record["view"]["seats"][1 - seat]["cards"]
        assert cards[0] is not None
        assert cards[1:] == [None] * (len(cards) - 1)
    refused(acme.get(f"/players/{acme.player('Charlie')}/hands/{hand.public_id}"), 404, "unknown_hand")
    refused(acme.get(f"/players/{first}/matches/{table['id']}/2"), 404, "unknown_match")
    refused(acme.get(f"/players/{first}/hands/zzzzzzzzzz"), 404, "unknown_hand")


# --- who is there -------------------------------------------------------------------------------------------


def test_requests_say_that_the_player_is_there_and_silence_that_they_are_not(acme: Api) -> None:
    table, first, second = acme.begun()
    assert [seat["away"] for seat in acme.seat(table["id"], first)["view"]["seats"]] == [False, False]
    assert polling.lose_silent() == 0
    silent_for(11)
    acme.seat(table["id"], first)
    assert polling.lose_silent() == 1
    seen = acme.seat(table["id"], first)
    assert [seat["away"] for seat in seen["view"]["seats"]] == [False, True]
    assert seen["view"]["paused"] is True
    assert polling.lose_silent() == 0
    if seen["prompt"]:
        refused(acme.send(table["id"], first, "act", answer_to(seen["prompt"], 1)), 409, "paused")
    assert acme.seat(table["id"], second)["view"]["paused"] is False


def test_open_page_stays_in_charge_of_a_seat_that_is_also_asked_for(acme: Api) -> None:
    table, first, _second = acme.begun()
    table_id = Table.objects.get().pk
    play.submit(table_id, Back(at=0, seat=0, conn="web/1"))
    silent_for(11)
    acme.seat(table["id"], first)
    assert state_at(table["id"]).seats[0].conn == "web/1"
    silent_for(11)
    assert polling.lose_silent() == 1  # the other one
    assert state_at(table["id"]).seats[0].conn == "web/1"
    play.submit(table_id, Lost(at=0, seat=0, conn="web/1"))
    assert acme.seat(table["id"], first)["view"]["seats"][0]["away"] is False


def test_silence_while_no_web_process_lived_is_nobodys(acme: Api) -> None:
    acme.begun()
    now = timezone.now()
    silent_for(60)
    Outage.objects.create(since=now - timedelta(seconds=50), until=now - timedelta(seconds=5))
    assert polling.lose_silent() == 0
    Outage.objects.update(until=now - timedelta(seconds=11))
    assert polling.lose_silent() == 2


def test_nothing_is_noted_of_seats_whose_match_is_over(acme: Api) -> None:
    table, first, second = acme.begun()
    done(acme.send(table["id"], second, "give-up", {"sure": "yes"}))
    acme.seat(table["id"], first)
    silent_for(11)
    assert polling.lose_silent() == 0
    assert not ApiSeat.objects.exists()
    assert set(Seat.objects.values_list("conn", flat=True)) == {""}
    assert acme.seat(table["id"], first)["status"] == "over"


def test_connection_of_requests_belongs_to_no_web_process(acme: Api) -> None:
    """Else the end of that process would call the player away."""
    acme.begun()
    assert set(Seat.objects.values_list("process", flat=True)) == {""}
    assert all(conn.startswith(polling.PREFIX) for conn in Seat.objects.values_list("conn", flat=True))
    assert User.objects.filter(partner_player__isnull=False).count() == 2
