"""A winner's cards shown by a request: what it may say, and each way in which it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Table
from games.rules.cards import Card
from tests.games.api.calling import Api, done, refused
from tests.games.poker import KEY, next_hand
from tests.live.classic import own_clock
from tests.live.seating import act, state_of

pytestmark = pytest.mark.django_db


class Won:
    """Alice and Bob; one of them has folded to a raise of the other's."""

    def __init__(self, acme: Api) -> None:
        self.acme = acme
        told, *players = acme.begun(game=KEY)
        self.table = Table.objects.get(public_id=told["id"])
        act(self.table.id, "raise", 90)
        act(self.table.id, "fold")
        net = self.table.hands.get().net
        self.seat = next(int(seat) for seat, chips in net.items() if chips > 0)
        self.winner, self.other = players[self.seat], players[1 - self.seat]

    def show(self, player: str, cards: Any, hand: Any = 1) -> Any:
        return self.acme.send(self.table.public_id, player, "show", {"hand": hand, "cards": cards})

    def seen(self, player: str) -> Any:
        """The winner's cards as that player sees them, and how many proofs there are."""
        body = self.acme.seat(self.table.public_id, player)
        return body["view"]["hand"]["seats"][self.seat]["cards"], len(body["openings"])


def test_winner_shows_by_request_and_everybody_else_is_refused(acme: Api) -> None:
    with own_clock():
        won = Won(acme)
        hand = state_of(won.table.id).hand
        assert hand is not None
        cards: tuple[Card, ...] = hand.cards[won.seat]
        codes = [["c", card.position, card.face] for card in cards]
        assert acme.seat(won.table.public_id, won.winner)["view"]["hand"]["showable"] == [0, 1]
        assert won.seen(won.other) == ([None, None], 2)
        refused(won.show(won.other, "both"), 409, "not_winner")
        refused(won.show(won.winner, "all"), 422, "invalid_fields")
        refused(won.show(won.winner, "both", hand="1.5"), 422, "invalid_fields")
        refused(won.show(won.winner, "both", hand=2), 400, "no_such_hand")
        assert won.seen(won.other) == ([None, None], 2)

        done(won.show(won.winner, "second"))
        assert won.seen(won.other) == ([None, codes[1]], 3)
        refused(won.show(won.winner, "second"), 409, "already_shown")
        done(won.show(won.winner, "both"))
        assert won.seen(won.other) == (codes, 4)
        assert acme.seat(won.table.public_id, won.winner)["view"]["hand"]["showable"] == []

        next_hand(won.table)
        refused(won.show(won.winner, "both"), 409, "show_too_late")
        refused(won.show(won.winner, "both", hand=2), 409, "hand_not_over")


def test_contested_pot_and_other_games_show_nothing_by_request(acme: Api) -> None:
    with own_clock():
        table, first, second = acme.begun(game=KEY)
        begun = Table.objects.get(public_id=table["id"])
        act(begun.id, "call")
        for _ in range(7):
            act(begun.id, "check")
        for player in (first, second):
            body = {"hand": 1, "cards": "both"}
            refused(acme.send(table["id"], player, "show", body), 409, "contested_pot")
        other, alice, _bob = acme.begun()
        refused(acme.send(other["id"], alice, "show", {"hand": 1, "cards": "both"}), 409, "cannot_show")
