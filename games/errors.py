"""Every refusal of the games app with its sentence; rules' refusals become AppErrors here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from battle21.errors import AppError
from games.rules.errors import Malformed, NotLegal, NotYourTurn, RulesError

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SENTENCES: dict[str, str | _StrPromise] = {
    "malformed": _("That message was not understood. Reload the page and try again."),
    "repeated_field": _("A field is given twice. Send each field once."),
    "unknown_action": _("There is no such action. Choose one of those shown."),
    "no_such_seat": _("That seat is not yours. Open the table again from the lobby."),
    "no_match": _("Nothing is being played at this table."),
    "not_your_turn": _("It is not your turn. Wait until you are asked."),
    "stale_token": _("That decision is over. Look at the table: it shows the present one."),
    "already_acted": _("You have already answered that with another action. The first answer counts."),
    "not_legal": _("That is not possible now. Choose one of the actions shown."),
    "amount": _("That amount is not possible. Choose one from {low} to {high}."),
    "paused": _("The game is paused while a player is away. Wait until it goes on."),
    "match_over": _("The match is over. Start a new one from the lobby."),
    "nothing_to_skip": _("There is nothing to skip now."),
    "cannot_give_up": _("This game cannot be given up. Leave the table instead."),
    "cannot_join": _("Nobody can join this game once it has begun. Choose another table."),
    "cannot_leave": _("This game cannot be left. Give up instead, or play on."),
    "seat_taken": _("That seat is taken. Choose another one."),
    "seeds_closed": _("The cards are already shuffled."),
    "seeds_not_bound": _("Not all players have sent the first half of their seed yet."),
    "bad_seed": _("That seed is not of the right form. Reload the page."),
    "seed_mismatch": _("That seed does not belong to the hash sent before. Reload the page."),
    "stale_connection": _("This page is no longer the one you play on."),
    "no_hand": _("No hand is being played now."),
    "unknown_command": _("There is no such command."),
    "halted": _("This table is halted after a fault. Nothing is lost; support has been told."),
    "busy": _("The table is busy. Please try again in a moment."),
    "newer_schema": _("This server is being updated. Please try again in a minute."),
    "unknown_table": _("There is no such table. Go back to the lobby and choose another."),
    "unknown_hand": _("There is no such hand among yours. Choose one from your matches."),
    "no_history": _("Hands of this game are not kept in that form. Download the hand's own file instead."),
    "no_replay": _("Hands of this game cannot be shown again picture by picture. Read them step by step."),
    "unknown_game": _("There is no such game. Choose one from the lobby."),
    "unknown_mode": _("This game cannot be played like that."),
    "bad_option": _("One of the options is not possible. Choose one of those shown."),
    "table_full": _("All seats of this table are taken. Choose another table."),
    "already_seated": _("You already sit at this table. Open it from the lobby."),
    "not_open": _("This table is not waiting for players any more. Choose another."),
    "not_creator": _("Only who has opened this table can do that."),
    "too_few_players": _("At least {least} players must sit here before the match can begin."),
    "no_bots_here": _("House bots do not sit down here. Wait for players, or choose practice."),
    "out_of_match": _("You have left this match. Watch it, or choose another table."),
    "already_joined": _("Somebody else is in already, so what is played stays. Open another table instead."),
    "not_invited": _("This table is private. Ask for its invitation link."),
    "too_many_tables": _("You sit at too many tables. Finish or leave one first."),
    "too_fast": _("Too many messages. Wait a moment and reload the page."),
    "not_funded": _("A stake could not be paid in, so no cards were dealt and nobody was charged."),
    "needs_account": _("A stake needs an account. Sign up, it takes a minute, or play for nothing."),
    "repeated_currency": _("A currency is named twice. Name each of them once."),
    "terms_changed": _(
        "What is played at this table has changed meanwhile. Look at the new terms and sit down then."
    ),
    "needs_account_for_chips": _(
        "Ranked rounds need an account. Sign up, it takes a minute, or practise: that needs nothing."
    ),
    "people_only": _("Ranked rounds are played by people on this site's pages. Programs may practise."),
    "not_enough_chips": _("You have not enough chips for that. Choose a smaller bet, or another action."),
    "enough_chips": _("You have chips to play with. More are there for who has fewer than five."),
    "chips_too_soon": _("You have had chips within the hour. Come back in {minutes} min."),
    "round_open": _("You have an open round. Finish it first."),
    "no_bankroll": _("This match is played with chips of its own."),
    "not_voidable": _("Only a ranked round that was played to its end can be voided, once it was asked for."),
    "reason_missing": _("Say why."),
    "second_signature": _("Another member of staff has to approve that."),
    "bad_stake": _("That stake is not possible. Choose one from ${least} to ${most}."),
    "stake_too_small": _(
        "In this currency that is less than one unit for each hand. Choose a greater stake."
    ),
    "cannot_sit_out": _("This game cannot be sat out. Play on, or give up."),
    "already_dealt": _("That hand has been dealt already. You can sit out the next one."),
    "hand_over": _("The hand is over, so that comes too late. You can sit out while a hand is played."),
    "cannot_show": _("In this game nobody shows cards after a hand."),
    "show_too_late": _("That hand is over and the next one is dealt. Its cards stay as they were."),
    "hand_not_over": _("The hand is not over yet. Cards can be shown when you have won it."),
    "contested_pot": _("Cards are shown of one's own will only when all others have folded."),
    "not_winner": _("Only who has won this hand can show cards. Yours stay hidden."),
    "already_shown": _("Everybody sees that card already."),
    "ledger_hold": _("No new hands are dealt while the books are being checked. Nothing is lost."),
    "shoe_in_use": _("The match is not over yet. Its cards can be exported when it is."),
    "unknown_match": _("There is no such match among this player's."),
    "unknown_player": _("You have no such player. Use one of those in your list."),
    "player_closed": _("This player's account is closed. Support can tell why."),
    "request_in_progress": _("A request with this Idempotency-Key is at work. Send it again in a moment."),
    "idempotency_key_reused": _("This Idempotency-Key was sent with another request. Use a new one."),
    "elsewhere": _("This table was opened on another page, which now has your seat."),
}

STATUS = {
    "malformed": 400,
    "repeated_field": 400,
    "unknown_action": 400,
    "no_such_seat": 403,
    "not_invited": 403,
    "not_creator": 403,
    "people_only": 403,
    "needs_account_for_chips": 403,
    "bad_seed": 400,
    "bad_option": 400,
    "repeated_currency": 400,
    "unknown_table": 404,
    "unknown_hand": 404,
    "no_history": 404,
    "no_replay": 404,
    "unknown_game": 404,
    "unknown_match": 404,
    "unknown_player": 404,
    "player_closed": 403,
    "idempotency_key_reused": 422,
    "busy": 503,
    "halted": 503,
    "newer_schema": 503,
    "too_fast": 429,
}


def refusal(code: str, **data: int | str) -> AppError:
    """An AppError by code. Every code has its sentence in `SENTENCES`, which may name parts of the data."""
    sentence = SENTENCES[code]
    if data:
        sentence = format_lazy(sentence, **data)
    return AppError(sentence, code=code, status=STATUS.get(code, 409), data=dict(data))


def from_rules(error: RulesError) -> AppError:
    """What the rules refused, with a sentence. A code without one falls back to the sentence of its class."""
    fallback: dict[type[RulesError], str] = {
        Malformed: "malformed",
        NotYourTurn: "not_your_turn",
        NotLegal: "not_legal",
    }
    known = error.code if error.code in SENTENCES else fallback.get(type(error), "not_legal")
    sentence = format_lazy(SENTENCES[known], **error.data) if known == error.code else SENTENCES[known]
    return AppError(sentence, code=error.code, status=STATUS.get(known, 409), data=dict(error.data))
