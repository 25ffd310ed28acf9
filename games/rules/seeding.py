"""Every seat's own random seed, once per match: first its hash, then, when all hashes are in, the value
itself.

So nobody, the server included, can choose a seed knowing another's (rules.md, Fair deal; design.md, Deal).
"""

from __future__ import annotations

import re

from games.rules import flow
from games.rules.absence import with_seat
from games.rules.actions import Bet
from games.rules.commands import Act, Digest, Reveal
from games.rules.commitments import seed_digest
from games.rules.errors import Malformed, NotLegal
from games.rules.state import Prompt
from games.rules.work import Work

HEX_32_BYTES = re.compile(r"[0-9a-f]{64}", re.ASCII)


def take_digest(work: Work, command: Digest) -> None:
    """May be replaced (another tab, another device) until the first value is told; the same one once more changes
    nothing, however late it comes. Raises Malformed, NotLegal."""
    state = work.state
    if command.digest and state.seats[command.seat].digest == command.digest:
        return
    if state.phase != "seeding" or any(seat.seed for seat in state.seats):
        raise NotLegal("seeds_closed")
    if not HEX_32_BYTES.fullmatch(command.digest):
        raise Malformed("bad_seed")
    work.state = with_seat(state, command.seat, digest=command.digest)


def take_value(work: Work, command: Reveal) -> None:
    """The last value starts the match in the same step. Raises Malformed, NotLegal."""
    state = work.state
    seat = state.seats[command.seat]
    if state.phase != "seeding":
        if seat.seed == command.value:
            return
        raise NotLegal("seeds_closed")
    if not all(other.digest for other in state.seats if other.human):
        raise NotLegal("seeds_not_bound")
    if not HEX_32_BYTES.fullmatch(command.value):
        raise Malformed("bad_seed")
    if seed_digest(bytes.fromhex(command.value)).hex() != seat.digest:
        raise Malformed("seed_mismatch")
    if seat.seed == command.value:
        return
    work.state = with_seat(state, command.seat, seed=command.value)
    if all(other.seed for other in work.state.seats if other.human):
        flow.start_match(work)


def take_fresh_seed(work: Work, prompt: Prompt, command: Act) -> None:
    """The shoe that follows on a bet is shuffled with the seed that came with it; no hash goes before, for the
    server's part is bound since the table was opened. Raises Malformed where it is missing, or not asked for."""
    wanted = work.game.fresh_seeds and prompt.source == "format" and isinstance(command.action, Bet)
    if not wanted and not command.seed:
        return
    if not wanted or not HEX_32_BYTES.fullmatch(command.seed):
        raise Malformed("bad_seed")
    work.state = with_seat(work.state, command.seat, seed=command.seed)
