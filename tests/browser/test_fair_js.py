"""fair.js in a real browser, on https (the browser's own SHA-256) and on a plain network (ours).

The two modules are served under the players' strict policy; expected values are the frozen vectors, made by
the independent dealer.
"""

import copy
import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.rules import independent_dealer

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "games" / "static" / "games"
VECTORS: dict[str, Any] = json.loads(
    (ROOT / "tests" / "rules" / "vectors" / "fair_deal.json").read_text(encoding="utf-8")
)
POLICY = "default-src 'none'; script-src 'self'"

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", params=["https", "http"])
def origin(request: pytest.FixtureRequest) -> str:
    return f"{request.param}://fair.test"


@pytest.fixture(scope="module")
def asked(origin: str) -> list[str]:
    """The addresses this origin's page has asked for."""
    return []


@pytest.fixture(scope="module")
def page(browser: Browser, origin: str, asked: list[str]) -> Iterator[Page]:
    def answer(route: Route) -> None:
        asked.append(route.request.url.removeprefix(origin))
        name = route.request.url.rpartition("/")[2]
        if name.endswith(".js"):
            body, kind = (SCRIPTS / name).read_text(encoding="utf-8"), "text/javascript"
        else:
            body, kind = "<!doctype html><title>fair</title>", "text/html"
        headers = {"Content-Security-Policy": POLICY}
        route.fulfill(body=body, content_type=kind, headers=headers)

    page = browser.new_page()
    page.route("**/*", answer)
    page.goto(f"{origin}/")
    page.evaluate("async () => { window.fair = await import('/fair.js'); }")
    yield page
    page.close()


def deal_of(game: str) -> dict[str, Any]:
    found: dict[str, Any] = next(
        deal for deal in VECTORS["deals"] if deal["transcript_fields"]["game"] == game
    )
    return copy.deepcopy(found)


def told_of(deal: dict[str, Any]) -> dict[str, Any]:
    """What a player in seat 1 was told before and during the deal."""
    fields = deal["transcript_fields"]
    seeds = {seat["seat"]: seat["client_seed"] for seat in fields["seats"]}
    digests = {
        str(seat): hashlib.sha256(b"b21/1/client-seed" + bytes.fromhex(seed)).hexdigest()
        for seat, seed in seeds.items()
        if seed
    }
    return {
        "commitment": fields["commitment"],
        "table": fields["table"],
        "match": fields["match"],
        "root": deal["root"],
        "transcript": deal["transcript"],
        "digests": digests,
        "mine": {"seat": 1, "seed": seeds[1]},
        "cards": [{"position": card["position"], "face": card["face"]} for card in deal["openings"]],
    }


GAMES = [deal["transcript_fields"]["game"] for deal in VECTORS["deals"]]


def test_origin_has_the_browsers_own_hashing_only_on_https(page: Page, origin: str) -> None:
    """Otherwise one of the two ways of hashing would go untested."""
    assert page.evaluate("crypto.subtle !== undefined") is origin.startswith("https")


def test_hashes_equal_pythons_for_every_length_around_a_block(page: Page) -> None:
    messages = [bytes(number % 251 for number in range(length)) for length in (*range(140), 1000, 70_000)]
    sums = page.evaluate(
        """async (messages) => {
            const { sha256, keyed, fromHex, toHex } = await import('/fair-bytes.js');
            const mac = keyed(fromHex('6b6579'));
            const both = (m) => Promise.all([sha256(fromHex(m)), mac(fromHex(m))]);
            return Promise.all(messages.map(async (m) => (await both(m)).map(toHex)));
        }""",
        [message.hex() for message in messages],
    )
    assert sums == [
        [hashlib.sha256(message).hexdigest(), hmac.digest(b"key", message, "sha256").hex()]
        for message in messages
    ]


@pytest.mark.parametrize("game", GAMES)
def test_browser_deals_the_vectors_again(page: Page, game: str) -> None:
    deal = deal_of(game)
    deal["reshuffle"]["positions"] = [int(text) for text in deal["reshuffle"]["positions"].split()]
    dealt = page.evaluate(
        """async (deal) => {
            const again = await fair.redeal(deal.deal_seed.seed, deal.transcript);
            const rolls = [];
            for (const { label, counter, n } of deal.rolls) {
                rolls.push([await again.roll(label, counter, n), await again.rollKey(label)]);
            }
            const { k, positions } = deal.reshuffle;
            return {
                transcript: again.transcript, order: again.order, root: again.root, rolls,
                reshuffle: await again.reshuffle(k, positions),
            };
        }""",
        deal,
    )
    fields = deal["transcript_fields"]
    for seat in fields["seats"]:
        seat["clientSeed"] = seat.pop("client_seed")
    assert dealt["transcript"] == fields
    assert bytes(dealt["order"]).hex() == deal["order"]
    assert dealt["root"] == deal["root"]
    assert dealt["rolls"] == [[roll["value"], roll["key"]] for roll in deal["rolls"]]
    assert dealt["reshuffle"] == [int(text) for text in deal["reshuffle"]["order"].split()]


