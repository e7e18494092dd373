"""Texts of the federation on the public pages: news, and a paragraph of its own on some pages."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


def _in_language(italian: str, english: str) -> str:
    """Return the text of the visitor's language; the Italian one where there is no English."""
    return english if english and not (get_language() or "it").startswith("it") else italian


class News(models.Model):
    """A piece of news of the federation, public from ``published_at`` on; a draft without it."""

    title = models.CharField(_("title"), max_length=120)
    text = models.TextField(_("text"), max_length=5000)
    title_en = models.CharField(_("title in English"), max_length=120, blank=True)
    text_en = models.TextField(_("text in English"), max_length=5000, blank=True)
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)
    history = audited_history()

    class Meta:
        ordering = [models.F("published_at").desc(nulls_first=True), "-pk"]
        verbose_name, verbose_name_plural = _("piece of news"), _("news")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return its place on the page of the news."""
        return f"{reverse('news')}#n{self.pk}"

    @property
    def shown_title(self) -> str:
        """Return the title in the visitor's language."""
        return _in_language(self.title, self.title_en)

    @property
    def shown_text(self) -> str:
        """Return the text in the visitor's language."""
        return _in_language(self.text, self.text_en)


class SiteText(models.Model):
    """A text of the federation on one page, below what the program says there."""

    class Page(models.TextChoices):
        CONTACT = "contact", _("Contact")
        PLAYERS = "players", _("Help for players")
        ORGANISERS = "organisers", _("Help for organisers")
        REFEREES = "referees", _("Help for referees")
        ORGANISE = "organise", _("Organise an event")

    page = models.CharField(_("page"), max_length=12, choices=Page, unique=True)
    text = models.TextField(_("text"), max_length=5000, blank=True)
    text_en = models.TextField(_("text in English"), max_length=5000, blank=True)
    changed_at = models.DateTimeField(auto_now=True)
    history = audited_history()

    class Meta:
        ordering = ["page"]
        verbose_name, verbose_name_plural = _("text of a page"), _("texts of pages")

    def __str__(self) -> str:
        return self.get_page_display()

    @property
    def shown_text(self) -> str:
        """Return the text in the visitor's language."""
        return _in_language(self.text, self.text_en)
