"""Amounts as staff read them: in coins for people, in units for proofs."""

from __future__ import annotations

from django.utils.formats import number_format

from wallet.units import USD_SCALE


def coins(units: int, decimals: int) -> str:
    """Exact, without rounding: 7693 with 8 decimals is "0.00007693"."""
    whole, rest = divmod(abs(units), 10**decimals)
    fraction = f"{rest:0{decimals}d}".rstrip("0") if decimals else ""
    return f"{'-' if units < 0 else ''}{whole:,}{'.' if fraction else ''}{fraction}"


def units_text(units: int) -> str:
    return str(number_format(units, use_l10n=True, force_grouping=True))


def signed(units: int, decimals: int) -> str:
    """What came in has a plus."""
    return f"{'+' if units > 0 else ''}{coins(units, decimals)}"


def price(usd_price: int | None) -> str:
    """Of one coin, from 1e-8 USD; "" without a quote."""
    return "" if usd_price is None else f"${coins(usd_price, len(str(USD_SCALE)) - 1)}"