@pytest.mark.parametrize("game", GAMES)
def test_browser_accepts_every_opening_of_the_vectors(page: Page, game: str) -> None:
    accepted = page.evaluate(
        """async (deal) => {
            const told = { root: deal.root, decks: deal.transcript_fields.decks };
            const again = { root: deal.reshuffle.root, count: deal.reshuffle.positions.split(' ').length };
            return Promise.all([
                ...deal.openings.map((opening) => fair.verifyCard(told, opening)),
                ...deal.reshuffle.openings.map((opening) => fair.verifyReshuffledCard(again, opening)),
                ...deal.rolls.map((roll) => fair.verifyRollKey(roll.commitment, roll.label, roll.key)),
                ...deal.rolls.map(async (r) => (await fair.rollFromKey(r.key, r.counter, r.n)) === r.value),
                fair.verifyDealSeed(deal.transcript_fields.commitment, deal.deal_seed),
            ]);
        }""",
        deal_of(game),
    )
    assert len(accepted) > 12
    assert accepted == [True] * len(accepted)


def test_browser_refuses_a_changed_or_malformed_card_opening(page: Page) -> None:
    deal = deal_of("tactical")
    good, other = deal["openings"][1], deal["openings"][2]
    changes: list[dict[str, Any]] = [
        *({"face": face} for face in range(-1, 53) if face != good["face"]),
        {"face": str(good["face"])},
        {"face": good["face"] + 0.5},
        {"face": None},
        *({"position": place} for place in (254, 256, -1, 255 + 312, 255.5, "255", None)),
        *({"salt": salt} for salt in (other["salt"], "", good["salt"] + "00", good["salt"].upper(), None)),
        *({"path": steps} for steps in (other["path"], good["path"][1:], good["path"][:-1], None)),
        {"path": []},
        {"path": [*good["path"], good["path"][0]]},
        {"path": [step[2:] for step in good["path"]]},
    ]
    verify = "([deal, openings]) => Promise.all(openings.map((opening) => fair.verifyCard(deal, opening)))"
    told = {"root": deal["root"], "decks": 6}
    assert page.evaluate(verify, [told, [good]]) == [True]
    wrong = [{**good, **change} for change in changes]
    assert page.evaluate(verify, [told, wrong]) == [False] * len(wrong)
    for bad in ({**told, "decks": 8}, {**told, "decks": 0}, {**told, "root": deal_of("polish")["root"]}):
        assert page.evaluate(verify, [bad, [good]]) == [False]


def dishonest_root(leaf: bytes, index: int, count: int, partners: list[bytes]) -> str:
    """A root made to fit: the walk of docs/fair-deal.md without any of its refusals."""
    node = independent_dealer.sha(b"\0" + leaf)
    width, left = count, list(partners)
    while width > 1:
        if index % 2 or index + 1 != width:
            partner = left.pop(0)
            node = independent_dealer.sha(b"\1" + (partner + node if index % 2 else node + partner))
        index, width = index // 2, (width + 1) // 2
    return independent_dealer.merkle_root_of(count, node).hex()


@pytest.mark.parametrize(
    ("position", "face", "salt_size", "partner_size", "accepted"),
    [
        (8, 5, 16, 32, True),
        (8, 5, 17, 32, False),
        (8, 5, 16, 64, False),
        (8, 52, 16, 32, False),
        (52, 5, 16, 32, False),
    ],
    ids=["honest", "long-salt", "long-partner", "no-such-face", "outside-the-shoe"],
)
def test_browser_refuses_what_a_dishonest_root_was_made_for(
    page: Page, position: int, face: int, salt_size: int, partner_size: int, accepted: bool
) -> None:
    salt, path = bytes(salt_size), [bytes([step]) * partner_size for step in range(6)]
    leaf = b"b21/1/card" + independent_dealer.u32(position) + bytes([face]) + salt
    steps = path[:5] if position == 52 else path
    opening = {
        "position": position,
        "face": face,
        "salt": salt.hex(),
        "path": [step.hex() for step in steps],
    }
    told = {"root": dishonest_root(leaf, position, 52, steps), "decks": 1}
    assert page.evaluate("([told, card]) => fair.verifyCard(told, card)", [told, opening]) is accepted


