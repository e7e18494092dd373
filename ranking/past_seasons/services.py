"""Store and delete past seasons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from ranking.models import PastPlace, PastSeason
from ranking.past_seasons.parsing import PastRow
from tournament.core.audit import By, erase, record
from tournament.models import Person
from tournament.regulation.refused import Refused
from tournament.regulation.validity import Season as Window
from tournament.regulation.validity import check_days


def people_by_card(rows: Sequence[PastRow]) -> dict[str, Person]:
    """Return the records of the national list with the cards of a file. Runs one query."""
    cards = {row.card for row in rows if row.card}
    people = Person.objects.filter(card_number__in=cards, merged_into=None)
    return {person.card_number: person for person in people}


@transaction.atomic
def past_season_import(
    *, name: str, game: str, first_day: date, last_day: date, final_place: str = "", rows: Sequence[PastRow], by: By
) -> PastSeason:
    """Store a past season with its places.

    A row with the card of a record is that record's: its name is shown as anywhere else. Another row keeps its name
    only with the consent that the file states.

    Raises PAST_SEASON_EXISTS, DAYS_REVERSED.
    """
    clean_name = " ".join(name.split())
    check_days(first_day, last_day, season=Window(first_day, last_day))
    if PastSeason.objects.filter(name=clean_name).exists():
        raise Refused("PAST_SEASON_EXISTS", season=clean_name)
    season = PastSeason(name=clean_name, game=game, first_day=first_day, last_day=last_day, final_place=final_place)
    record(season, verb="past_season_import", by=by)
    people = people_by_card(rows)
    PastPlace.objects.bulk_create(_place(season, row, people.get(row.card)) for row in rows)
    return season


def _place(season: PastSeason, row: PastRow, person: Person | None) -> PastPlace:
    return PastPlace(
        season=season,
        list=row.list,
        place=row.place,
        person=person,
        name="" if person is not None else row.name,
        city="" if person is not None else row.city,
        half_points=row.half_points,
    )


@transaction.atomic
def past_season_delete(*, season: PastSeason, by: By) -> None:
    """Delete an imported season with its places, for example to import a corrected file."""
    erase(season, verb="past_season_delete", by=by)
