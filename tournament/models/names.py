"""Columns for the names of people: stored as they are seen, compared by one key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from tournament.regulation.names import KEY_LENGTH, clean_name, name_key

if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
else:
    _CharField = models.CharField


class NameField(_CharField):
    """A name, stored in NFC with single spaces and without invisible characters, however it comes in."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return clean_name(text) if isinstance(text, str) else text

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(self.to_python(value))


class NameKeyField(_CharField):
    """The key by which people are compared (AMB-25), computed from ``first_name`` and ``last_name`` at each save."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": KEY_LENGTH, "default": "", "editable": False, "db_index": True, **options})

    def pre_save(self, model_instance: Any, add: bool) -> str:
        key = name_key(model_instance.first_name, model_instance.last_name)
        setattr(model_instance, self.attname, key)
        return key
