"""Labels of model fields, for messages."""

from __future__ import annotations

from django.db import models


def field_label(model: type[models.Model], name: str) -> str:
    """Return the label of a model's field in the visitor's language; the name itself where a relation has no label."""
    field = model._meta.get_field(name)
    return str(field.verbose_name) if isinstance(field, models.Field) else name
