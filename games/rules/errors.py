"""The three ways in which rules refuse: the form is wrong, it is another's turn, or it is not legal now.

Each carries a `code` (a stable word for machines) and `data` (numbers for the sentence). Nothing has
changed when one is raised.
"""

from __future__ import annotations


class RulesError(ValueError):
    """A command was refused by the rules; the state is what it was."""

    code = "refused"

    def __init__(self, code: str = "", **data: int | str) -> None:
        self.code = code or type(self).code
        self.data = data
        super().__init__(f"{self.code} {data}" if data else self.code)


class Malformed(RulesError):
    """The command is not of a form that any state could accept."""

    code = "malformed"


class NotYourTurn(RulesError):
    """The seat has no decision to make, or the token names another decision."""

    code = "not_your_turn"


class NotLegal(RulesError):
    """The seat is to act, but not like this."""

    code = "not_legal"
