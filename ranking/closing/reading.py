"""A final Ranking as a user may see it: the signed figures, and the names that may be shown today (art. 1.6)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ranking.closing.document import is_intact
from ranking.models import FinalRanking, FinalRankingRow
from ranking.national.selectors import canonical_person_ids, sees_names
from tournament.models import Person


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A row of a final Ranking.

    Arguments:
        person: None if the name may not be shown, and so for the name.
        code: of the row's player in the signed text.
        equal: whether the row above has the same rank.
        cut: whether it is the last one of those that the season calls.
        me: whether the user is the player.
    """

    rank: int
    person: int | None
    name: str | None
    city: str
    half_points: int
    events: int
    wins: int
    seconds: int
    thirds: int
    lot: int | None
    code: str
    equal: bool
    cut: bool
    me: bool


@dataclass(frozen=True, slots=True)
class FinalDocument:
    """A final Ranking with everything that its page shows.

    Arguments:
        content: the signed text, read.
        intact: whether digest, signature and codes agree with the text.
    """

    document: FinalRanking
    content: dict[str, Any]
    lines: list[FinalLine]
    intact: bool


def _people(rows: list[FinalRankingRow]) -> dict[int, Person]:
    """Return the surviving record of every row's person. Runs two queries."""
    canonical_ids = canonical_person_ids()
    survivors = {row.person_id: canonical_ids.get(row.person_id, row.person_id) for row in rows}
    people = Person.objects.in_bulk(set(survivors.values()))
    return {person: people[survivor] for person, survivor in survivors.items()}


def final_document(document: FinalRanking, viewer: Any = None) -> FinalDocument:
    """Return a final Ranking as a user may see it. Runs at most four queries.

    Arguments:
        viewer: the user; None for the public.
    """
    rows = list(FinalRankingRow.objects.filter(document=document).order_by("position"))
    content = json.loads(document.content)
    people, all_names = _people(rows), sees_names(viewer)
    figures, line = content["rows"], content["finalists"]
    lines = []
    for index, (row, values) in enumerate(zip(rows, figures, strict=True)):
        person = people[row.person_id]
        me = viewer is not None and viewer.is_authenticated and person.user_id == viewer.pk
        visible = person.consent or all_names or me
        lines.append(
            FinalLine(
                rank=values["rank"],
                person=person.pk if visible else None,
                name=str(person) if visible else None,
                city=person.city if visible else "",
                half_points=values["half_points"],
                events=values["events"],
                wins=values["wins"],
                seconds=values["seconds"],
                thirds=values["thirds"],
                lot=values["lot"],
                code=values["player"],
                equal=index > 0 and figures[index - 1]["rank"] == values["rank"],
                cut=index == line - 1 and len(rows) > line,
                me=me,
            )
        )
    return FinalDocument(document, content, lines, is_intact(document, rows))
