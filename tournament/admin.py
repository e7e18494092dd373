"""Django admin: shows all rows; rows that serve as evidence are read-only.

Results, sheets, draws and reports are written only by the services, which check, lock and record history. Editable
here are only the data of a person and of an organiser, including the account joined to each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from tournament import models
from tournament.core.audit import record
from tournament.core.collation import SortedRows
from tournament.records.consents import minor_hide
from tournament.regulation.names import name_words

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
    _ModelForm = ModelForm[Any]
else:
    _ModelAdmin, _ModelForm = admin.ModelAdmin, ModelForm


class SearchedAdmin(_ModelAdmin):
    """Admin whose search finds a name in whatever spelling: ``name_key`` among its ``search_fields``."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        plain = " ".join(name_words(search_term))
        if plain and plain != search_term:
            found = found | super().get_search_results(request, queryset, plain)[0]
        return found, may_repeat


class ReadOnlyAdmin(SearchedAdmin):
    """Read-only admin: no row can be added, changed or deleted. ``hidden``: fields that are not shown."""

    hidden: tuple[str, ...] = ()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return [field.name for field in self.opts.fields if not field.primary_key and field.name not in self.hidden]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class RecordAdmin(SearchedAdmin):
    """Admin for data that may be corrected manually, with a history row; rows cannot be added or deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: _ModelForm, change: bool) -> None:
        if form.has_changed():
            by = request.user if isinstance(request.user, User) else None
            changed = ", ".join(form.changed_data)
            record(obj, verb=f"{obj._meta.model_name}_update", by=by, reason=changed)


class ChangeListByName(ChangeList):
    """Rows in the order of the site's name lists, unless a column was chosen to sort by."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        if ORDER_VAR in self.params:
            return
        fields = cast("NamedRecordAdmin", self.model_admin).sorted_by_name
        rows = SortedRows(self.queryset, *fields)
        first = (self.page_num - 1) * self.list_per_page
        is_paged = self.multi_page and not (self.show_all and self.can_show_all)
        self.result_list = rows[first : first + self.list_per_page] if is_paged else rows[:]


class NamedRecordAdmin(RecordAdmin):
    """Records that are listed by name. ``sorted_by_name``: the fields of the name, in order."""

    sorted_by_name: tuple[str, ...] = ("name",)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ChangeListByName


@admin.register(models.Person)
class PersonAdmin(NamedRecordAdmin):
    """Art. 1.6: consent is given and withdrawn by the person, on their own page, never here."""

    sorted_by_name = ("last_name", "first_name")
    list_display = ("last_name", "first_name", "city", "card_number", "consent", "user")
    list_select_related = ("user",)
    list_filter = ("consent",)
    search_fields = ("name_key", "city", "card_number")
    fields = (
        "first_name",
        "last_name",
        "city",
        "email",
        "birth_date",
        "guardian_name",
        "card_number",
        "user",
        "consent",
        "consent_changed_at",
        "merged_into",
    )
    readonly_fields = ("consent", "consent_changed_at", "merged_into")
    raw_id_fields = ("user",)

    def save_model(self, request: HttpRequest, obj: Any, form: _ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        minor_hide(person=obj, by=request.user if isinstance(request.user, User) else None)


@admin.register(models.Organiser)
class OrganiserAdmin(NamedRecordAdmin):
    """Art. 1.4: a disqualification is decided with a reason on the Referent's page, never here."""

    list_display = ("name", "city", "user", "disqualified_at")
    list_select_related = ("user",)
    search_fields = ("name", "city")
    fields = ("name", "city", "user", "disqualified_at", "disqualified_reason")
    readonly_fields = ("disqualified_at", "disqualified_reason")
    raw_id_fields = ("user",)


@admin.register(models.Season)
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ("name", "first_day", "last_day", "regulation", "finalists")


@admin.register(models.Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("name", "city", "first_day", "fascia_effective", "state", "organiser", "season")
    list_select_related = ("organiser", "season")
    list_filter = ("state", "season", "fascia_effective", "is_national_final", "is_official")
    search_fields = ("name", "slug", "city")


@admin.register(models.EventRole)
class EventRoleAdmin(ReadOnlyAdmin):
    list_display = ("event", "user", "role")
    list_select_related = ("event", "user")
    list_filter = ("role",)
    search_fields = ("event__name", "user__username")


@admin.register(models.Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("event", "number", "person", "state", "left_after")
    list_select_related = ("event", "person")
    list_filter = ("state",)
    search_fields = ("event__name", "person__name_key")


@admin.register(models.Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("event", "number", "is_final", "state", "drawn_at", "closed_at")
    list_select_related = ("event",)
    list_filter = ("state", "is_final")
    search_fields = ("event__name",)


@admin.register(models.Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("round", "number", "state", "is_abandoned")
    list_select_related = ("round__event",)
    list_filter = ("state", "is_abandoned")
    search_fields = ("round__event__name",)


@admin.register(models.Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("table", "position", "entry", "place", "decided_by")
    list_select_related = ("table__round__event", "entry__person", "entry__event")
    search_fields = ("entry__person__name_key", "table__round__event__name")


@admin.register(models.StandingRow)
class StandingRowAdmin(ReadOnlyAdmin):
    list_display = ("round", "position", "entry", "wins", "seconds", "thirds", "lot", "decided_by")
    list_select_related = ("round__event", "entry__person", "entry__event")
    search_fields = ("round__event__name", "entry__person__name_key")


@admin.register(models.FinalPlace)
class FinalPlaceAdmin(ReadOnlyAdmin):
    list_display = ("event", "place", "entry", "wins", "seconds", "thirds", "decided_by")
    list_select_related = ("event", "entry__person", "entry__event")
    search_fields = ("event__name", "entry__person__name_key")


@admin.register(models.Sheet)
class SheetAdmin(ReadOnlyAdmin):
    list_display = ("table", "version", "state", "entered_by", "entered_at", "confirmed_by", "forced_reason")
    list_select_related = ("table__round__event", "entered_by", "confirmed_by")
    list_filter = ("state",)
    search_fields = ("table__round__event__name",)


@admin.register(models.Draw)
class DrawAdmin(ReadOnlyAdmin):
    """Read-only admin that hides the seed until the draw is revealed, also from administrators."""

    list_display = ("purpose", "scope", "event", "season", "committed_at", "drawn_at", "by_hand", "annulled_at")
    list_select_related = ("event", "season")
    list_filter = ("purpose", "by_hand")
    search_fields = ("event__name", "scope", "commitment")

    def get_fields(self, request: HttpRequest, obj: models.Draw | None = None) -> list[Any]:
        revealed = obj is not None and obj.drawn_at is not None
        return [name for name in super().get_fields(request, obj) if revealed or name != "seed"]


@admin.register(models.Report)
class ReportAdmin(ReadOnlyAdmin):
    list_display = ("event", "version", "submitted_at", "submitted_by")
    list_select_related = ("event", "submitted_by")
    search_fields = ("event__name",)


@admin.register(models.Photo)
class PhotoAdmin(ReadOnlyAdmin):
    list_display = ("event", "caption", "added_at", "added_by")
    list_select_related = ("event", "added_by")
    search_fields = ("event__name", "caption")


@admin.register(models.Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("kind", "key", "state", "done", "total", "attempts", "created_at", "finished_at")
    list_filter = ("state", "kind")
    search_fields = ("key",)
