"""Staff's pages on money: all of them only show. Money moves through `wallet.services` alone."""

from wallet.admin import ledger as ledger
from wallet.admin import others as others
