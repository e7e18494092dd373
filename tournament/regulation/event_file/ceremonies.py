"""Check what the ceremonies of an event say together: how often they failed in public, which results they bound."""

from __future__ import annotations

from typing import Final

from games.findings import Finding
from tournament.regulation.ceremony import CHAIN_LENGTH, is_hash, results_hash
from tournament.regulation.draws import Draw
from tournament.regulation.event_file.checks import error, warning
from tournament.regulation.event_file.info import EventFile, RoundInfo

#: From this failed attempt of an event on there is a finding: of forty phones one is lost now and then.
FAILURES_TOLD: Final = 3


def _draws_of(info: RoundInfo) -> list[Draw]:
    """Return the records of a round's draws that the file holds."""
    records = [info.kingdom.draw if info.kingdom else None, *(table.draw for table in info.tables)]
    return [draw for draw in records if draw is not None]


def _malformed(file: EventFile) -> list[Finding]:
    """Return errors about attempts without a root, or with a seed that the day has not or that another used."""
    findings, used = [], set[int]()
    for index, info in enumerate(file.rounds):
        for position, failed in enumerate(info.failed_draws):
            path = f"rounds[{index}].failed_draws[{position}]"
            if not is_hash(failed.root):
                findings.append(error("DRAW_CEREMONY", f"{path}.root", "1.5", failed.root, "SHA-256", field="root"))
            if not 1 <= failed.number <= CHAIN_LENGTH or failed.number in used:
                bound = f"1–{CHAIN_LENGTH}"
                findings.append(error("DRAW_CEREMONY", f"{path}.number", "1.5", failed.number, bound, field="number"))
            used.add(failed.number)
    return findings


def failed_draw_findings(file: EventFile) -> list[Finding]:
    """Art. 1.5: return a warning from the third failed attempt of an event on, and errors about impossible ones.

    Attempts are told apart by their roots: those that the rounds list, and those in the records of their draws.
    """
    missing_by_root: dict[str, tuple[str, ...]] = {}
    findings = _malformed(file)
    for info in file.rounds:
        missing_by_root |= {failed.root: failed.missing for failed in info.failed_draws}
        ceremonies = (draw.ceremony for draw in _draws_of(info) if draw.ceremony is not None)
        missing_by_root |= {failed.root: failed.missing for ceremony in ceremonies for failed in ceremony.failures}
    count = len(missing_by_root)
    if count < FAILURES_TOLD:
        return findings
    who = tuple(dict.fromkeys(player for missing in missing_by_root.values() for player in missing))
    return [*findings, warning("DRAW_ATTEMPTS_FAILED", "rounds", "1.5", count, who=who or ("nobody_agreed",))]


def bound_results_findings(file: EventFile) -> list[Finding]:
    """Art. 1.5: return a warning for each round whose draw was bound to other results of the rounds before it."""
    findings: list[Finding] = []
    results: list[tuple[str, str, int]] = []
    for index, info in enumerate(file.rounds):
        # A ceremony also draws the lots of the round before: those records name the step that they helped to form.
        step = "final" if info.final else f"round-{info.number}"
        ceremonies = [draw.ceremony for draw in _draws_of(info) if draw.ceremony and draw.ceremony.step == step]
        bound = {ceremony.results for ceremony in ceremonies if ceremony.results}
        if bound - {results_hash(results)}:
            findings.append(warning("DRAW_RESULTS", f"rounds[{index}]", "1.5", round=info.number))
        results += [
            (f"{step}/table-{table.number}", row.player, row.place)
            for table in sorted(info.tables, key=lambda table: table.number)
            for row in sorted(table.results, key=lambda row: row.place)
        ]
    return findings
