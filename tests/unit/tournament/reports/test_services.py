"""Test reports: completeness, deadline, photos, recomputation (articles 1.2 and 1.4)."""

from __future__ import annotations

import copy
from datetime import date, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core import mail
from PIL import Image

from tests import factories, reporting
from tests.refusals import refuses
from tests.reporting import recomputed
from tournament.core.formatting import points
from tournament.core.messages import sentence
from tournament.exchange.export import event_to_file, points_of
from tournament.federation import services as organisers
from tournament.models import Event, Job, Photo, Sheet
from tournament.people.selectors import player_id
from tournament.records.photo_decoding import LONGEST_SIDE, photo_clean
from tournament.records.refusals import PhotoTwice
from tournament.reports import services as reports
from tournament.reports.recompute import find_differences_from_current_event
from tournament.results import conclusion
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db

ROME = reporting.ROME


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def _missing(event: Event) -> list[str]:
    return [finding.path for finding in reports.report_missing(event)]


def _codes(event: Event, by: Any = None) -> list[tuple[str, str]]:
    return [(finding.code, finding.path) for finding in recomputed(event.reports.first(), by=by)]


@pytest.mark.rule("REQ-602")
def test_ex_42_report_without_photo_or_forum_address_is_incomplete() -> None:
    event = factories.concluded_event()
    assert _missing(event) == ["photos", "forum_report"]
    with refuses("REPORT_INCOMPLETE") as refused:
        reports.report_submit(event=event, by=None, at=reporting.NEXT_DAY)
    assert refused.value.missing == ("photos", "forum_report")
    reports.photo_add(event=event, file=reporting.picture(), by=None)
    assert _missing(event) == ["forum_report"]
    with refuses("REPORT_INCOMPLETE"):
        reports.report_submit(event=event, by=None, at=reporting.NEXT_DAY)
    event.refresh_from_db()
    assert event.state == Event.State.CONCLUDED
    assert not event.reports.exists()


@pytest.mark.rule("REQ-604")
def test_ex_42_incomplete_report_at_the_deadline_invalidates_the_event() -> None:
    event = factories.concluded_event()
    reports.photo_add(event=event, file=reporting.picture(), by=None)
    deadline = datetime(2009, 7, 12, tzinfo=ROME)
    assert reports.report_deadline(event) == deadline
    assert reports.reports_sweep(now=deadline - timedelta(seconds=1)) == []
    assert [event_swept.pk for event_swept in reports.reports_sweep(now=deadline)] == [event.pk]
    event.refresh_from_db()
    assert event.state == Event.State.INVALIDATED
    assert event.state_reason
    assert reports.reports_sweep(now=deadline) == []


@pytest.mark.rule("REQ-604")
@pytest.mark.parametrize(
    ("moment", "late"),
    [(datetime(2009, 9, 27, 23, 59, tzinfo=ROME), False), (datetime(2009, 9, 28, tzinfo=ROME), True)],
    ids=["EX-41 in time", "EX-41 late"],
)
def test_ex_41_report_week_ends_at_midnight_in_rome(moment: datetime, late: bool) -> None:
    event = factories.concluded_event(first_day=date(2009, 9, 20), last_day=date(2009, 9, 20))
    reporting.complete(event, at=moment - timedelta(days=3))
    if late:
        with refuses("REPORT_LATE") as refused:
            reports.report_submit(event=event, by=None, at=moment)
        assert "28/09/2009" in sentence(refused.value, "it")
        assert [event_swept.pk for event_swept in reports.reports_sweep(now=moment)] == [event.pk]
    else:
        assert reports.report_submit(event=event, by=None, at=moment).version == 1
        assert reports.reports_sweep(now=moment + timedelta(days=5)) == []


@pytest.mark.rule("AMB-16")
def test_amb_16_late_forum_report_is_refused() -> None:
    event = factories.concluded_event()
    reporting.complete(event, at=datetime(2009, 7, 12, 9, tzinfo=ROME))
    with refuses("REPORT_LATE"):
        reports.report_submit(event=event, by=None, at=datetime(2009, 7, 10, tzinfo=ROME))


