"""Standings as pages read them: window, tiers, ranks, what never counts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from leaderboard import selectors, services
from leaderboard.models import RankedHand, Standing
from leaderboard.services import FinishedHand, UnknownHand, VoidWithoutReason
from players.models import Partner, PartnerPlayer, User
from tests.leaderboard.played import (
    HIGH_ROLLER,
    NOW,
    PRO,
    ROOKIE,
    finished,
    make_player,
    play,
    play_many,
    stands,
)

pytestmark = pytest.mark.django_db

WINDOW = timedelta(days=30)
TICK = timedelta(microseconds=1)
SECOND = timedelta(seconds=1)


# --- the window -----------------------------------------------------------------------------------------------


def test_hand_of_exactly_30_days_has_left_and_one_a_microsecond_younger_counts(alice: User) -> None:
    play(alice, bet=100, back=200, ago=WINDOW)
    assert stands(alice) == (0, 0)
    play(alice, bet=50, back=100, ago=WINDOW - TICK)
    assert stands(alice) == (1, 100)


@pytest.mark.parametrize("job_runs", [False, True])
def test_hand_leaves_at_its_second_whether_or_not_the_job_has_run(alice: User, job_runs: bool) -> None:
    play(alice, bet=100, back=200)
    for later, expected in ((WINDOW - SECOND, (1, 200)), (WINDOW - TICK, (1, 200)), (WINDOW, (0, 0))):
        if job_runs:
            services.let_hands_leave(NOW + later)
        assert stands(alice, NOW + later) == expected


def test_hand_that_ends_after_the_asked_moment_is_not_in_it_yet(alice: User) -> None:
    play(alice, bet=100, back=200)
    assert stands(alice, NOW - TICK) == (0, 0)
    assert stands(alice, NOW) == (1, 200)


# --- what counts ----------------------------------------------------------------------------------------------


def test_push_and_loss_count_for_the_tier_but_not_for_the_score(alice: User) -> None:
    play(alice, bet=100, back=100)
    play(alice, bet=100, back=0)
    assert stands(alice) == (2, 0)
    assert selectors.standing_of(alice.pk, NOW).tier == ROOKIE


def test_natural_of_5_chips_is_7_and_a_half_and_a_doubled_win_twice_the_bet(alice: User) -> None:
    play(alice, bet=5, back=12.5)
    assert stands(alice) == (1, 15)
    play(alice, bet=200, back=400)  # 100 chips, doubled
    assert stands(alice) == (2, 15 + 400)


def test_split_hands_count_one_by_one(alice: User) -> None:
    two = [FinishedHand("hnd_split", n, alice.pk, NOW, staked=20, returned=(40, 0)[n]) for n in (0, 1)]
    assert services.add_hands(two) == 2
    assert stands(alice) == (2, 20)


def test_adding_twice_is_adding_once(alice: User) -> None:
    hand = finished(alice, bet=100, back=200)
    assert [services.add_hands([hand, hand]), services.add_hands([hand])] == [1, 0]
    assert stands(alice) == (1, 200)


def test_hand_added_again_after_it_left_does_not_come_back(alice: User) -> None:
    hand = finished(alice, bet=100, back=200)
    services.add_hands([hand])
    services.let_hands_leave(NOW + WINDOW)
    assert services.add_hands([hand]) == 0
    assert stands(alice, NOW + WINDOW) == (0, 0)
    assert Standing.objects.get(player=alice).hands == 0


def test_hand_older_than_the_window_may_come_late_and_never_counts(alice: User) -> None:
    play(alice, bet=100, back=200, ago=WINDOW + SECOND)
    assert stands(alice) == (0, 0)
    assert services.let_hands_leave(NOW) == 1
    assert Standing.objects.get(player=alice).hands == 0


@pytest.mark.parametrize("wrong", [{"ended_at": NOW.replace(tzinfo=None)}, {"staked": -1}, {"returned": -1}])
def test_hand_without_zone_or_with_negative_amounts_is_refused(alice: User, wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no finished hand"):
        services.add_hands([finished(alice, bet=5, back=10), finished(alice)._replace(**wrong)])  # type: ignore[arg-type]
    assert RankedHand.objects.count() == 0


@pytest.mark.parametrize(
    "flags", [{"is_staff": True}, {"is_superuser": True}, {"is_demo": True}, {"is_guest": True}]
)
def test_hands_of_staff_demo_players_and_guests_never_count(flags: dict[str, bool]) -> None:
    other = make_player("Sue", **flags)
    assert services.add_hands([finished(other, bet=100, back=200)]) == 0
    assert selectors.top_of(ROOKIE, NOW).places == ()
    User.objects.filter(pk=other.pk).update(**dict.fromkeys(flags, False))
    assert stands(other) == (0, 0)


@pytest.mark.parametrize(("sandbox", "counted"), [(True, 0), (False, 1)])
def test_hands_of_a_partners_sandbox_never_count(alice: User, sandbox: bool, counted: int) -> None:
    PartnerPlayer.objects.create(user=alice, partner=Partner.objects.create(name="Acme", is_test=sandbox))
    assert services.add_hands([finished(alice, bet=100, back=200)]) == counted


def test_player_who_becomes_staff_goes_off_the_board_and_the_next_one_moves_up(
    alice: User, bob: User
) -> None:
    play(alice, bet=100, back=200)
    play(bob, bet=50, back=100)
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert services.follow_flags() == 1
    assert [(place.rank, place.name) for place in selectors.top_of(ROOKIE, NOW).places] == [(1, "Bob")]
    assert selectors.standing_of(alice.pk, NOW).tier is None
    User.objects.filter(pk=alice.pk).update(is_staff=False)
    assert (services.follow_flags(), services.follow_flags()) == (1, 0)
    assert stands(alice) == (1, 200)


# --- voids ----------------------------------------------------------------------------------------------------


def test_voided_hand_counts_neither_for_score_nor_for_tier(alice: User) -> None:
    hand = play(alice, bet=100, back=200)
    play(alice, bet=5, back=10)
    assert services.void_hand(hand, reason="Wrong card shown", by="staff:sue") == 1
    assert stands(alice) == (1, 10)
    kept = RankedHand.objects.get(hand=hand)
    assert (kept.void_reason, kept.voided_by, kept.counted) == ("Wrong card shown", "staff:sue", False)


def test_voiding_again_changes_nothing_and_the_first_reason_stays(alice: User) -> None:
    hand = play(alice, bet=100, back=200)
    play(alice, bet=5, back=10)
    services.void_hand(hand, reason="Wrong card shown", by="staff:sue")
    assert services.void_hand(hand, reason="Another", by="staff:sam") == 0
    assert stands(alice) == (1, 10)
    assert RankedHand.objects.get(hand=hand).void_reason == "Wrong card shown"


def test_void_of_a_deal_takes_both_split_hands_of_that_deal_alone(alice: User) -> None:
    for hand in ("hnd_a", "hnd_b"):
        services.add_hands([FinishedHand(hand, n, alice.pk, NOW, staked=20, returned=40) for n in (0, 1)])
    assert services.void_hand("hnd_a", reason="x", by="staff:sue") == 2
    assert stands(alice) == (2, 40)


def test_void_of_a_hand_that_has_left_takes_nothing_off_the_standing(alice: User) -> None:
    hand = play(alice, bet=100, back=200, ago=WINDOW)
    play(alice, bet=5, back=10)
    services.let_hands_leave(NOW)
    assert services.void_hand(hand, reason="x", by="staff:sue") == 1
    assert stands(alice) == (1, 10)


def test_voided_hand_does_not_leave_a_second_time(alice: User) -> None:
    hand = play(alice, bet=100, back=200)
    services.void_hand(hand, reason="x", by="staff:sue")
    assert services.let_hands_leave(NOW + WINDOW) == 0
    assert Standing.objects.get(player=alice).hands == 0


def test_void_needs_a_known_hand_a_reason_and_a_name(alice: User) -> None:
    hand = play(alice, bet=100, back=200)
    with pytest.raises(UnknownHand):
        services.void_hand("hnd_unknown", reason="x", by="staff:sue")
    for reason, by in ((" ", "staff:sue"), ("x", " ")):
        with pytest.raises(VoidWithoutReason):
            services.void_hand(hand, reason=reason, by=by)
    assert stands(alice) == (1, 200)


# --- tiers and ranks ------------------------------------------------------------------------------------------


def test_equal_scores_share_a_rank_and_the_next_one_is_third(alice: User, bob: User, charlie: User) -> None:
    for player, won in ((alice, 100), (bob, 100), (charlie, 99)):
        play(player, bet=won, back=2 * won)
    assert [(p.rank, p.name, p.score) for p in selectors.top_of(ROOKIE, NOW).places] == [
        (1, "Alice", 200),
        (1, "Bob", 200),
        (3, "Charlie", 198),
    ]
    assert [selectors.standing_of(player.pk, NOW).rank for player in (alice, bob, charlie)] == [1, 1, 3]


def test_ranks_go_on_from_page_to_page(alice: User, bob: User, charlie: User) -> None:
    for player, won in ((alice, 7), (bob, 5), (charlie, 5)):
        play(player, bet=won, back=2 * won)
    pages = [selectors.top_of(ROOKIE, NOW, page, size=1) for page in (1, 2, 3, 4)]
    assert [[(p.rank, p.name) for p in page.places] for page in pages] == [
        [(1, "Alice")],
        [(2, "Bob")],
        [(2, "Charlie")],
        [],
    ]
    assert [page.more for page in pages] == [True, True, False, False]


@pytest.mark.parametrize(
    ("hands", "here", "above"), [(100, ROOKIE, PRO), (1_000, PRO, HIGH_ROLLER)], ids=["100/101", "1000/1001"]
)
def test_one_more_hand_leads_from_a_tiers_last_hand_to_the_next(
    alice: User, hands: int, here: object, above: object
) -> None:
    play_many(alice, hands)
    own = selectors.standing_of(alice.pk, NOW)
    assert (own.tier, own.rank, own.next_tier, own.hands_to_next_tier) == (here, 1, above, 1)
    play(alice)
    own = selectors.standing_of(alice.pk, NOW)
    assert (own.tier, own.hands) == (above, hands + 1)


def test_tier_changes_at_the_second_its_101st_hand_leaves(alice: User, bob: User) -> None:
    play_many(alice, 100)
    play(alice, bet=10, back=20, ago=WINDOW - SECOND)
    play(bob, bet=1, back=2)
    assert [p.name for p in selectors.top_of(PRO, NOW).places] == ["Alice"]
    later = NOW + SECOND
    assert selectors.top_of(PRO, later).places == ()
    assert [(p.rank, p.name, p.hands, p.score) for p in selectors.top_of(ROOKIE, later).places] == [
        (1, "Bob", 1, 2),
        (2, "Alice", 100, 0),
    ]
    assert selectors.standing_of(bob.pk, later).rank == 1
    assert selectors.standing_of(alice.pk, later).rank == 2


def test_next_tier_of_who_has_none_is_the_first_and_of_the_highest_none(alice: User) -> None:
    own = selectors.standing_of(alice.pk, NOW)
    assert (own.tier, own.rank, own.next_tier, own.hands_to_next_tier) == (None, None, ROOKIE, 1)
    play_many(alice, 1_001)
    own = selectors.standing_of(alice.pk, NOW)
    assert (own.tier, own.next_tier, own.hands_to_next_tier) == (HIGH_ROLLER, None, 0)


# --- search ---------------------------------------------------------------------------------------------------


def test_search_finds_the_beginning_of_names_without_case_and_signs_stand_for_themselves() -> None:
    for name in ("Anna", "anton", "Joanna", "An%a", "Zoë"):
        play(make_player(name), bet=5, back=10)
    assert [found.name for found in selectors.find_players("AN", NOW)] == ["An%a", "Anna", "anton"]
    assert [found.name for found in selectors.find_players("an%", NOW)] == ["An%a"]
    assert [found.name for found in selectors.find_players("ZOË", NOW)] == ["Zoë"]
    assert selectors.find_players("_nna", NOW) == ()


def test_search_leaves_out_whose_last_hand_has_left_this_second(alice: User) -> None:
    play(alice, bet=5, back=10, ago=WINDOW - SECOND)
    assert [found.name for found in selectors.find_players("ali", NOW)] == ["Alice"]
    assert selectors.find_players("ali", NOW + SECOND) == ()