def test_browser_refuses_a_deal_seed_or_roll_key_not_committed_to(page: Page) -> None:
    deal, other = deal_of("tactical"), deal_of("polish")
    commitment, good = deal["transcript_fields"]["commitment"], deal["deal_seed"]
    wrong: list[dict[str, Any]] = [
        {**good, "number": 1022},
        {**good, "number": 2047},
        {**good, "seed": other["deal_seed"]["seed"]},
        {**good, "path": other["deal_seed"]["path"]},
    ]
    verify = "([root, openings]) => Promise.all(openings.map((seed) => fair.verifyDealSeed(root, seed)))"
    assert page.evaluate(verify, [commitment, [good, *wrong]]) == [True, False, False, False, False]
    assert page.evaluate(verify, [other["transcript_fields"]["commitment"], [good]]) == [False]
    first, modifier = deal["rolls"][0], deal["rolls"][1]
    verify = "([commitment, label, key]) => fair.verifyRollKey(commitment, label, key)"
    assert page.evaluate(verify, [first["commitment"], "first", first["key"]]) is True
    assert page.evaluate(verify, [first["commitment"], "first", modifier["key"]]) is False
    assert page.evaluate(verify, [first["commitment"], "modifier", first["key"]]) is False


def with_changes(deal: dict[str, Any]) -> dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]]:
    """Name -> what was told, what was opened, what must be found wrong."""
    told, seed = told_of(deal), deal["deal_seed"]
    other = deal_of("survival")
    fields = deal["transcript_fields"]
    falling = independent_dealer.transcript_bytes({**fields, "seats": fields["seats"][::-1]})
    huge = independent_dealer.transcript_bytes({**fields, "match": 2**53})
    digest = other["transcript_fields"]["commitment"]
    first = told["cards"][0]
    moved = [{**first, "face": (first["face"] + 1) % 52}, *told["cards"][1:]]
    return {
        "honest": (told, seed, []),
        "watcher": ({**told, "mine": None}, seed, []),
        "card": ({**told, "cards": moved}, seed, ["other-card"]),
        "root": ({**told, "root": other["root"]}, seed, ["other-root"]),
        "table": ({**told, "table": "another"}, seed, ["other-table"]),
        "match": ({**told, "match": 4}, seed, ["other-table"]),
        "own": ({**told, "mine": {"seat": 1, "seed": digest}}, seed, ["own-seed-changed"]),
        "digest": ({**told, "digests": {**told["digests"], "2": digest}}, seed, ["seed-changed"]),
        "left-out": ({**told, "digests": {**told["digests"], "7": digest}}, seed, ["seed-changed"]),
        "undeclared": ({**told, "digests": {"1": told["digests"]["1"]}}, seed, ["seed-changed"]),
        "number": (told, {**seed, "number": 1}, ["seed-not-committed", "other-deal"]),
        "commitment": (
            {**told, "commitment": digest},
            seed,
            ["seed-not-committed", "other-commitment"],
        ),
        "seed": (
            told,
            {**seed, "seed": other["deal_seed"]["seed"]},
            ["seed-not-committed", "other-root", "other-card"],
        ),
        "cut": ({**told, "transcript": told["transcript"][:-2]}, seed, ["malformed"]),
        "longer": ({**told, "transcript": told["transcript"] + "00000000"}, seed, ["malformed"]),
        "falling-seats": ({**told, "transcript": falling.hex()}, seed, ["malformed"]),
        "inexact-number": ({**told, "transcript": huge.hex()}, seed, ["malformed"]),
        "no-seed": (told, {**seed, "seed": ""}, ["malformed"]),
    }


CHANGES = with_changes(deal_of("polish"))


@pytest.mark.parametrize("name", CHANGES)
def test_browser_names_what_is_wrong_with_an_opened_deal(page: Page, name: str) -> None:
    told, opening, expected = CHANGES[name]
    assert page.evaluate("([told, opening]) => fair.verifyDeal(told, opening)", [told, opening]) == expected


def test_a_house_bot_needs_no_digest(page: Page) -> None:
    deal = deal_of("tactical")
    opened = [told_of(deal), deal["deal_seed"]]
    assert page.evaluate("([told, opening]) => fair.verifyDeal(told, opening)", opened) == []


def test_client_seeds_are_fresh_and_their_digests_those_of_the_vectors(page: Page) -> None:
    made = page.evaluate("Promise.all([fair.makeClientSeed(), fair.makeClientSeed()])")
    assert made[0]["seed"] != made[1]["seed"]
    for seed in made:
        raw = bytes.fromhex(seed["seed"])
        assert len(raw) == 32
        assert seed["digest"] == hashlib.sha256(b"b21/1/client-seed" + raw).hexdigest()
    known = VECTORS["client_seed"]
    assert page.evaluate("(seed) => fair.seedDigest(seed)", known["seed"]) == known["digest"]


def test_card_codes_are_those_of_the_server(page: Page) -> None:
    expected = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    assert page.evaluate("Array.from({ length: 52 }, (_, face) => fair.cardCode(face))") == expected


def test_verifying_asks_the_server_nothing(page: Page, asked: list[str]) -> None:
    before = list(asked)
    deal = deal_of("polish")
    page.evaluate("([told, opening]) => fair.verifyDeal(told, opening)", [told_of(deal), deal["deal_seed"]])
    assert set(asked) <= {"/", "/fair.js", "/fair-bytes.js"}
    assert asked == before
