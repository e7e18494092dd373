"""The columns of a person's record: one row each, which the join of two records and the erasure read.

A column without a row fails a test, so that nobody adds a fact about people without saying how it goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

#: A column that the erasure leaves: it says nothing about the person, or is set with the others.
KEPT: Final = object()


@dataclass(frozen=True, slots=True)
class PersonField:
    """What the program does with a column of a record.

    Arguments:
        erased: its value once the record is erased, also in every version of the history.
        joined: whether the kept record of two takes it from the other where it has nothing itself.
    """

    name: str
    erased: Any = KEPT
    joined: bool = False


PERSON_FIELDS: Final = (
    # The erased name has the record's number.
    PersonField("first_name"),
    PersonField("last_name"),
    PersonField("name_key"),
    PersonField("city", "", joined=True),
    PersonField("email", "", joined=True),
    PersonField("birth_date", None, joined=True),
    PersonField("guardian_name", "", joined=True),
    PersonField("card_number", "", joined=True),
    PersonField("consent", False),
    PersonField("consent_changed_at"),
    PersonField("user", None, joined=True),
    PersonField("merged_into"),
    PersonField("joined_at"),
    PersonField("said_to_be"),
)
#: What the kept record takes from the other where it has nothing itself.
JOINED: Final = tuple(field.name for field in PERSON_FIELDS if field.joined)
#: Values of an erased record, besides its name.
ERASED: Final = {field.name: field.erased for field in PERSON_FIELDS if field.erased is not KEPT}
