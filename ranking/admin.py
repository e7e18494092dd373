"""Read-only admin pages of the decisions, the ledger and the call-ups."""

from __future__ import annotations

from django.contrib import admin

from ranking.models import CallUp, Decision, EventStatistics, LedgerEntry, SeasonStatistics
from tournament.admin import ReadOnlyAdmin


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    list_display = ("at", "kind", "event", "organiser", "by", "reason")
    list_select_related = ("event", "organiser", "by")
    list_filter = ("kind",)
    search_fields = ("event__name", "organiser__name", "reason")


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnlyAdmin):
    list_display = ("season", "event", "person", "place", "fascia", "half_points", "wins", "at", "reverses")
    list_select_related = ("season", "event", "person", "reverses")
    list_filter = ("season", "fascia")
    search_fields = ("event__name", "person__last_name", "person__first_name")


@admin.register(CallUp)
class CallUpAdmin(ReadOnlyAdmin):
    list_display = ("season", "order", "person", "rank", "lot", "state", "answered_at")
    list_select_related = ("season", "person")
    list_filter = ("season", "state")
    search_fields = ("person__last_name", "person__first_name")


@admin.register(EventStatistics)
class EventStatisticsAdmin(ReadOnlyAdmin):
    list_display = ("event",)
    list_select_related = ("event",)
    search_fields = ("event__name",)


@admin.register(SeasonStatistics)
class SeasonStatisticsAdmin(ReadOnlyAdmin):
    list_display = ("season", "events")
    list_select_related = ("season",)
