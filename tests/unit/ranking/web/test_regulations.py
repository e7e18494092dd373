"""Test the Referent's pages of the regulation's versions, and the public page of a version (art. 1.1)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.web.referent.regulation_forms import VersionValuesForm
from tests import factories as make
from tests.unit.ranking.pages import text_of
from tournament.models import RegulationVersion
from tournament.regulation import parameters as regulation

pytestmark = pytest.mark.django_db


def _typed(draft: RegulationVersion, **changes: Any) -> dict[str, Any]:
    """Return what the form of a draft posts when these fields are typed anew."""
    form = VersionValuesForm(
        None, values=draft.values, facts={"note": draft.note, "effective_from": draft.effective_from}
    )
    return {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()} | changes


def test_version_is_copied_changed_and_published(referent: Client) -> None:
    """The shortest way through: one value, from the list to the page that everybody reads."""
    day = timezone.localdate() + timedelta(days=3)
    assert reverse("regulation_copy", args=["2.0"]) in text_of(referent.get(reverse("regulations")))
    facts = {"number": "2.1", "effective_from": day.isoformat(), "note": "Cinquanta minuti"}
    answer = referent.post(reverse("regulation_copy", args=["2.0"]), facts)
    edit = reverse("regulation_edit", args=["2.1"])
    assert answer["Location"] == edit
    draft = RegulationVersion.objects.get(number="2.1")
    assert referent.get(edit).context["changes"] == []
    typed = _typed(draft, minutes="50", place_half_points="1: 12\n4: 5,5\n20: 1.5", further_half_points="0.5")
    assert referent.post(edit, typed)["Location"] == edit
    assert [row.name for row in referent.get(edit).context["changes"]] == [
        "minutes",
        "place_half_points",
        "further_half_points",
    ]
    publish = reverse("regulation_publish", args=["2.1"])
    assert "confirmed" in text_of(referent.post(publish))
    assert "2.1" not in regulation.versions()
    assert referent.post(publish, {"confirmed": "1"})["Location"] == reverse("regulation_documents", args=["2.1"])
    published = regulation.get("2.1")
    assert (published.minutes, published.place_half_points) == (50, ((1, 24), (4, 11), (20, 3)))
    page = referent.get(reverse("regulation_version", args=["2.1"]))
    assert [row.name for row in page.context["changes"]] == ["minutes", "place_half_points", "further_half_points"]
    assert "Cinquanta minuti" in text_of(page)
    assert referent.get(edit).status_code == 404


def test_form_of_a_draft_shows_every_value(referent: Client) -> None:
    """A value that the page leaves out would be missing from what a browser sends."""
    draft = make.regulation_draft()
    form = referent.get(reverse("regulation_edit", args=[draft.number])).context["form"]
    shown = [cell.name for _title, cells in form.groups for cell in cells]
    assert sorted(shown) == sorted(form.fields)


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("minutes", "0"),
        ("minutes", "tre"),
        ("place_half_points", "prima: 10"),
        ("place_half_points", "2: 5\n1: 10"),
        ("place_half_points", ""),
        ("further_half_points", "1.3"),
        ("drop_outs", "ultimi"),
        ("note", ""),
    ],
)
def test_wrong_value_is_told_at_its_field_and_stores_nothing(referent: Client, field: str, typed: str) -> None:
    draft = make.regulation_draft()
    answer = referent.post(reverse("regulation_edit", args=["2.1"]), _typed(draft, **{field: typed}))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert RegulationVersion.objects.get().values == draft.values


def test_version_that_no_event_can_be_played_by_is_refused_in_words(referent: Client) -> None:
    draft = make.regulation_draft()
    answer = referent.post(reverse("regulation_edit", args=["2.1"]), _typed(draft, minimum_players_i="5"))
    assert answer.status_code == 422
    (error,) = answer.context["form"].non_field_errors()
    flaw = "con il minimo di giocatori non si formano tavoli"
    assert error == f"Con la versione 2.1 non si potrebbe giocare nessun torneo: {flaw} (art. 1.1)."


def test_unchanged_version_is_not_published(referent: Client) -> None:
    make.regulation_draft()
    answer = referent.post(reverse("regulation_publish", args=["2.1"]), {"confirmed": "1"}, follow=True)
    assert "2.1" not in regulation.versions()
    assert answer.redirect_chain[-1][0] == reverse("regulation_edit", args=["2.1"])


def test_draft_is_deleted_after_a_confirmation(referent: Client) -> None:
    make.regulation_draft()
    discard = reverse("regulation_discard", args=["2.1"])
    referent.post(discard)
    assert RegulationVersion.objects.exists()
    referent.post(discard, {"confirmed": "1"})
    assert not RegulationVersion.objects.exists()


def test_draft_is_not_public(client: Client) -> None:
    make.regulation_draft()
    assert client.get(reverse("regulation_version", args=["2.1"])).status_code == 404
    assert reverse("regulation_version", args=["2.1"]) not in text_of(client.get(reverse("regulation")))


def test_page_of_the_regulation_shows_the_version_in_force_and_its_readings(client: Client) -> None:
    make.regulation_published("2.1", drop_outs="last")
    page = client.get(reverse("regulation"))
    assert page.context["numbers"].version == "2.1"
    assert "finisce dietro a tutti quelli che sono rimasti" in text_of(page)
    old = client.get(reverse("regulation_version", args=["2.0"]))
    assert "finisce dietro a tutti quelli che sono rimasti" not in text_of(old)


def test_season_form_offers_published_versions(referent: Client) -> None:
    make.regulation_published("2.1", minutes=50)
    make.regulation_draft("2.2")
    form = referent.get(reverse("season_new")).context["form"]
    assert [value for value, _ in form.fields["regulation"].choices] == ["2.0", "2.1"]
    assert form.fields["regulation"].initial == "2.1"
