"""What most formats have in common: paid in as a whole, and between hands nobody is asked anything."""

from __future__ import annotations

from games.rules.actions import Action, Legal
from games.rules.errors import NotLegal, NotYourTurn


class AsksNothing[M]:
    """The part of `MatchFormat` for players who come together, stay together and only play hands."""

    def sit(self, match: M, seat: int) -> M:
        raise NotLegal(seat=seat)

    def not_funded(self, match: M, seat: int, code: str, elapsed: int) -> tuple[M, int | None]:
        """All was paid in before the first cards."""
        raise NotLegal("seeds_closed")

    def sit_out(self, match: M, seat: int, out: bool) -> M:
        raise NotLegal("cannot_sit_out")

    def to_act(self, match: M) -> tuple[int, ...]:
        """Nobody is asked anything between hands."""
        return ()

    def question(self, match: M, seat: int) -> str:
        return ""

    def legal_actions(self, match: M, seat: int) -> Legal:
        return ()

    def apply_action(self, match: M, seat: int, action: Action) -> M:
        raise NotYourTurn(seat=seat)

    def default_action(self, match: M, seat: int) -> Action:
        raise NotYourTurn(seat=seat)
