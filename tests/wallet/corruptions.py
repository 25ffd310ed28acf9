"""One way to break each invariant of the ledger, as statements of a superuser whose session runs no triggers, and the
invariants that must notice. `{alice}` is her TBTC account, `{last line}` its last entry."""

from __future__ import annotations

from typing import NamedTuple

ALICE = "(SELECT min(id) FROM wallet_account WHERE kind = 'player' AND currency_id = 'TBTC')"
FAUCET = "(SELECT id FROM wallet_account WHERE kind = 'test' AND currency_id = 'TBTC')"
LAST_LINE = (
    "WHERE account_id = {alice} AND seq = (SELECT max(seq) FROM wallet_entry WHERE account_id = {alice})"
)
CORRECTION = "(SELECT id FROM wallet_transfer WHERE kind = 'reverse')"
GIVEN_BACK_TO = (
    "(SELECT min(account_id) FROM wallet_entry WHERE transfer_id = {correction} AND currency_id = 'TBTC'"
    " AND amount > 0)"
)
"""An escrow: the correction is the last that it has seen, as it is Alice's {last line}."""
TEXTS = {
    "{last line}": LAST_LINE, "{given back to}": GIVEN_BACK_TO, "{correction}": CORRECTION, "{alice}": ALICE,
    "{faucet}": FAUCET,
}  # fmt: skip
"""What stands for what in statements; later ones may stand in earlier ones."""


class Corruption(NamedTuple):
    name: str
    noticed: set[str]
    statements: tuple[str, ...]

    def run(self) -> tuple[str, ...]:
        return tuple(map(_written_out, self.statements))


def _written_out(statement: str) -> str:
    for name, text in TEXTS.items():
        statement = statement.replace(name, text)
    return statement


def corruption(name: str, noticed: str, *statements: str) -> Corruption:
    return Corruption(name, set(noticed.split()), statements)


def without(table: str, constraint: str) -> str:
    return f"ALTER TABLE {table} DROP CONSTRAINT {constraint}"


