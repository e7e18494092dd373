"""Import resource for spreadsheets of players: one row per person, CSV or XLSX, Italian or English column names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext as _
from import_export import fields, resources, widgets
from tablib import Dataset

from tournament.core.audit import record
from tournament.entries.list_file import cell_text, heading
from tournament.models import Person

#: Canonical column names, each with its accepted variants.
COLUMNS = {
    "nome": ("first_name", "name", "first name", "nome di battesimo"),
    "cognome": ("last_name", "surname", "last name"),
    "città": ("city", "citta", "citta'", "comune"),
    "email": ("e-mail", "mail", "posta"),
    "data di nascita": ("birth_date", "date of birth", "nato il", "nascita"),
    "tessera": ("card_number", "card number", "numero tessera", "n. tessera"),
    "consenso": ("consent", "privacy"),
}
REQUIRED_COLUMNS = ("nome", "cognome")
#: Columns of other tools with both names in one cell, each with the names of its variants.
FULL_NAMES = {
    "nome e cognome": (
        "player",
        "participant",
        "participant name",
        "full name",
        "giocatore",
        "partecipante",
        "nominativo",
    ),
    "cognome e nome": ("cognome nome", "last name, first name", "surname, name"),
}
_ALIASES = {alias: name for name, aliases in (*COLUMNS.items(), *FULL_NAMES.items()) for alias in (name, *aliases)}
DAYS = ("%d/%m/%Y", "%Y-%m-%d", "%d-%m-%Y", "%d.%m.%Y")


def canonical_header(header: object) -> str:
    """Return the canonical column of a header; an unknown header is returned unchanged."""
    text = heading(header)
    return _ALIASES.get(text) or _ALIASES.get(text.replace(" ", "_")) or text


def split_name(full_name: object, *, surname_first: bool) -> tuple[str, str]:
    """Return first name and surname of a cell that holds both; of more than two words the first belongs to the former.

    A comma separates them wherever it stands: «Rossi Bianchi, Maria Elena».

    Arguments:
        surname_first: whether the cell begins with the surname, where there is no comma.
    """
    text = " ".join(str(full_name or "").split())
    if "," in text:
        surname, _comma, first = (part.strip() for part in text.partition(","))
        return first, surname
    if surname_first:
        surname, _space, first = text.rpartition(" ")
        return first, surname
    first, _space, surname = text.partition(" ")
    return first, surname


class _Text(widgets.CharWidget):
    """Text on one line."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> str:
        return cell_text(value)


class _YesNo(widgets.BooleanWidget):
    """Consent to show the name: sì, yes, x or 1 is yes; anything empty or negative is no statement about it."""

    TRUE_VALUES = ["1", 1, True, "true", "TRUE", "True", "vero", "sì", "si", "s", "yes", "y", "x"]
    FALSE_VALUES = ["0", 0, False, "false", "FALSE", "False", "falso", "no", "n", "", None]  # type: ignore[list-item]  # an empty cell is None

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> bool:
        read = value.strip().casefold() if isinstance(value, str) else value
        if read in self.TRUE_VALUES:
            return True
        if read in self.FALSE_VALUES:
            return False
        raise ValueError(f"«{value}»: sì / no")


def consent_said(value: Any) -> bool:
    """Parse the consent column. Errors: ValueError."""
    return _YesNo().clean(value)


class _Day(widgets.DateWidget):
    """A day in any of the accepted date formats."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> Any:
        try:
            return super().clean(value, row, **kwargs)
        except ValueError as wrong:
            message = _("“%(value)s” is not a valid date: write it like 31/12/1990.")
            raise ValueError(message % {"value": value}) from wrong


if TYPE_CHECKING:
    _PersonResource = resources.ModelResource[Person]
else:
    _PersonResource = resources.ModelResource


class PersonResource(_PersonResource):
    """A player of the national list. A person known by card number is left unchanged."""

    first_name = fields.Field(attribute="first_name", column_name="nome", widget=_Text())
    last_name = fields.Field(attribute="last_name", column_name="cognome", widget=_Text())
    city = fields.Field(attribute="city", column_name="città", widget=_Text(), default="")
    email = fields.Field(attribute="email", column_name="email", widget=_Text(), default="")
    birth_date = fields.Field(attribute="birth_date", column_name="data di nascita", widget=_Day(), default=None)
    card_number = fields.Field(attribute="card_number", column_name="tessera", widget=_Text(), default="")

    class Meta:
        model = Person
        fields = ("first_name", "last_name", "city", "email", "birth_date", "card_number")
        import_id_fields = ()
        clean_model_instances = True
        store_instance = True
        use_transactions = True

    def __init__(self, by: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.by = by
        cast("_Day", self.fields["birth_date"].widget).formats = DAYS

    def before_import(self, dataset: Dataset, **kwargs: Any) -> None:
        dataset.headers = [canonical_header(header) for header in dataset.headers or []]

    def get_instance(self, instance_loader: Any, row: dict[str, Any]) -> Person | None:
        card = cell_text(row.get("tessera"))
        return Person.objects.filter(card_number=card).first() if card else None

    def import_instance(self, instance: Person, row: dict[str, Any], **kwargs: Any) -> None:
        if instance._state.adding:
            super().import_instance(instance, row, **kwargs)

    def skip_row(self, instance: Person, original: Person, row: Any, import_validation_errors: Any = None) -> bool:
        return instance.pk is not None

    def do_instance_save(self, instance: Person, is_create: bool = False) -> None:
        record(instance, verb="players_import", by=self.by)
