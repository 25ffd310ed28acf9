"""Everything a table's socket sends, in one place. Built from views alone; a card's proof goes out once."""

from __future__ import annotations

from typing import Any

import msgspec

from games.live.hub import Snapshot
from games.money import plain
from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.table_view import TableView, view

_ENCODER = msgspec.json.Encoder()


def page_message(snapshot: Snapshot, seat: int | None, language: str, sent: set[tuple[int, int]]) -> str:
    """For a page: the whole table as HTML to be morphed, with what its script needs."""
    from games import presenters

    facts, state = snapshot.facts, snapshot.state
    if state is None:
        html = presenters.render_waiting(facts, seat=seat, version=snapshot.version, language=language)
        return _text({"v": snapshot.version, "content": html, "target": "#table", "swap": "outerMorph"})
    shown = view(state, seat)
    html = presenters.render_table(
        shown,
        facts,
        version=snapshot.version,
        halted=snapshot.halted,
        language=language,
        paid_in=snapshot.stakes,
    )
    return _text(
        {
            "v": snapshot.version,
            "content": html,
            "target": "#table",
            "swap": "outerMorph",
            "at": state.at,
            **_for_seat(snapshot, state, shown, seat, sent),
        }
    )


def json_message(snapshot: Snapshot, seat: int | None, sent: set[tuple[int, int]]) -> str:
    """For an API client: the view itself."""
    state = snapshot.state
    if state is None:
        return _text({"v": snapshot.version, "status": snapshot.facts.status, "view": None})
    shown = view(state, seat)
    return _text(
        {
            "v": snapshot.version,
            "status": snapshot.facts.status,
            "halted": snapshot.halted,
            "view": shown,
            "at": state.at,
            **_stakes(snapshot),
            **_for_seat(snapshot, state, shown, seat, sent),
        }
    )


def _stakes(snapshot: Snapshot) -> dict[str, Any]:
    """What each seat's stake is made of, where it plays for one; the same for everybody."""
    if snapshot.facts.stake_cents is None:
        return {}
    if snapshot.stakes is None:
        return {"stakes": None}
    seats = [
        [
            {
                "amount": plain(put.units, put.decimals),
                "currency": put.currency,
                "minor_units": str(put.units),
            }
            for put in puts
        ]
        for puts in snapshot.stakes.seats
    ]
    return {"stakes": {"hand": snapshot.stakes.hand, "seats": seats}}


def _for_seat(
    snapshot: Snapshot, state: State, shown: TableView, seat: int | None, sent: set[tuple[int, int]]
) -> dict[str, Any]:
    """Proofs of cards newly shown, and which half of its seed the seat owes."""
    if seat is None or snapshot.deals is None:
        return {}
    openings = []
    decks = GAMES[state.game].rules(state.version)[0].shoe.decks
    for card in shown.open_cards():
        if (state.deal, card.position) not in sent:
            sent.add((state.deal, card.position))
            opening = snapshot.deals.opening(state, card.position)
            openings.append(
                {**msgspec.structs.asdict(opening), "deal": state.deal, "root": state.root, "decks": decks}
            )
    message: dict[str, Any] = {"openings": openings}
    if state.phase == "seeding":
        all_bound = all(other.digest for other in state.seats if other.human)
        mine = state.seats[seat]
        message["wants"] = None if mine.seed else "value" if all_bound else "digest"
        message["bound"] = mine.digest
    return message


def _text(message: dict[str, Any]) -> str:
    return _ENCODER.encode(message).decode()
