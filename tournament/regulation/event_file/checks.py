"""Check one round, one table and one standings of an event file, with each finding at its path."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games import registry
from games.dominion.cards import UnknownCard, card
from games.findings import Finding, Param, Severity
from games.game import Criterion, GameError
from tournament.regulation import draws, standings
from tournament.regulation import table_result as result
from tournament.regulation.draws import Guarantee
from tournament.regulation.event_file.info import KingdomInfo, RepeatedDrawInfo, RoundInfo, StandingInfo, TableInfo
from tournament.regulation.kingdom import check_extraction
from tournament.regulation.parameters import LEAST_AT_TABLE, Regulation
from tournament.regulation.refusals import CriterionMissing
from tournament.regulation.seating import table_sizes
from tournament.regulation.time_out import time_out_findings

#: The players of a table in order of place.
Order = list[str]

_SEAT = re.compile(r"^seats\[(\d+)\]")


def error(code: str, path: str, article: str, value: Param = None, bound: Param = None, **params: Param) -> Finding:
    """Return an error at a path; its message also uses value and bound."""
    return Finding(code, Severity.ERROR, path, {**params, "value": value, "bound": bound}, article, value, bound)


def warning(code: str, path: str, article: str, value: Param = None, bound: Param = None, **params: Param) -> Finding:
    """Return a warning at a path; its message also uses value and bound."""
    return replace(error(code, path, article, value, bound, **params), severity=Severity.WARNING)


def _canonical(names: Sequence[str]) -> tuple[str, ...]:
    """Return the code names; a text that is not a card is returned unchanged."""
    read = []
    for name in names:
        try:
            read.append(card(name))
        except UnknownCard:
            read.append(name)
    return tuple(read)


def kingdom_findings(kingdom: KingdomInfo, path: str) -> list[Finding]:
    """Art. 1.5: check the kingdom of a round: its legality (REQ-808) and, with an audit record, its draw (REQ-809)."""
    findings = [finding.under(path) for finding in check_extraction(kingdom.drawn, kingdom.rejected)]
    if kingdom.draw is None:
        return findings
    recorded = ((kingdom.drawn, kingdom.draw.outcome, "drawn"), (kingdom.rejected, kingdom.draw.rejected, "rejected"))
    for written, drawn, field in recorded:
        if _canonical(written) != _canonical(drawn):
            params = (", ".join(written), ", ".join(drawn))
            findings.append(error("DRAW_OTHER_KINGDOM", f"{path}.{field}", "1.5", *params))
    return findings + _draw_findings(kingdom.draw, draws.KINGDOM_DRAW, f"{path}.draw")


def covers_whole_round(draw: draws.Draw | None, info: RoundInfo) -> bool:
    """Art. 1.5: return whether a draw of seats covers all tables of a round at once (REQ-904)."""
    return draw is not None and set(draw.outcome) == {player for table in info.tables for player in table.drawn}


def seats_findings(table: TableInfo, info: RoundInfo, path: str) -> list[Finding]:
    """Art. 1.5, 2.1: compare the seats of a table with the record of their draw, if there is one (REQ-904).

    The draw is of the table’s players alone, or of the whole round: then they sit in the order in which they come.
    """
    if table.draw is None:
        return []
    findings = _draw_findings(table.draw, draws.SEATS, f"{path}.draw")
    order = table.draw.outcome
    if covers_whole_round(table.draw, info):
        order = tuple(player for player in order if player in table.drawn)
    order = tuple(player for player in order if player not in table.no_shows)
    if order != table.seats:
        params = (", ".join(table.seats), ", ".join(order))
        findings.append(error("DRAW_OTHER_SEATS", f"{path}.seats", "1.5", *params))
    return findings


def _draw_findings(draw: draws.Draw, purpose: str, path: str) -> list[Finding]:
    """Recompute a draw and check that it is of the right kind."""
    findings = [finding.under(path) for finding in draws.verify(draw)]
    if draw.purpose != purpose:
        findings.append(error("BAD_PURPOSE", f"{path}.purpose", "1.5", purpose=draw.purpose, known=(purpose,)))
    return findings


def group_lots(
    lots: Mapping[Any, int | None], groups: Sequence[Sequence[Any]], paths: Mapping[Any, str], names: Mapping[Any, str]
) -> tuple[dict[Any, int], list[Finding]]:
    """Art. 1.5 e: return the lots that decide, and findings about the written ones (REQ-1106, REQ-1204, AMB-37).

    A group whose lots are wrong keeps its written order, so that the other checks can go on.

    Arguments:
        lots: by row; groups: the rows equal on everything; paths, names: by row, where it is and whose it is.
    """
    used: dict[Any, int] = {}
    findings: list[Finding] = []
    written_order = {row: number for number, row in enumerate(lots)}
    tied = {row for group in groups for row in group}
    for row, lot in lots.items():
        if row not in tied and lot is not None:
            findings.append(error("EVENT_LOT_IDLE", f"{paths[row]}.lot", "1.5", lot, player=names[row]))
    for group in groups:
        ranks = range(1, len(group) + 1)
        lot_counts = Counter(lots[row] for row in group)
        wrong_rows = [row for row in group if lots[row] not in ranks or lot_counts[lots[row]] > 1]
        if not wrong_rows:
            used.update({row: lots[row] or 0 for row in group})
            continue
        used.update(zip(sorted(group, key=written_order.__getitem__), ranks, strict=True))
        if lot_counts[None] == len(group):
            player_names = ", ".join(names[row] for row in group)
            findings.append(error("EVENT_LOT_MISSING", f"{paths[group[0]]}.lot", "1.5", who=player_names))
            continue
        findings.extend(
            error("EVENT_LOT", f"{paths[row]}.lot", "1.5", lots[row], player=names[row], size=len(group))
            for row in wrong_rows
        )
    return used, findings


def table_order(table: TableInfo, chain: Sequence[Criterion], path: str) -> tuple[Order, list[Finding]]:
    """Art. 1.5: derive the places of a table from its numbers and lots, and compare them (REQ-1101 to REQ-1109)."""
    rows: list[dict[str, Any]] = [
        {**row.values, result.ABANDONED: row.player in table.abandoned} for row in table.results
    ]
    indices = range(len(rows))
    paths = {index: f"{path}.results[{index}]" for index in indices}
    names = {index: table.results[index].player for index in indices}
    in_order = sorted(indices, key=lambda i: table.results[i].place)
    try:
        groups = result.tied_groups(rows, chain)
    except CriterionMissing as missing:
        finding_path, player = f"{paths[missing.row]}.{missing.criterion}", names[missing.row]
        missing_finding = error(
            "EVENT_CRITERION_MISSING", finding_path, "1.5", player=player, criterion=missing.criterion
        )
        return [names[index] for index in in_order], [missing_finding]
    written_lots = {index: table.results[index].lot for index in in_order}
    used, findings = group_lots(written_lots, groups, paths, names)
    places = result.rank_table([{**row, result.LOT: used.get(index)} for index, row in enumerate(rows)], chain)
    for place in places:
        row = table.results[place.index]
        if row.place != place.place:
            finding_path = f"{paths[place.index]}.place"
            findings.append(error("EVENT_PLACE", finding_path, "1.5", row.place, place.place, player=row.player))
    return [names[place.index] for place in places], findings


def sheet_of(table: TableInfo, kingdom: KingdomInfo | None) -> dict[str, Any] | None:
    """Art. 1.5: return the table as the ``sheet`` of a ``score-sheet/1``, its seats in playing order (REQ-903).

    Returns: None if another game's table has no sheet.
    """
    if kingdom is None:
        if table.sheet is None:
            return None
        return {**table.sheet, "abandoned": True} if table.abandoned else dict(table.sheet)
    by_player = {row.player: row for row in table.results}
    seats = []
    for player in table.seats:
        row = by_player[player]
        numbers = {name: value for name, value in row.values.items() if value is not None}
        seat: dict[str, Any] = {**numbers, result.LOT: row.lot}
        seat.update({name: part for name in ("deck", "breakdown") if (part := getattr(row, name)) is not None})
        seats.append(seat)
    sheet: dict[str, Any] = {
        "kingdom": list(kingdom.drawn),
        "tournament": True,
        "end": table.end,
        "ended_by": table.ended_by,
        "seats": seats,
    }
    if table.abandoned:
        sheet["abandoned"] = True
    sheet.update({name: pile for name in ("trash", "supply") if (pile := getattr(table, name)) is not None})
    return sheet


def sheet_findings(
    table: TableInfo, kingdom: KingdomInfo | None, game: str, path: str, regulation: Regulation
) -> list[Finding]:
    """Art. 1.5, 2.1-2.3: return the findings of the game's engine on a table's sheet, at the paths of the event file.

    Turn order (EX-26, EX-50), numbers against decks, supply and trash are checked by the engine; lots and places by the
    regulation, so they are left out here.
    """
    sheet = sheet_of(table, kingdom)
    if sheet is None:
        return []
    try:
        check = registry.get(game).check(sheet, players=len(table.seats))
    except GameError as bad:
        return [error("EVENT_SHEET_UNREADABLE", path, "2.1", problem=str(bad))]
    index = {row.player: number for number, row in enumerate(table.results)}

    def placed(finding: Finding) -> Finding:
        """Move the finding's path from the sheet's seats to the file's results."""
        if kingdom is None:
            return finding.under(f"{path}.sheet")
        seat = _SEAT.match(finding.path)
        if seat:
            row = index[table.seats[int(seat.group(1))]]
            return replace(finding, path=f"{path}.results[{row}]{finding.path[seat.end() :]}")
        if finding.path.startswith("kingdom"):
            drawn = finding.path.replace("kingdom", "kingdom.drawn", 1)
            return replace(finding, path=f"{path.rsplit('.tables[', 1)[0]}.{drawn}")
        return finding.under(path)

    engine_findings = (finding for finding in check.findings if not finding.path.endswith((".lot", ".place")))
    of_time = time_out_findings(sheet, regulation=regulation) if kingdom is not None else []
    placed_findings = [placed(finding) for finding in (*engine_findings, *of_time)]
    return placed_findings if kingdom is not None else placed_findings + row_findings(table, check.rows, path)