@pytest.mark.rule("AMB-17")
def test_amb_17_report_is_replaced_within_the_week_and_never_duplicated() -> None:
    event = factories.concluded_event()
    first = reporting.submit(event)
    again = reports.report_submit(event=event, by=None, at=reporting.NEXT_DAY + timedelta(hours=2))
    assert again.pk == first.pk
    reports.photo_add(event=event, file=reporting.picture(10), by=None)
    second = reports.report_submit(event=event, by=None, note="Una foto in più", at=reporting.NEXT_DAY)
    assert (second.version, event.reports.count()) == (2, 2)
    with refuses("REPORT_LATE"):
        reports.report_submit(event=event, by=None, note="Tardi", at=datetime(2009, 7, 12, tzinfo=ROME))


@pytest.mark.rule("REQ-601")
def test_req_601_report_holds_the_event_file_and_both_results() -> None:
    event = reporting.reported_event(players=13)
    content = event.reports.get().content
    assert content["format"] == "tournament-event/2"
    assert len(content["players"]) == 13
    assert content["event"]["forum_report"] == reporting.FORUM
    points = [content["points"][player] for player in content["final_places"]]
    assert [row["ordinary"] for row in points] == [20, 14, 10, 6, 4, 4, 4, 4, 4, 4, 3, 3, 3]
    assert all(row["multiplied"] == row["ordinary"] for row in points)
    assert recomputed(event.reports.get()) == []


def test_report_of_an_unofficial_event_is_refused() -> None:
    event = factories.concluded_event()
    Event.objects.filter(pk=event.pk).update(is_official=False)
    reporting.complete(event)
    with refuses("NOT_OFFICIAL"):
        reports.report_submit(event=event, by=None, at=reporting.NEXT_DAY)
    assert reports.reports_sweep(now=datetime(2009, 8, 1, tzinfo=ROME)) == []


@pytest.mark.rule("AMB-18")
def test_amb_18_report_of_a_disqualified_organiser_is_refused() -> None:
    event = reporting.complete(factories.concluded_event())
    organisers.organiser_disqualify(organiser=event.organiser, reason="Foto false", by=None)
    with refuses("ORGANISER_DISQUALIFIED"):
        reports.report_submit(event=event, by=None, at=reporting.NEXT_DAY)


def test_report_of_a_running_event_is_refused() -> None:
    event = factories.drawn_event()
    with refuses("EVENT_STATE_WRONG"):
        reports.report_submit(event=event, by=None)


@pytest.mark.parametrize("address", ["", "forum", "ftp://forum.example/1", "javascript:alert(1)", "https://", "//["])
def test_forum_report_set_invalid_address_is_refused(address: str) -> None:
    event = factories.concluded_event()
    with refuses("FORUM_ADDRESS_WRONG") as refused:
        reports.forum_report_set(event=event, url=address, by=None)
    assert "http" in sentence(refused.value, "it")
    event.refresh_from_db()
    assert event.forum_report_url == ""


def _with_place() -> BytesIO:
    exif = Image.Exif()
    exif[0x010F] = "Fotocamera"
    exif.get_ifd(0x8825)[1] = "N"
    exif[0x0112] = 6  # turned by 90 degrees
    return reporting.picture(kind="JPEG", exif=exif, comment=b"segreto")


@pytest.mark.rule("REQ-602")
def test_photo_clean_strips_metadata() -> None:
    clean = photo_clean(_with_place())
    assert b"Exif" not in clean
    assert b"segreto" not in clean
    with Image.open(BytesIO(clean)) as image:
        assert image.format == "JPEG"
        assert image.size == (48, 64)
        assert not image.getexif()


