"""Hands per second through `step`, with the cards given. ``python -m bench.engine`` prints one JSON line a game.

Goals in one thread: 5,000 hands/s of Tactical, 10,000 of Classic. The load are whole matches between two seats that
play like the house's bot, answer in a second or two and skip each result; all commands are made beforehand, so only
`step` is timed, in CPU time of its thread. The best round tells what the code costs, the median also what else the
machine was doing. The deal of a six-deck shoe is timed apart, as in `bench.deal`.

Hold'em also at six seats that play at random, and the same hands in pokerkit in the same run: at least 20 times as many
a second.
"""

from __future__ import annotations

import json
import random
import sys
import warnings
from collections.abc import Sequence
from statistics import median
from time import thread_time
from typing import NamedTuple

from bench import holdem_six
from bench.deal import SEED, milliseconds, transcript
from games.rules.actions import Action, Bet
from games.rules.catalog import GAMES
from games.rules.chance import DealtChance
from games.rules.clocks import State
from games.rules.commands import Act, Back, Begin, Command, Digest, Player, Reveal, Skip, Tick
from games.rules.commitments import seed_digest
from games.rules.given import GivenChance
from games.rules.runtime import step
from games.rules.table_view import view

ROUNDS = 15
TWO = 2
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Flora")


class Game(NamedTuple):
    """What is measured of one row of the catalogue."""

    goal: int
    """Hands per second."""
    matches: int
    options: dict[str, int]
    most_hands: int = 10_000
    """A match is left alone after so many."""
    seats: int = 2
    mode: str = "free"


GAMES_MEASURED = {
    "tactical": Game(5_000, 40, {}),
    "classic_series": Game(10_000, 60, {"hands": 20}),
    "classic_fixed": Game(10_000, 60, {"hands": 20}),
    "classic_unlimited": Game(10_000, 30, {}, most_hands=40),
    "heads_up": Game(5_000, 30, {}),
    "house": Game(0, 10, {}, most_hands=100, seats=1, mode="practice"),
    "polish": Game(0, 60, {"seats": 2, "rounds": 10}),
    holdem_six.KEY: Game(0, 10, {}, most_hands=60, seats=holdem_six.SEATS),
}
TIMES_POKERKIT = 20
ROUNDS_OF_POKERKIT = 2


class Shoes:
    """Numbered shoes with given cards."""

    def __init__(self, seed: int, decks: int) -> None:
        self.rng = random.Random(seed)
        self.decks = decks
        self.shoes: list[GivenChance] = []

    def chance(self, state: State, number: int) -> GivenChance:
        while len(self.shoes) < number:
            faces = list(range(52)) * self.decks
            self.rng.shuffle(faces)
            self.shoes.append(GivenChance(faces, lambda label, counter, n: 0))
        return self.shoes[number - 1]

    def root(self, state: State, number: int) -> str:
        return f"{number:064x}"


class Load(NamedTuple):
    """One match to be played again."""

    shoes: Shoes
    commands: tuple[Command, ...]
    hands: int


def played(key: str, seed: int) -> Load:
    """A match to its end."""
    measured = GAMES_MEASURED[key]
    rng = random.Random(seed)
    shoes = Shoes(seed, GAMES[key].hand.shoe.decks)
    commands: list[Command] = []
    state: State | None = None
    for command in opening(key, measured):
        state = step(state, command, shoes).state
        commands.append(command)
    while state is not None and state.phase != "over" and state.hand_number < measured.most_hands:
        for command in following(state, rng):
            state = step(state, command, shoes).state
            commands.append(command)
    assert state is not None
    return Load(shoes, tuple(commands), state.hand_number)


def opening(key: str, measured: Game) -> Sequence[Command]:
    seats = range(measured.seats)
    values = [bytes([seat + 1]) * 32 for seat in seats]
    players = tuple(Player(NAMES[seat]) for seat in seats)
    return [
        Begin(
            at=0, game=key, version=1, table="bench", match=1, mode=measured.mode, clock=1,
            options=measured.options,
            players=players,
        ),
        *(Back(at=0, seat=seat, conn=f"c{seat}") for seat in seats),
        *(Digest(at=0, seat=seat, digest=seed_digest(values[seat]).hex()) for seat in seats),
        *(Reveal(at=0, seat=seat, value=values[seat].hex()) for seat in seats),
    ]  # fmt: skip