def row_findings(table: TableInfo, rows: Sequence[Mapping[str, int | None]], path: str) -> list[Finding]:
    """Art. 1.5: return findings where a table's numbers differ from those of its sheet, seat by seat (REQ-605)."""
    index = {row.player: number for number, row in enumerate(table.results)}
    findings = []
    for player, derived in zip(table.seats, rows, strict=False):
        for name, value in table.results[index[player]].values.items():
            bound = derived.get(name)
            if bound is not None and value is not None and bound != value:
                value_path = f"{path}.results[{index[player]}].{name}"
                findings.append(error("EVENT_SHEET_VALUE", value_path, "1.5", value, bound, player=player, field=name))
    return findings


def table_findings(
    table: TableInfo, info: RoundInfo, game: str, chain: Sequence[Criterion], path: str, regulation: Regulation
) -> tuple[Order, list[Finding]]:
    """Art. 1.5: check one table: seats and results, the end, the places, the sheet."""
    findings = seats_findings(table, info, path)
    players = Counter(row.player for row in table.results)
    seated = Counter(table.seats)
    if players != seated:
        wrong_index = next(
            (n for n, row in enumerate(table.results) if players[row.player] > seated[row.player]), len(table.results)
        )
        results_path = (
            f"{path}.results[{wrong_index}].player" if wrong_index < len(table.results) else f"{path}.results"
        )
        findings.append(error("EVENT_RESULTS", results_path, "1.5", ", ".join(players), ", ".join(table.seats)))
    if table.ended_by is not None and not 1 <= table.ended_by <= len(table.seats):
        findings.append(error("EVENT_ENDED_BY", f"{path}.ended_by", "2.3", table.ended_by, len(table.seats)))
    if table.abandoned:
        player_names = ", ".join(table.abandoned)
        findings.append(warning("EVENT_ABANDONED", f"{path}.abandoned", "1.5", player_names))
        strangers = [player for player in table.abandoned if player not in seated]
        findings += [error("EVENT_PLAYER_UNKNOWN", f"{path}.abandoned", "1.5", player) for player in strangers]
    findings += no_show_findings(table, path)
    if table.sheet is not None and table.sheet.get("pairs"):
        findings.append(error("EVENT_PAIRS_SHEET", f"{path}.sheet.pairs", "1.5"))
    order, wrong_places = table_order(table, chain, path)
    findings.extend(wrong_places)
    is_complete = players == seated and max(seated.values(), default=0) == 1
    if is_complete and 2 <= len(table.seats) <= 4:
        findings.extend(sheet_findings(table, info.kingdom, game, path, regulation))
    return order, findings


