"""What a list of players holds: the columns, and the facts of each row with everything that is wrong in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeVar

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.lists.headings import PLAYER
from tournament.core.lists.reading import ListKind, ListRow
from tournament.core.lists.tables import Cell
from tournament.core.lists.values import CellWrong, read_day, read_yes
from tournament.models.people import BIRTH_DATE_WRONG
from tournament.regulation.ages import can_be_born
from tournament.regulation.names import name_key

PLAYERS: Final = ListKind(PLAYER)
LONGEST: Final = {"first_name": 80, "last_name": 80, "city": 80, "card_number": 40}

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """A player as a row states it; ``consent`` None where it says nothing.

    Arguments:
        problems: what has to be put right in the row, as sentences; extra: cells that are not read.
    """

    number: int
    first_name: str
    last_name: str
    city: str = ""
    email: str = ""
    birth_date: date | None = None
    card_number: str = ""
    consent: bool | None = None
    problems: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the key by which the name is compared."""
        return name_key(self.first_name, self.last_name)


def player_facts(row: ListRow) -> PlayerFacts:
    """Return the player of a row."""
    problems = list(row.problems)
    texts = {name: row.text(name) for name in LONGEST}
    for name, label in (("first_name", _("the first name is missing")), ("last_name", _("the surname is missing"))):
        if not texts[name]:
            problems.append(label)
    for name, most in LONGEST.items():
        if len(texts[name]) > most:
            problems.append(
                _("“%(value)s…” is longer than %(most)s characters") % {"value": texts[name][:30], "most": most}
            )
            texts[name] = texts[name][:most]
    email = row.text("email").replace(" ", "")
    if email:
        try:
            validate_email(email)
        except ValidationError:
            problems.append(_("“%(value)s” is not a mail address") % {"value": email[:60]})
    birth_date = _read(read_day, row.values.get("birth_date"), problems)
    if birth_date is not None and not can_be_born(birth_date, timezone.localdate()):
        problems.append(str(BIRTH_DATE_WRONG))
    consent = _read(read_yes, row.values.get("consent"), problems)
    return PlayerFacts(
        row.number,
        **texts,
        email=email,
        birth_date=birth_date,
        consent=consent,
        problems=tuple(problems),
        extra=row.extra,
    )


def _read(read: Callable[[Cell], Value | None], cell: Cell, problems: list[str]) -> Value | None:
    """Return the value of a cell, or add what is wrong with it to the problems."""
    try:
        return read(cell)
    except CellWrong as wrong:
        problems.append(str(wrong))
        return None