def following(state: State, rng: random.Random) -> Sequence[Command]:
    """The next answer, or both skips of a result. With other than two seats a result stands its time."""
    at = state.at + rng.randint(700, 1_900)
    if state.phase == "between" and not state.prompts:
        if len(state.seats) != TWO:
            return [Tick(at=state.phase_due or at)]
        return [Skip(at=at, seat=seat) for seat in range(TWO)]
    (prompt,) = state.prompts
    action = decided(state, prompt.seat, rng)
    fresh = GAMES[state.game].fresh_seeds and isinstance(action, Bet)
    seed = rng.randbytes(32).hex() if fresh else ""
    return [Act(at=at, seat=prompt.seat, token=state.token(prompt), action=action, seed=seed)]


def decided(state: State, seat: int, rng: random.Random) -> Action:
    seen = view(state, seat)
    assert seen.prompt is not None
    if seen.prompt.source != "hand":
        return Bet(seen.prompt.legal[0].low)
    if state.game == holdem_six.KEY:
        return holdem_six.at_random(seen.prompt.legal, rng)
    policies = tuple(GAMES[state.game].bots.values())
    return policies[seat % len(policies)](seen.hand, seen.prompt.legal, rng.randrange)


def run(load: Sequence[Load]) -> float:
    """Seconds of CPU time to play the whole load again."""
    start = thread_time()
    for match in load:
        state: State | None = None
        shoes = match.shoes
        for command in match.commands:
            state = step(state, command, shoes).state
    return thread_time() - start


def measure(key: str) -> dict[str, float]:
    holdem_six.register()
    load = [played(key, seed) for seed in range(GAMES_MEASURED[key].matches)]
    hands = sum(match.hands for match in load)
    commands = sum(len(match.commands) for match in load)
    rounds = [run(load) for _ in range(ROUNDS)]
    best = min(rounds)
    return {
        "goal": GAMES_MEASURED[key].goal,
        "hands_per_s": round(hands / best),
        "hands_per_s_median": round(hands / median(rounds)),
        "ms_to_replay_a_hand": round(1e3 * best / hands, 3),
        "commands_per_s": round(commands / best),
        "us_per_command": round(1e6 * best / commands, 1),
        "commands_per_hand": round(commands / hands, 1),
        "hands": hands,
        "matches": len(load),
        **(beside_pokerkit(load, best / hands) if key == holdem_six.KEY else {}),
    }


def beside_pokerkit(load: Sequence[Load], seconds: float) -> dict[str, float]:
    """The same hands there; `seconds`: what `step` takes for one."""
    hands = [hand for match in load for hand in hands_of(match)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # folds where a check is free
        theirs = min(holdem_six.seconds_in_pokerkit(hands) for _ in range(ROUNDS_OF_POKERKIT)) / len(hands)
    return {
        "pokerkit_hands_per_s": round(1 / theirs),
        "times_pokerkit": round(theirs / seconds, 1),
        "times_pokerkit_goal": TIMES_POKERKIT,
    }


def hands_of(match: Load) -> list[holdem_six.PlayedHand]:
    """Each hand has a shoe of its own."""
    answers: list[list[Action]] = [[]]
    for command in match.commands:
        if isinstance(command, Tick):
            answers.append([])
        if isinstance(command, Act):
            answers[-1].append(command.action)
    return [
        holdem_six.PlayedHand(tuple(shoe.card(position).face for position in range(52)), tuple(actions))
        for shoe, actions in zip(match.shoes.shoes, answers, strict=False)
        if actions
    ]


def main() -> None:
    deal_ms = milliseconds(lambda number: DealtChance.of(SEED, transcript(number, 6)).root)
    for key in sys.argv[1:] or GAMES_MEASURED:
        print(json.dumps({"bench": "engine", "game": key, **measure(key), "deal_ms": deal_ms}))


if __name__ == "__main__":
    main()
