"""What goes into a table: the journal holds these and nothing else. `at`: database time, ms since 1970."""

from __future__ import annotations

import msgspec

from games.rules.actions import Action


class _Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    at: int

    @property
    def type(self) -> str:
        return str(self.__struct_config__.tag)


class Player(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person by public id, or a house bot by the name of its policy."""

    id: str
    bot: str = ""


class Begin(_Command, frozen=True, kw_only=True, tag="begin"):
    """All seats are taken: the match is set up, seeds are called for. Always the first command."""

    game: str
    version: int
    table: str
    match: int
    mode: str
    clock: int
    """Multiplier of all decision times; 0: no clock (practice only)."""
    options: dict[str, int]
    players: tuple[Player | None, ...]
    """By seat; None: an empty seat (games that can be joined in mid-match)."""


class Digest(_Command, frozen=True, kw_only=True, tag="digest"):
    """A seat binds itself to its random seed: hex of `chance.seed_digest(value)`."""

    seat: int
    digest: str


class Reveal(_Command, frozen=True, kw_only=True, tag="reveal"):
    """A seat brings its random seed, when all digests are in: hex of 32 bytes."""

    seat: int
    value: str


class Act(_Command, frozen=True, kw_only=True, tag="act", omit_defaults=True):
    """An answer to a prompt. The token names the decision, so that it counts once."""

    seat: int
    token: str
    action: Action
    seed: str = ""
    """With a bet that a fresh shoe follows on (`Game.fresh_seeds`): the seat's random seed for it, hex of 32 bytes."""


class Skip(_Command, frozen=True, kw_only=True, tag="skip"):
    """A seat needs no more time to look at the result."""

    seat: int


class GiveUp(_Command, frozen=True, kw_only=True, tag="give_up"):
    seat: int


class Tick(_Command, frozen=True, kw_only=True, tag="tick"):
    """Let every clock that is due run out."""


class Back(_Command, frozen=True, kw_only=True, tag="back"):
    """The seat has a live connection; it replaces any other."""

    seat: int
    conn: str


class Lost(_Command, frozen=True, kw_only=True, tag="lost"):
    """That connection is gone. `ours`: by our own stop or crash, not the player's."""

    seat: int
    conn: str
    ours: bool = False


class NotFunded(_Command, frozen=True, kw_only=True, tag="not_funded"):
    """A stake could not be paid in, so the match, or the next hand, does not begin. `code`: why (the ledger's
    word)."""

    seat: int
    """Whose stake; -1: nobody's in particular (no fresh quote)."""
    code: str
    hand: int = 0
    """The hand that was to be dealt, where hands are paid for one by one; 0: the first."""


class Sit(_Command, frozen=True, kw_only=True, tag="sit"):
    """A player takes an empty seat while the match runs."""

    seat: int
    player: Player


class Leave(_Command, frozen=True, kw_only=True, tag="leave"):
    """A player leaves for good while the match runs (where the game allows it)."""

    seat: int


class SitOut(_Command, frozen=True, kw_only=True, tag="sit_out"):
    """A switch: the seat wants to be out of the next hand (`out`), or after all not to be."""

    seat: int
    out: bool
    hand: int
    """Number of the hand it is about: the one after that in play."""


class Show(_Command, frozen=True, kw_only=True, tag="show"):
    """Who has won a hand shows cards that it need not, while the result stands (where the game allows it)."""

    seat: int
    hand: int
    """Number of the hand whose result stands, so that a late one never shows anything of the next."""
    cards: tuple[int, ...]
    """Numbers of the cards as they were dealt, from 0, ascending."""


class Bankroll(_Command, frozen=True, kw_only=True, tag="bankroll"):
    """What the seat has outside the match now, as the ledger says, in the game's units."""

    seat: int
    amount: int


class Open(_Command, frozen=True, kw_only=True, tag="open"):
    """A card that was unknown to us is opened."""

    position: int
    face: int


class StoodStill(_Command, frozen=True, kw_only=True, tag="stood_still"):
    """No web process lived from `since`; clocks stand still until `until` (time given back included)."""

    since: int
    until: int
    voids: bool = True
    """Whether so long a time that it is an outage to void after does void; a halt's resuming does not."""


class Void(_Command, frozen=True, kw_only=True, tag="void"):
    """Staff calls the unfinished part off: everybody gets back what is not settled yet."""

    staff: str
    reason: str


_FromPlayers = Digest | Reveal | Act | Skip | GiveUp | Sit | SitOut | Leave | Show | Open
_FromUs = Begin | Tick | Back | Lost | NotFunded | Bankroll | StoodStill | Void
Command = _FromPlayers | _FromUs

CLOCKLESS: tuple[type, ...] = (StoodStill, Void, NotFunded)
"""Before these no clock runs out: they say that time, or the match, does not count; or that the hand whose time
has come could not be paid for."""

ENCODER = msgspec.json.Encoder()
DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