def no_show_findings(table: TableInfo, path: str) -> list[Finding]:
    """Art. 1.5: return a warning about players who did not come to a table, errors about wrong ones (AMB-45)."""
    if not table.no_shows:
        return []
    findings = [warning("EVENT_NO_SHOW", f"{path}.no_shows", "1.5", ", ".join(table.no_shows))]
    seated = [player for player in dict.fromkeys(table.no_shows) if player in table.seats]
    findings += [error("EVENT_PLAYER_TWICE", f"{path}.no_shows", "1.5", player) for player in seated]
    return findings


def seating_findings(info: RoundInfo, present: Collection[str], known: Collection[str], path: str) -> list[Finding]:
    """Art. 1.5: check that the players still in sit once in a round, and nobody else (REQ-701, AMB-12, AMB-25)."""
    findings: list[Finding] = []
    seated: set[str] = set()
    for t, table in enumerate(info.tables):
        for s, player in enumerate(table.seats):
            seat_path = f"{path}.tables[{t}].seats[{s}]"
            if player in seated:
                findings.append(error("EVENT_PLAYER_TWICE", seat_path, "1.5", player))
            elif player not in known:
                findings.append(error("EVENT_PLAYER_UNKNOWN", seat_path, "1.5", player))
            elif player not in present:
                findings.append(error("EVENT_PLAYER_LEFT", seat_path, "1.5", player))
            seated.add(player)
    for player in present if not info.final else ():
        if player not in seated:
            findings.append(error("EVENT_PLAYER_UNSEATED", f"{path}.tables", "1.5", player))
    return findings


