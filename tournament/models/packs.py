"""Packs of figures made from other packs: versions are added and never changed."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PackUnchangeable(Exception):
    """Raised on changing or deleting a version, since results were checked against it."""


class CardPack(models.Model):
    """One version of a game's figures, besides those shipped with the game."""

    game = models.CharField(_("game"), max_length=40)
    #: Including the version, e.g. ``eok-lucca-2``; unique over all games.
    name = models.CharField(_("name"), max_length=60, unique=True)
    #: The version that was corrected; one shipped with the game, or another row.
    based_on = models.CharField(max_length=60)
    #: The pack in the format of the game's own file.
    text = models.TextField()
    is_printed = models.BooleanField(_("figures of the printed cards"), default=False)
    note = models.CharField(_("where the figures stand"), max_length=200)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["game", "-made_at", "-pk"]
        verbose_name, verbose_name_plural = _("card pack"), _("card packs")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the version. Errors: PackUnchangeable if it is already stored."""
        if not self._state.adding:
            raise PackUnchangeable(self.name)
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuse to delete. Errors: PackUnchangeable, always."""
        raise PackUnchangeable(self.name)
