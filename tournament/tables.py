"""Lists that sort and turn pages, by django-tables2."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.templatetags.fossato_ui import fascia, state_chip


class EventTable(tables.Table):
    """The events of a season."""

    first_day = tables.DateColumn(verbose_name=_("Day"), format="SHORT_DATE_FORMAT")
    name = tables.Column(verbose_name=_("Event"), linkify=True)
    city = tables.Column(verbose_name=_("City"))
    fascia_effective = tables.Column(verbose_name=_("Fascia"))
    players = tables.Column(verbose_name=_("Players"), attrs={"th": {"class": "n"}, "td": {"class": "n"}})
    state = tables.Column(verbose_name=_("State"))

    class Meta:
        model = Event
        fields = ("first_day", "name", "city", "fascia_effective", "players", "state")
        attrs = {"class": "fo-table"}
        order_by = "-first_day"
        empty_text = _("No event matches.")

    def render_fascia_effective(self, value: str, record: Event) -> str:
        return "–" if record.is_national_final else fascia(record.fascia_effective)

    def render_state(self, record: Event) -> str:
        return format_html("{}", state_chip(record.state))