CORRUPTIONS = (
    # a) each transfer sums to zero per currency, and has entries
    corruption(
        "an amount is raised",
        "zero_sum balances chains",
        "UPDATE wallet_entry SET amount = amount + 1 WHERE account_id = {alice} AND seq = 1",
    ),
    corruption(
        "the credits of a transfer are gone",
        "zero_sum balances conserved",
        "DELETE FROM wallet_entry WHERE amount > 0 AND account_id = {alice}",
        "UPDATE wallet_balance SET amount = 0 WHERE account_id = {alice}",
    ),
    corruption(
        "a transfer without entries",
        "zero_sum",
        "INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part, actor,"
        " approved_by, reason, created_at)"
        " VALUES (gen_random_uuid(), 'stake', 's', 'k', sha256(''), 'm', '', 'a', '', '', now())",
    ),
    # b) a balance is its last balance_after and the sum of its entries
    corruption(
        "a balance is raised",
        "balances conserved",
        "UPDATE wallet_balance SET amount = amount + 1 WHERE account_id = {alice}",
    ),
    corruption(
        "a balance forgets an entry",
        "balances",
        "UPDATE wallet_balance SET seq = seq - 1 WHERE account_id = {alice}",
    ),
    corruption("a balance is gone", "balances", "DELETE FROM wallet_balance WHERE account_id = {alice}"),
    corruption(
        "an account without a balance",
        "balances",
        "INSERT INTO wallet_account (currency_id, family, kind, ref, lock_rank, may_go_negative)"
        " VALUES ('TBTC', 'test', 'suspense', 's', 80, false)",
    ),
    # c) sequences without a gap; each balance is the one before plus the amount
    corruption(
        "a gap in the numbers", "chains balances", "UPDATE wallet_entry SET seq = seq + 100 {last line}"
    ),
    corruption(
        "an entry is gone",
        "chains balances",
        "DELETE FROM wallet_entry WHERE account_id = {alice} AND seq = 2",
    ),
    corruption(
        "a balance in between is wrong",
        "chains",
        "UPDATE wallet_entry SET balance_after = balance_after + 1 WHERE account_id = {alice} AND seq = 2",
    ),
    corruption(
        "the last balance is wrong",
        "chains",
        "UPDATE wallet_entry SET balance_after = balance_after + 1 {last line}",
    ),
    # d) all accounts of a currency sum to zero
    corruption(
        "money from nothing, entry and balance forged alike",
        "conserved zero_sum",
        "UPDATE wallet_entry SET amount = amount + 1, balance_after = balance_after + 1 {last line}",
        "UPDATE wallet_balance SET amount = amount + 1 WHERE account_id = {alice}",
    ),
    # not below zero, nothing without movement
    corruption(
        "a player below zero",
        "not_below_zero",
        without("wallet_balance", "balance_not_below_zero"),
        "UPDATE wallet_balance SET amount = -5 WHERE account_id = {alice}",
    ),
    corruption(
        "an entry that moves nothing",
        "not_below_zero",
        without("wallet_entry", "entry_moves_something"),
        "UPDATE wallet_entry SET amount = 0 {last line}",
    ),
    # flags
    corruption(
        "a balance that may go below zero",
        "honest_flags",
        "UPDATE wallet_balance SET may_go_negative = true WHERE account_id = {alice}",
    ),
    corruption(
        "an account that may go below zero",
        "honest_flags",
        without("wallet_account", "account_negative"),
        "UPDATE wallet_account SET may_go_negative = true WHERE id = {alice}",
        "UPDATE wallet_balance SET may_go_negative = true WHERE account_id = {alice}",
    ),
    corruption(
        "another rank of locking",
        "honest_flags",
        without("wallet_account", "account_rank"),
        "UPDATE wallet_account SET lock_rank = 91 WHERE id = {alice}",
    ),
    corruption(
        "a balance of another currency",
        "honest_flags",
        "UPDATE wallet_balance SET currency_id = 'TETH' WHERE account_id = {alice}",
    ),
    corruption(
        "an entry of another currency",
        "honest_flags",
        "UPDATE wallet_entry SET currency_id = 'TETH' {last line}",
    ),
    corruption(
        "an account of another family",
        "honest_flags",
        "UPDATE wallet_account SET family = 'money' WHERE id = {alice}",
    ),
    corruption(
        "a player's account under another number",
        "honest_flags",
        without("wallet_account", "account_player_ref"),
        "UPDATE wallet_account SET ref = '99999' WHERE id = {alice}",
    ),
    corruption(
        "a faucet of money",
        "honest_flags",
        without("wallet_account", "account_faucet"),
        "UPDATE wallet_account SET family = 'money' WHERE kind = 'test' AND currency_id = 'TBTC'",
        "UPDATE wallet_currency SET family = 'money' WHERE code = 'TBTC'",
    ),
    # whole
    corruption("the quotes are gone", "whole", "DELETE FROM wallet_quote"),
    corruption(
        "a quote of another currency",
        "whole",
        "UPDATE wallet_quote SET currency_id = 'TETH' WHERE currency_id = 'TBTC'",
    ),
    corruption(
        "an entry without its transfer",
        "whole",
        "UPDATE wallet_entry SET transfer_id = gen_random_uuid() {last line}",
    ),
    corruption("an entry without its account", "whole", "DELETE FROM wallet_account WHERE id = {alice}"),
    corruption(
        "test coins and money in one transfer",
        "whole",
        "UPDATE wallet_currency SET family = 'money' WHERE code = 'TBTC'",
    ),
    # who, what for, at what price
    corruption(
        "a stake without a quote",
        "accounted_for",
        "UPDATE wallet_entry SET quote_id = NULL WHERE quote_id IS NOT NULL",
    ),
    corruption(
        "a result of nothing",
        "accounted_for",
        without("wallet_transfer", "transfer_has_a_subject"),
        "UPDATE wallet_transfer SET subject = '' WHERE kind = 'settle' AND subject = 'm'",
    ),
    corruption(
        "a transfer by nobody",
        "accounted_for",
        without("wallet_transfer", "transfer_has_an_actor"),
        "UPDATE wallet_transfer SET actor = '' WHERE kind = 'settle'",
    ),
    corruption(
        "a correction signed by one",
        "accounted_for",
        without("wallet_transfer", "transfer_reverses"),
        "UPDATE wallet_transfer SET approved_by = actor WHERE kind = 'reverse'",
    ),
    # corrections are mirrors
    corruption(
        "a correction takes a unit less, forged wherever it stands",
        "mirrored",
        "UPDATE wallet_entry SET amount = amount + 1, balance_after = balance_after + 1 {last line}",
        "UPDATE wallet_balance SET amount = amount + 1 WHERE account_id = {alice}",
        "UPDATE wallet_entry SET amount = amount - 1, balance_after = balance_after - 1"
        " WHERE transfer_id = {correction} AND account_id = {given back to}",
        "UPDATE wallet_balance SET amount = amount - 1 WHERE account_id = {given back to}",
    ),
    corruption(
        "a correction takes from another account",
        "mirrored",
        "UPDATE wallet_entry SET account_id = (SELECT max(id) FROM wallet_account WHERE kind = 'player'"
        " AND currency_id = 'TBTC'), seq = 1000 {last line}",
    ),
    corruption(
        "a correction is in another currency",
        "mirrored",
        "UPDATE wallet_entry SET currency_id = 'TETH' {last line}",
    ),
    corruption(
        "a correction of what is not there",
        "mirrored",
        "UPDATE wallet_transfer SET reverses_id = gen_random_uuid() WHERE kind = 'reverse'",
    ),
    corruption(
        "a correction of another match, which moved the same",
        "mirrored",
        "UPDATE wallet_transfer SET subject = 'm' WHERE kind = 'reverse'",
    ),
    corruption(
        "a correction of a correction",
        "mirrored",
        without("wallet_transfer", "transfer_reverses"),
        "UPDATE wallet_transfer SET kind = 'reverse' WHERE kind = 'settle' AND subject = 'wrong'",
    ),
    corruption(
        "corrected twice",
        "mirrored",
        "DROP INDEX transfer_reversed_once",
        "INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part, actor,"
        " approved_by, reason, created_at, reverses_id) SELECT gen_random_uuid(), kind, idem_scope, 'again',"
        " request_sha256, subject, part, actor, approved_by, reason, created_at, reverses_id"
        " FROM wallet_transfer WHERE kind = 'reverse'",
        "INSERT INTO wallet_entry (account_id, seq, currency_id, amount, balance_after, transfer_id)"
        " SELECT e.account_id, e.seq + 1, e.currency_id, e.amount, e.balance_after + e.amount, t.id"
        " FROM wallet_entry e JOIN wallet_transfer t ON t.idem_key = 'again'"
        " JOIN wallet_transfer c ON c.id = e.transfer_id AND c.kind = 'reverse' AND c.id <> t.id",
    ),
    # gates
    corruption("a player without a gate", "gated", "DELETE FROM wallet_playergate"),
    # closed days
    corruption(
        "money from nothing on both sides, forged wherever it stands",
        "closed_days",
        "UPDATE wallet_entry SET amount = amount + 1 WHERE account_id = {alice} AND seq = 1",
        "UPDATE wallet_entry SET balance_after = balance_after + 1 WHERE account_id = {alice}",
        "UPDATE wallet_balance SET amount = amount + 1 WHERE account_id = {alice}",
        "UPDATE wallet_entry SET amount = amount - 1 WHERE seq = 1 AND account_id = {faucet}",
        "UPDATE wallet_entry SET balance_after = balance_after - 1 WHERE account_id = {faucet}",
        "UPDATE wallet_balance SET amount = amount - 1 WHERE account_id = {faucet}",
    ),
    corruption(
        "a reason is written anew",
        "closed_days",
        "UPDATE wallet_transfer SET reason = 'x' WHERE kind = 'reverse'",
    ),
    corruption("a price is written anew", "closed_days", "UPDATE wallet_quote SET usd_price = usd_price + 1"),
    corruption(
        "a transfer is slipped in before the first day",
        "closed_days",
        "INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part, actor,"
        " approved_by, reason, created_at) VALUES ('01800000-0000-7000-8000-000000000000', 'settle', 's', 'k',"
        " sha256(''), 'm', 'x', 'a', '', '', now())",
    ),
    corruption(
        "an account is another's",
        "closed_days",
        "UPDATE wallet_account SET ref = 'x' WHERE kind = 'escrow' AND"
        " id = (SELECT min(id) FROM wallet_account WHERE kind = 'escrow')",
    ),
    corruption(
        "a day's digest is another", "closed_days", "UPDATE wallet_closedday SET sha256 = sha256('x')"
    ),
    corruption(
        "a day's balances are", "closed_days", "UPDATE wallet_closedday SET balances_sha256 = sha256('x')"
    ),
    corruption("a day had more entries", "closed_days", "UPDATE wallet_closedday SET entries = entries + 1"),
    corruption(
        "a day begins a chain of its own",
        "closed_days",
        "UPDATE wallet_closedday SET previous_sha256 = sha256('x')",
        "UPDATE wallet_closedday SET sha256 = sha256(previous_sha256 || content_sha256 || balances_sha256)",
    ),
    # guards
    corruption("the runtime may change days", "guarded", "GRANT UPDATE ON wallet_closedday TO b21_runtime"),
    corruption(
        "closed days can be changed", "guarded", "DROP TRIGGER closed_day_append_only ON wallet_closedday"
    ),
    corruption(
        "days of the future can be closed", "guarded", "DROP TRIGGER closed_day_in_order ON wallet_closedday"
    ),
    corruption(
        "closed days can be posted to",
        "guarded",
        "ALTER TABLE wallet_transfer DISABLE TRIGGER transfer_in_an_open_day",
    ),
    corruption(
        "play against the house for money",
        "whole",
        "UPDATE wallet_transfer SET kind = 'payout' WHERE kind = 'settle'",
    ),
    corruption(
        "chips are guarded no more",
        "guarded",
        "ALTER TABLE wallet_transfer DISABLE TRIGGER transfer_of_chips",
    ),
    corruption("a trigger is off", "guarded", "ALTER TABLE wallet_entry DISABLE TRIGGER entry_append_only"),
    corruption("a trigger is gone", "guarded", "DROP TRIGGER transfer_sums_to_zero ON wallet_transfer"),
    corruption(
        "a trigger sleeps", "guarded", "ALTER TABLE wallet_balance ENABLE REPLICA TRIGGER balance_by_entry"
    ),
    corruption("a result may be paid twice", "guarded", "DROP INDEX transfer_resolves_once"),
    corruption("a constraint is gone", "guarded", without("wallet_balance", "balance_not_below_zero")),
    corruption("the runtime may change entries", "guarded", "GRANT UPDATE ON wallet_entry TO b21_runtime"),
    corruption("anybody may add transfers", "guarded", "GRANT INSERT ON wallet_transfer TO PUBLIC"),
    corruption(
        "wallet_post has its caller's rights", "guarded", "ALTER FUNCTION wallet_post(jsonb) SECURITY INVOKER"
    ),
    corruption(
        "wallet_post looks where its caller does",
        "guarded",
        "ALTER FUNCTION wallet_post(jsonb) RESET search_path",
    ),
)
