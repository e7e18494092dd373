"""Bech32 (BIP 173) without its limit of length: how age writes keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

_LETTERS: Final = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_GENERATOR: Final = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_CHECKSUM: Final = 6


def _checksum(values: Iterable[int]) -> int:
    state = 1
    for value in values:
        top = state >> 25
        state = (state & 0x1FFFFFF) << 5 ^ value
        for bit, part in enumerate(_GENERATOR):
            state ^= part if top >> bit & 1 else 0
    return state


def _prefix_values(prefix: str) -> list[int]:
    return [*(ord(letter) >> 5 for letter in prefix), 0, *(ord(letter) & 31 for letter in prefix)]


def _regrouped(values: Iterable[int], given: int, wanted: int, *, fill: bool) -> Iterator[int]:
    """Yield the bits of groups of ``given`` as groups of ``wanted``. Errors: ValueError for bits left over."""
    state, bits = 0, 0
    for value in values:
        state, bits = state << given | value, bits + given
        while bits >= wanted:
            bits -= wanted
            yield state >> bits & (1 << wanted) - 1
    rest = state & (1 << bits) - 1
    if fill and bits:
        yield rest << wanted - bits
    elif not fill and (bits >= given or rest):
        raise ValueError("bits are left over")


def bech32_encode(prefix: str, content: bytes) -> str:
    """Return content with a prefix and its checksum."""
    values = list(_regrouped(content, 8, 5, fill=True))
    check = _checksum([*_prefix_values(prefix), *values, *[0] * _CHECKSUM]) ^ 1
    values += [check >> 5 * (_CHECKSUM - 1 - place) & 31 for place in range(_CHECKSUM)]
    return f"{prefix}1{''.join(_LETTERS[value] for value in values)}"


def bech32_decode(prefix: str, text: str) -> bytes:
    """Return the content of a text with this prefix. Errors: ValueError for a wrong prefix, letter or checksum."""
    if not text.startswith(f"{prefix}1"):
        raise ValueError(f"it does not begin with {prefix}1")
    letters = text.removeprefix(f"{prefix}1")
    values = [_LETTERS.find(letter) for letter in letters]
    if -1 in values or len(values) < _CHECKSUM or _checksum([*_prefix_values(prefix), *values]) != 1:
        raise ValueError("a letter of it is wrong")
    return bytes(_regrouped(values[:-_CHECKSUM], 5, 8, fill=False))
