"""Deal seeds under the table commitment: each opens alone, none stands for another."""

import msgspec
import pytest

from games.rules.chance import (
    DEALS_PER_TABLE,
    deal_seed,
    deal_seed_opening,
    table_commitment,
    verify_deal_seed,
)

SECRET = bytes(range(32, 64))


@pytest.mark.parametrize("number", [0, 1, 511, DEALS_PER_TABLE - 1])
def test_each_deal_seed_opens_alone_and_at_its_own_number(number: int) -> None:
    commitment = table_commitment(SECRET)
    opening = deal_seed_opening(SECRET, number)
    assert bytes.fromhex(opening.seed) == deal_seed(SECRET, number)
    assert verify_deal_seed(commitment, opening)
    replace = msgspec.structs.replace
    other = deal_seed_opening(SECRET, number ^ 1)
    for bad in (
        replace(opening, number=number ^ 1),
        replace(opening, number=-1),
        replace(opening, number=number + DEALS_PER_TABLE),
        replace(opening, seed=other.seed),
        replace(opening, path=other.path),
        replace(opening, seed=opening.seed[:-2]),
    ):
        assert not verify_deal_seed(commitment, bad)
    assert not verify_deal_seed(table_commitment(SECRET[::-1]), opening)


def test_opened_deal_seed_carries_no_other_seed_and_not_the_secret() -> None:
    opening = deal_seed_opening(SECRET, 6)
    shown = {opening.seed, *opening.path}
    assert SECRET.hex() not in shown
    assert not shown & {deal_seed(SECRET, number).hex() for number in range(DEALS_PER_TABLE) if number != 6}


def test_deal_seeds_of_a_table_are_all_different() -> None:
    assert len({deal_seed(SECRET, number) for number in range(DEALS_PER_TABLE)}) == DEALS_PER_TABLE


@pytest.mark.parametrize(
    ("secret", "number"), [(SECRET, -1), (SECRET, DEALS_PER_TABLE), (SECRET[:31], 0), (b"", 0)]
)
def test_deal_seed_outside_the_commitment_or_of_a_short_secret_is_refused(secret: bytes, number: int) -> None:
    with pytest.raises(ValueError, match=r"a table secret has|no deal"):
        deal_seed(secret, number)
