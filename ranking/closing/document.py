"""The text of a final Ranking: what is signed, and whether a stored one is still what was signed.

The text has no names: a consent can be withdrawn and a record erased, while a signed text never changes. A row names
its player by a code, the digest of a secret and the record's key, so that codes of two documents cannot be compared.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from ranking.closing import signatures
from ranking.closing.selectors import events_without_points
from ranking.models import FinalRanking, FinalRankingRow
from ranking.national.rank_history import counted_events
from ranking.national.selectors import Standing, season_standing
from tournament.models import Season

FORMAT: Final = "fossato-final-ranking/1"
#: Of the file that holds the text with its signature.
SIGNED_FORMAT: Final = f"{FORMAT}+signature"


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a row: the record and the secret of the row's code."""

    person: int
    secret: str

    @property
    def code(self) -> str:
        return sha256(f"{self.secret}\n{self.person}".encode()).hexdigest()[:32]


def row_owners(standing: Standing) -> list[Owner]:
    """Return the owner of every row of a Ranking, each with a new secret."""
    return [Owner(row.player, secrets.token_hex(16)) for row in standing.ranking]


def _row(standing: Standing, index: int, owner: Owner) -> dict[str, Any]:
    row = standing.ranking[index]
    return {
        "rank": row.rank,
        "player": owner.code,
        "half_points": row.half_points,
        "events": standing.totals.events[row.player],
        "wins": row.tally.wins,
        "ordinary_wins": row.tally.ordinary_wins,
        "seconds": row.tally.seconds,
        "thirds": row.tally.thirds,
        "decided_by": row.decided_by,
        "lot": row.lot,
    }


def content_of(season: Season, *, number: int, at: datetime, standing: Standing, owners: Sequence[Owner]) -> str:
    """Return the text of a final Ranking, JSON with sorted keys. Runs two queries."""
    content = {
        "format": FORMAT,
        "number": number,
        "at": at.isoformat(timespec="seconds"),
        "season": season.name,
        "game": season.game,
        "regulation": season.regulation,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat(),
        "finalists": season.finalists,
        "events": [
            {"name": event.name, "address": event.slug, "last_day": event.last_day.isoformat()}
            for event in counted_events(season)
        ],
        "events_without_points": [
            {"name": event.name, "address": event.slug, "state": event.state} for event in events_without_points(season)
        ],
        "rows": [_row(standing, index, owner) for index, owner in enumerate(owners)],
    }
    return json.dumps(content, ensure_ascii=False, sort_keys=True, indent=1)


def published(season: Season, *, number: int, at: datetime, by: Any) -> tuple[FinalRanking, list[FinalRankingRow]]:
    """Return the signed final Ranking of a season and its rows, not stored yet. Runs five queries."""
    standing = season_standing(season)
    owners = row_owners(standing)
    content = content_of(season, number=number, at=at, standing=standing, owners=owners)
    document = FinalRanking(
        number=number,
        season=season,
        at=at,
        by=by,
        content=content,
        sha256=sha256(content.encode()).hexdigest(),
        key=signatures.public_key(FORMAT),
        signature=signatures.sign(FORMAT, content.encode()),
    )
    rows = [
        FinalRankingRow(document=document, position=position, person_id=owner.person, secret=owner.secret)
        for position, owner in enumerate(owners, start=1)
    ]
    return document, rows


def is_intact(document: FinalRanking, rows: Sequence[FinalRankingRow]) -> bool:
    """Return whether digest, signature and the codes of the rows agree with the stored text."""
    text = document.content.encode()
    codes = [row["player"] for row in json.loads(document.content)["rows"]]
    return (
        sha256(text).hexdigest() == document.sha256
        and signatures.is_signed(text, key=document.key, signature=document.signature)
        and codes == [Owner(row.person_id, row.secret).code for row in rows]
    )
