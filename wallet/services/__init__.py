"""The only writers of the wallet's tables. Money itself moves in SQL (`wallet_post`), through `wallet.ledger`."""

from wallet.ledger import post_all
from wallet.payouts import Division, Escrow, divide, refund_lines, settle_lines, stake_lines
from wallet.postings import (
    AccountRef,
    Key,
    Line,
    Posted,
    Posting,
    bank,
    escrow_account,
    outside,
    player_account,
    rake_account,
)
from wallet.services.checking import check_ledger, register_check, register_fault_hook
from wallet.services.closing import close_days
from wallet.services.coins import DEMO_COINS, give_demo_coins, give_test_coins
from wallet.services.gates import set_gate, set_review
from wallet.services.prices import fresh_quotes, units_for_usd
from wallet.services.refreshing import refresh_quotes
from wallet.services.stakes import post, refund, reverse, settle_pot, transfer_stake
from wallet.units import rake_of, split, split_equally

__all__ = [
    "DEMO_COINS", "AccountRef", "Division", "Escrow", "Key", "Line", "Posted", "Posting", "bank", "check_ledger",
    "close_days", "divide", "escrow_account", "fresh_quotes", "give_demo_coins", "give_test_coins", "outside",
    "player_account", "post", "post_all", "rake_account", "rake_of", "refresh_quotes", "refund", "refund_lines",
    "register_check", "register_fault_hook", "reverse", "set_gate", "set_review", "settle_lines", "settle_pot", "split",
    "split_equally", "stake_lines", "transfer_stake", "units_for_usd",
]  # fmt: skip
