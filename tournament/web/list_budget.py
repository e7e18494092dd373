"""Limit of a desk's searches in the national list an hour: unbounded, a club could try every name and every number.

Pages and API count by account: a token has no budget of its own beside that of its user.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.core.cache import cache
from django.http import HttpRequest

from tournament.entries.importing import PlayersPreview
from tournament.entries.refusals import CardOfAnother, CardUnknown
from tournament.models import Event
from tournament.people.selectors import Namesake, known_people
from tournament.regulation.refused import Refused
from tournament.web.budgets import ends_at, is_spent, spend

_HOUR = 3600
#: Fields of the desk's forms that hold a card number.
_CARD_FIELDS = ("proof", "card_number", "card-card_number")


@contextmanager
def counted_cards(request: HttpRequest, *, card_number: str = "") -> Iterator[None]:
    """Count a card number that fits nobody.

    Arguments:
        card_number: what a program sent; a form of the desk is read from the request.
    Errors: CARDS_ENOUGH once too many did not fit; those of the block.
    """
    is_given = bool(card_number) or any(request.POST.get(field) for field in _CARD_FIELDS)
    if is_given and is_spent(request, "wrong_card"):
        raise Refused("CARDS_ENOUGH", time=_end(request, "wrong_card"))
    try:
        yield
    except (CardUnknown, CardOfAnother):
        spend(request, "wrong_card")
        raise


def namesakes_within_budget(request: HttpRequest, namesakes: Sequence[Namesake]) -> list[Namesake]:
    """Return the namesakes that the desk may be shown: those it knows, and others while the hour's budget lasts.

    Afterwards whoever has such a name gets a record of their own, and the Referent joins the two.
    """
    strangers = sum(not namesake.known for namesake in namesakes)
    if not strangers or spend(request, "namesake", strangers):
        return list(namesakes)
    return [namesake for namesake in namesakes if namesake.known]


def need_names(request: HttpRequest, event: Event, preview: PlayersPreview) -> set[int]:
    """Count the people of other clubs whose names stand in a list, and return those of its people that the desk knows.

    Errors: NAMES_ENOUGH.
    """
    pks = {person.pk for row in preview.rows for person in row.same_name}
    known = set(known_people(event).filter(pk__in=pks).values_list("pk", flat=True))
    # A list that is mended and read again tells nothing new.
    key = f"namesakes-shown:{request.user.pk}"
    shown: set[int] = set(cache.get(key, ()))
    if not spend(request, "namesake", len(pks - known - shown)):
        raise Refused("NAMES_ENOUGH", time=_end(request, "namesake"))
    cache.set(key, sorted(shown | (pks - known)), _HOUR)
    return known


def _end(request: HttpRequest, action: str) -> str:
    """Return the time of day at which a spent budget ends."""
    return f"{ends_at(request, action):%H:%M}"