def shape_findings(info: RoundInfo, players: int, path: str) -> list[Finding]:
    """Art. 1.5: check number, order and sizes of a round's tables (REQ-702, REQ-704, REQ-706)."""
    findings = [
        error("EVENT_TABLE_NUMBER", f"{path}.tables[{t}].number", "1.5", table.number, t + 1)
        for t, table in enumerate(info.tables)
        if table.number != t + 1
    ]
    absent = sum(len(table.no_shows) for table in info.tables)
    sizes = [players] if info.final else table_sizes(players + absent)
    if len(sizes) != len(info.tables):
        path_of_table = f"{path}.tables"
        findings.append(error("EVENT_TABLE_COUNT", path_of_table, "1.5", len(info.tables), len(sizes), players=players))
    for t, (table, size) in enumerate(zip(info.tables, sizes, strict=False)):
        is_short = bool(table.no_shows) and len(table.seats) < LEAST_AT_TABLE
        if len(table.drawn) != size or is_short:
            path_of_table = f"{path}.tables[{t}].seats"
            findings.append(error("EVENT_TABLE_SIZE", path_of_table, "1.5", len(table.seats), size))
    return findings


def membership_findings(info: RoundInfo, expected: Sequence[Sequence[str]], code: str, path: str) -> list[Finding]:
    """Art. 1.5: check who sits at which table by the partial standings, or in the final (REQ-703, REQ-1301).

    Tables that were right when drawn stay as drawn after an accepted correction: then the finding is a warning, and
    the Referent decides (art. 1.4).
    """
    make_finding = warning if info.corrected_since else error
    finding_code = f"{code}_AS_DRAWN" if info.corrected_since else code
    reasons = "; ".join(dict.fromkeys(correction.reason for correction in info.corrected_since))
    return [
        make_finding(
            finding_code, f"{path}.tables[{t}].seats", "1.5", ", ".join(table.seats), ", ".join(wanted), reason=reasons
        )
        for t, (table, wanted) in enumerate(zip(info.tables, expected, strict=False))
        if set(table.drawn) != set(wanted)
    ]


def correction_findings(info: RoundInfo, earlier: Sequence[RoundInfo], path: str) -> list[Finding]:
    """Art. 1.4: require that a correction that kept tables as drawn names an earlier round's table and the reason."""
    tables = {(item.number, table.number) for item in earlier for table in item.tables}
    return [
        error("EVENT_CORRECTION", f"{path}.corrected_since[{index}]", "1.4", f"{item.round}, {item.table}")
        for index, item in enumerate(info.corrected_since)
        if (item.round, item.table) not in tables or not item.reason.strip()
    ]