def test_photo_clean_scales_large_photos_down() -> None:
    out = BytesIO()
    Image.new("RGB", (4000, 1000)).save(out, "JPEG")
    with Image.open(BytesIO(photo_clean(BytesIO(out.getvalue())))) as image:
        assert image.size == (LONGEST_SIDE, 500)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<html>",
        b"%PDF-1.7",
        b"\xff\xd8\xff\xe0 not a jpeg",
        b"GIF89a",
    ],
    ids=["empty", "svg", "html", "pdf", "half a jpeg", "gif"],
)
def test_photo_add_other_file_types_are_refused(content: bytes) -> None:
    event = factories.concluded_event()
    with refuses("PHOTO_NOT_IMAGE"):
        reports.photo_add(event=event, file=BytesIO(content), by=None)
    assert not Photo.objects.exists()


def test_photo_clean_too_large_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.records.photo_decoding.MOST_BYTES", 1024)
    with refuses("PHOTO_TOO_BIG"):
        photo_clean(BytesIO(b"x" * 2000))


def test_photo_clean_too_many_pixels_are_refused() -> None:
    out = BytesIO()
    Image.new("1", (12_000, 12_000)).save(out, "PNG")
    with refuses("PHOTO_TOO_LARGE"):
        photo_clean(BytesIO(out.getvalue()))


def test_photo_add_duplicate_is_refused_until_removed() -> None:
    event = factories.concluded_event()
    photo = reports.photo_add(event=event, file=reporting.picture(), by=None)
    with pytest.raises(PhotoTwice):
        reports.photo_add(event=event, file=reporting.picture(), by=None)
    reports.photo_remove(photo=photo, by=None)
    assert reports.photo_add(event=event, file=reporting.picture(), by=None).file.name.startswith("photos/")


def test_photo_remove_after_the_decision_is_refused() -> None:
    event = reporting.homologated_event()
    with refuses("EVENT_FROZEN"):
        reports.photo_remove(photo=event.photos.get(), by=None)
    assert event.photos.count() == 1


@pytest.mark.rule("REQ-605")
def test_ex_43_recompute_reports_wrong_multiplied_points() -> None:
    event = reporting.reported_event(players=16, fascia_declared="III")
    report = event.reports.get()
    second = report.content["final_places"][1]
    report.content["points"][second]["multiplied"] = 54
    report.save()
    findings = recomputed(report)
    assert [(finding.code, finding.path, finding.value, finding.bound) for finding in findings] == [
        ("REPORT_POINTS", "points[1]", 54, 56)
    ]
    assert findings[0].is_error


@pytest.mark.rule("REQ-605")
def test_recompute_reports_missing_ordinary_points() -> None:
    event = reporting.reported_event()
    report = event.reports.get()
    del report.content["points"][report.content["final_places"][11]]
    report.save()
    assert [finding.code for finding in recomputed(report)] == ["REPORT_POINTS", "REPORT_ORDINARY_POINTS"]


def test_recompute_reports_a_changed_number_with_its_path() -> None:
    event = reporting.reported_event()
    report = event.reports.get()
    report.content["rounds"][0]["standings"][0]["wins"] = 3
    report.save()
    paths = {(finding.code, finding.path) for finding in recomputed(report)}
    assert ("EVENT_STANDING_COUNT", "rounds[0].standings[0].wins") in paths
    assert ("REPORT_OUTDATED", "rounds[0].standings[0].wins") in paths


def test_recompute_reports_a_forced_sheet_as_a_warning() -> None:
    event = factories.drawn_event()
    table = factories.tables_of(factories.last_round(event))[0]
    data = factories.simple_sheet(table)
    data["seats"][0]["turns"] = 12
    sheet = sheets.sheet_submit(table=table, data=data, by=None)
    sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Visto dall’arbitro", accept_warnings=True)
    factories.play_round(event)
    factories.next_round(event)
    factories.play_round(event)
    factories.next_round(event)
    factories.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    reporting.submit(event)
    findings = recomputed(event.reports.get())
    forced = [finding for finding in findings if finding.code == "SHEET_FORCED"]
    assert [finding.path for finding in forced] == ["rounds[0].tables[0]"]
    assert "Visto dall’arbitro" in sentence(forced[0], "it")
    assert Sheet.objects.filter(forced_reason="").exists()
    assert not any(finding.is_error for finding in findings)


