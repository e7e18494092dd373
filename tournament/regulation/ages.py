"""AMB-19: from which age a person decides alone, and until when a guardian does; counted on the event's day."""

from __future__ import annotations

from datetime import date
from typing import Final

ADULT: Final = 18
#: Under this age a parent or guardian enters the player.
TEEN: Final = 14
#: Nobody who plays was born before.
EARLIEST_BIRTH: Final = date(1900, 1, 1)


def age_on(birth_date: date, day: date) -> int:
    """Return the completed years of a person on a day."""
    return day.year - birth_date.year - ((day.month, day.day) < (birth_date.month, birth_date.day))


def is_minor(birth_date: date | None, day: date) -> bool:
    """Return whether a person is known to be under 18 on a day; without a date of birth nobody is."""
    return birth_date is not None and age_on(birth_date, day) < ADULT


def is_child(birth_date: date | None, day: date) -> bool:
    """Return whether a person is known to be under 14 on a day."""
    return birth_date is not None and age_on(birth_date, day) < TEEN


def can_be_born(birth_date: date, today: date) -> bool:
    """Return whether a date of birth is between 1900 and today."""
    return EARLIEST_BIRTH <= birth_date <= today
