"""Read-only admin pages of the decisions, the ledger and the call-ups."""

from __future__ import annotations

from django.contrib import admin

from ranking.models import (
    CallUp,
    Decision,
    EventStatistics,
    FinalRanking,
    FinalRankingRow,
    LedgerEntry,
    PastPlace,
    PastSeason,
    SeasonReopening,
    SeasonStatistics,
)
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
    search_fields = ("event__name", "person__name_key")


@admin.register(CallUp)
class CallUpAdmin(ReadOnlyAdmin):
    list_display = ("season", "order", "person", "rank", "lot", "state", "answered_at")
    list_select_related = ("season", "person")
    list_filter = ("season", "state")
    search_fields = ("person__name_key",)


@admin.register(EventStatistics)
class EventStatisticsAdmin(ReadOnlyAdmin):
    list_display = ("event",)
    list_select_related = ("event",)
    search_fields = ("event__name",)


@admin.register(SeasonStatistics)
class SeasonStatisticsAdmin(ReadOnlyAdmin):
    exclude = ("sums",)
    list_display = ("season", "events")
    list_select_related = ("season",)


@admin.register(FinalRanking)
class FinalRankingAdmin(ReadOnlyAdmin):
    list_display = ("number", "season", "at", "by", "sha256")
    list_select_related = ("season", "by")
    list_filter = ("season",)
    search_fields = ("sha256",)


@admin.register(FinalRankingRow)
class FinalRankingRowAdmin(ReadOnlyAdmin):
    list_display = ("document", "position", "person")
    list_select_related = ("document", "person")
    search_fields = ("person__name_key",)


@admin.register(SeasonReopening)
class SeasonReopeningAdmin(ReadOnlyAdmin):
    list_display = ("document", "at", "by", "reason")
    list_select_related = ("document", "by")
    search_fields = ("reason",)


@admin.register(PastSeason)
class PastSeasonAdmin(ReadOnlyAdmin):
    list_display = ("name", "game", "first_day", "last_day")
    list_filter = ("game",)
    search_fields = ("name",)


@admin.register(PastPlace)
class PastPlaceAdmin(ReadOnlyAdmin):
    list_display = ("season", "list", "place", "person", "half_points")
    list_select_related = ("season", "person")
    list_filter = ("season", "list")
    search_fields = ("name", "person__name_key")