def standings_findings(
    rows: Sequence[StandingInfo],
    rounds: Sequence[Sequence[standings.TableResult[str]]],
    points: Mapping[str, int],
    players: Collection[str],
    path: str,
    regulation: Regulation,
) -> tuple[list[standings.StandingRow[str]], list[Finding]]:
    """Art. 1.5: derive the standings from tables and written lots, and compare them (REQ-1201 to REQ-1204)."""
    findings: list[Finding] = []
    written_lots: dict[str, int | None] = {}
    paths: dict[str, str] = {}
    for r, row in enumerate(rows):
        row_path = f"{path}[{r}]"
        if row.player in written_lots:
            findings.append(error("EVENT_PLAYER_TWICE", f"{row_path}.player", "1.5", row.player))
        elif row.player not in players:
            findings.append(error("EVENT_PLAYER_UNKNOWN", f"{row_path}.player", "1.5", row.player))
        else:
            written_lots[row.player], paths[row.player] = row.lot, row_path
    if len(rows) != len(players):
        findings.append(error("EVENT_STANDING_ROWS", path, "1.5", len(rows), len(players)))
    for player in players:
        written_lots.setdefault(player, None)
        paths.setdefault(player, path)
    groups = standings.tied_groups(rounds, players=players, regulation=regulation, points=points)
    used, wrong_lots = group_lots(written_lots, groups, paths, {player: player for player in players})
    findings.extend(wrong_lots)
    derived = standings.standings(rounds, lots=used, players=players, regulation=regulation, points=points)
    counted = {row.player: row for row in derived}
    for r, row in enumerate(rows):
        row_path = f"{path}[{r}]"
        if row.position != r + 1:
            findings.append(error("EVENT_STANDING_POSITION", f"{row_path}.position", "1.5", row.position, r + 1))
        if r < len(derived) and row.player != derived[r].player:
            findings.append(error("EVENT_STANDING_PLAYER", f"{row_path}.player", "1.5", row.player, derived[r].player))
        if row.player in counted:
            findings.extend(_count_findings(row, counted[row.player], row_path))
    return derived, findings


def _count_findings(row: StandingInfo, derived: standings.StandingRow[str], path: str) -> list[Finding]:
    """Compare the numbers of places of a written row with the derived ones."""
    findings = []
    for field in ("wins", "seconds", "thirds"):
        value, bound = getattr(row, field), getattr(derived, field)
        if value != bound:
            params = {"player": row.player, "field": field}
            findings.append(error("EVENT_STANDING_COUNT", f"{path}.{field}", "1.5", value, bound, **params))
    return findings


def draw_marks(info: RoundInfo, path: str) -> list[Finding]:
    """Art. 1.5: return warnings about irregular draws: undone and drawn again, or made manually."""
    findings = []
    # A draw of a round is several at once (seats, kingdom), each made the same number of times.
    by_purpose: dict[str, list[RepeatedDrawInfo]] = {}
    for repeated_draw in info.repeated_draws:
        by_purpose.setdefault(repeated_draw.purpose, []).append(repeated_draw)
    undone = max(by_purpose.values(), key=len, default=[])
    if undone:
        reasons = "; ".join(f"«{repeated_draw.reason}»" if repeated_draw.reason else "–" for repeated_draw in undone)
        facts: dict[str, Param] = {"round": info.number, "times": len(undone) + 1, "undone": len(undone)}
        facts["reasons"] = reasons
        findings.append(warning("DRAW_REPEATED", f"{path}.repeated_draws", "1.5", **facts))
    for index, manual_draw in enumerate(info.draws_by_hand):
        reason = f"«{manual_draw.reason}»" if manual_draw.reason else "–"
        facts = {"round": info.number, "item": f"draw_{manual_draw.purpose}", "reason": reason}
        facts["witnesses"] = manual_draw.witnesses or ("nobody",)
        findings.append(warning("DRAW_BY_HAND", f"{path}.draws_by_hand[{index}]", "1.5", **facts))
    return findings


def word_findings(rounds: Sequence[RoundInfo]) -> list[Finding]:
    """Art. 1.5: return a warning that names the rounds drawn with a word that was typed, and no beacon before it."""
    typed = []
    for info in rounds:
        records = [info.kingdom.draw if info.kingdom else None, *(table.draw for table in info.tables)]
        if any(record is not None and record.guarantee() is Guarantee.WORD for record in records):
            typed.append("final" if info.final else str(info.number))
    return [warning("WORD_BY_OPERATOR", "rounds", "1.5", rounds=tuple(typed))] if typed else []
