"""Validation of packs of figures against the rules; an inconsistent pack is rejected with all reasons at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...findings import Finding, Param, Severity
from ..cards import RANKS
from .loading import FOUR_PLAYERS_ONLY, MISSIONS, ROUNDS, Pack, from_data


def _error(code: str, path: str, **params: Param) -> Finding:
    return Finding(code, Severity.ERROR, path, params)


def problems(data: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return every reason why a pack's data contradicts the rules; empty if there is none."""
    pack = from_data(data)
    return (*_values(pack), *_pad(pack), *_points(pack), *_missions(pack), *_bank(pack))


def _values(pack: Pack) -> list[Finding]:
    findings = []
    for at, (rank, value) in enumerate(zip(RANKS, pack.values, strict=True)):
        if not 1 <= value <= 99:
            findings.append(_error("PACK_VALUE", f"values.{rank}", value=value))
        elif at and value <= pack.values[at - 1]:
            findings.append(_error("PACK_ORDER", f"values.{rank}", value=value, below=pack.values[at - 1]))
    return findings


def _pad(pack: Pack) -> list[Finding]:
    """Check 2.2: rounds with the same letter of the pattern share a colour, those with another letter do not."""
    findings = []
    for letter in dict.fromkeys(pack.pattern):
        rounds = [at for at in range(ROUNDS) if pack.pattern[at] == letter]
        colours = {pack.dominant[at] for at in rounds}
        elsewhere = {pack.dominant[at] for at in range(ROUNDS) if at not in rounds}
        if len(colours) != 1 or colours & elsewhere:
            listed = ", ".join(str(at + 1) for at in rounds)
            findings += [_error("PACK_PATTERN", f"dominant.{at + 1}", rounds=listed) for at in rounds]
    return findings


def _points(pack: Pack) -> list[Finding]:
    findings = []
    for name, listed in (("points", pack.points), ("units", pack.units)):
        for mission, value in listed.items():
            sign = pack.signs[mission]
            if value * sign <= 0:
                shown = "+" if sign > 0 else "−"
                findings.append(_error("PACK_SIGN", f"{name}.{mission}", mission=mission, sign=shown, value=value))
    return findings


def _missions(pack: Pack) -> list[Finding]:
    findings = []
    for players, missions in pack.missions.items():
        without = set() if players == max(pack.missions) else FOUR_PLAYERS_ONLY
        is_valid = len(set(missions)) == len(missions) >= ROUNDS and not without & set(missions)
        if not is_valid or not set(missions) <= set(range(1, MISSIONS + 1)):
            listed = ", ".join(map(str, sorted(without))) or "–"
            findings.append(_error("PACK_MISSIONS", f"missions.{players}", without=listed))
    return findings


def _bank(pack: Pack) -> list[Finding]:
    bank = (("crystals", pack.crystals), ("cubes", pack.cubes))
    return [_error("PACK_POSITIVE", name, value=value) for name, value in bank if value < 1]
