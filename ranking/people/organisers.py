"""Organisers (clubs, associations, shops), created by the Referent (articles 1.2 and 1.4)."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.audit import By, record
from tournament.core.errors import FieldWrong
from tournament.models import Organiser


@transaction.atomic
def organiser_create(*, name: str, city: str = "", user: User | None = None, by: By) -> Organiser:
    """Create an organiser with the account that is responsible for it (art. 1.2).

    Raises FieldWrong if the name is missing or already exists, ignoring case.
    """
    clean_name = " ".join(name.split())
    if not clean_name:
        raise FieldWrong(field=_("name"), value=name, right=_("the name of the club, association or shop"))
    if Organiser.objects.filter(name__iexact=clean_name).exists():
        raise FieldWrong(field=_("name"), value=clean_name, right=_("a name that no other organiser has"))
    organiser = Organiser(name=clean_name, city=" ".join(city.split()), user=user)
    record(organiser, verb="organiser_create", by=by)
    return organiser