@pytest.mark.rule("AMB-17")
def test_recompute_ignores_optional_fields_newer_than_the_report() -> None:
    """An optional field introduced after the report is no difference; another value of it is one."""
    event = reporting.reported_event()
    report = event.reports.get()
    report.content["format"] = "tournament-event/1"
    for round_ in report.content["rounds"]:
        round_["kingdom"].pop("draw", None)
        for table in round_["tables"]:
            assert table.pop("draw")
    report.save()
    assert recomputed(report) == []
    now = event_to_file(event)
    sent = copy.deepcopy(now)
    # An empty list and no list are the same: a version of the program may write either.
    first_draw = now["rounds"][0]["tables"][0]["draw"]
    sent["rounds"][0]["tables"][0]["draw"] = first_draw | {"word": "altra", "rejected": None}
    assert [difference.path for difference in find_differences_from_current_event(sent, now)] == [
        "rounds[0].tables[0].draw.word"
    ]


@pytest.mark.rule("AMB-26")
def test_amb_26_players_in_two_events_on_one_day_are_a_warning() -> None:
    season = factories.make_season()
    first = factories.concluded_event(season=season)
    second = factories.concluded_event(season=season)
    person = first.entries.order_by("number").first().person
    other = second.entries.order_by("number").first()
    other.person = person
    other.save()
    reporting.submit(second)
    findings = recomputed(second.reports.get())
    assert [finding.code for finding in findings] == ["EVENTS_OVERLAP"]
    assert not findings[0].is_error
    assert first.name in sentence(findings[0], "it")


@pytest.mark.rule("AMB-27")
def test_amb_27_recompute_reports_conflicts_of_interest() -> None:
    referent = factories.make_user(referent=True, first_name="Olga", last_name="Riva")
    event = factories.concluded_event(by=referent)
    winner = event.final_places.get(place=1).entry.person
    winner.user = referent
    winner.save()
    reporting.submit(event)
    assert [code for code, _ in _codes(event)] == ["ORGANISER_PLAYS"]
    assert [code for code, _ in _codes(event, by=referent)] == [
        "ORGANISER_PLAYS",
        "REFERENT_WON",
        "REFERENT_HOMOLOGATES_OWN",
    ]


def test_reports_remind_once_within_the_last_two_days(settings: Any) -> None:
    user = factories.make_user("organizza")
    event = factories.concluded_event(by=user)
    soon = reports.report_deadline(event) - timedelta(hours=40)
    assert reports.reports_remind(now=soon - timedelta(days=2)) == 0
    assert reports.reports_remind(now=soon) == 1
    assert event.jobs.filter(kind="mail").count() == 1
    assert reports.reports_remind(now=soon) == 1
    assert event.jobs.filter(kind="mail").count() == 1


@pytest.mark.rule("1.4")
def test_mail_of_a_report_has_both_results_as_a_table_and_the_pdf(django_capture_on_commit_callbacks: Any) -> None:
    factories.make_user("capo", email="capo@example.org", referent=True)
    event = factories.concluded_event(players=16, fascia_declared="III")
    with django_capture_on_commit_callbacks(execute=True):
        reporting.submit(event)
    (message,) = [sent for sent in mail.outbox if sent.to == ["capo@example.org"]]
    places = event.final_places.select_related("entry__person").order_by("place")
    rows = [line.split("\t") for line in message.body.splitlines() if "\t" in line]
    assert [row[:2] for row in rows[1:]] == [[str(row.place), str(row.entry)] for row in places]
    first = Event.objects.get(pk=event.pk)
    both = points_of(first)[player_id(places[0].entry)]
    assert rows[1][2:] == [points(both["ordinary"]), points(both["multiplied"])]
    assert both["multiplied"] > both["ordinary"]
    assert message.alternatives[0][0].count("<tr>") == len(rows) == 17
    pdf = next(part for part in message.attachments if part.get_content_type() == "application/pdf")
    assert pdf.get_payload(decode=True).startswith(b"%PDF")
    assert not any(str(row.entry) in str(job.args) for row in places for job in Job.objects.filter(kind="mail"))
