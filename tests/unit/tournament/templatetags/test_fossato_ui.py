"""Test the template tags of the interface: text, CSS classes, and what a screen reader announces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from django import forms
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation

from tournament.models import Event, Round, Table
from tournament.pages.labels import DECIDED_BY, TABLE_STATES
from tournament.templatetags import fossato_ui
from tournament.templatetags._clock import clock_time, minutes_of, water_path
from tournament.templatetags._icons import ICONS
from tournament.templatetags._words import EVENT_STATES, ROUND_STATES


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def render(source: str, **context: Any) -> str:
    return Template("{% load fossato_ui %}" + source).render(Context(context))


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("half_points", "italian", "english"),
    [(0, "0", "0"), (1, "0,5", "0.5"), (2, "1", "1"), (3, "1,5", "1.5"), (94, "47", "47"), (-3, "−1,5", "−1.5")],
)
def test_points_use_the_decimal_separator_of_the_language(half_points: int, italian: str, english: str) -> None:
    assert fossato_ui.points(half_points) == english
    with translation.override("it"):
        assert fossato_ui.points(half_points) == italian


def test_points_of_none_are_empty() -> None:
    assert fossato_ui.points(None) == ""


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (22, "22nd"), (112, "112th")],
)
def test_ordinal_in_english(number: int, words: str) -> None:
    assert fossato_ui.ordinal(number) == words


def test_ordinal_in_italian_has_a_gender() -> None:
    with translation.override("it"):
        assert (fossato_ui.ordinal(3), fossato_ui.ordinal(3, "f")) == ("3º", "3ª")


@pytest.mark.parametrize(
    ("seconds", "shown"), [(1935, "32:15"), (5, "0:05"), (0, "0:00"), (-9, "0:00"), (3600, "60:00")]
)
def test_clock_time(seconds: int, shown: str) -> None:
    assert clock_time(seconds) == shown


@pytest.mark.parametrize(("seconds", "minutes"), [(3600.0, 60), (61.0, 2), (1.0, 1), (None, 1)])
def test_minutes_of_rounds_up(seconds: float | None, minutes: int) -> None:
    assert minutes_of(seconds) == minutes


@pytest.mark.parametrize(("left", "level"), [(2700, "0.0"), (1350, "50.0"), (0, "100.0"), (9999, "0.0"), (-5, "100.0")])
def test_water_path_falls_with_the_time(left: int, level: str) -> None:
    assert water_path(left, 2700).startswith(f"M0 {level}q5")


# ---------------------------------------------------------------- marks


def test_icon_is_well_formed_and_hidden_unless_labelled() -> None:
    for name in ICONS:
        unlabelled = ElementTree.fromstring(fossato_ui.icon(name))
        labelled = ElementTree.fromstring(fossato_ui.icon(name, label="<a & b>"))
        assert (unlabelled.get("aria-hidden"), unlabelled.get("role")) == ("true", None), name
        assert (labelled.get("aria-label"), labelled.get("role")) == ("<a & b>", "img"), name


def test_state_chip_shows_every_state_of_an_event() -> None:
    """A state that the table of labels lacks is refused instead of shown without words."""
    for state in Event.State.values:
        label, modifier = EVENT_STATES[state]
        assert fossato_ui.state_chip(state).startswith(f'<span class="fo-state fo-state--{modifier}')
        assert f">{label}<" in fossato_ui.state_chip(state)
    assert "fo-state--due" in fossato_ui.state_chip(Event.State.RUNNING, due=True)


def test_round_chip_shows_every_state_of_a_round() -> None:
    for state in Round.State.values:
        assert f">{ROUND_STATES[state][0]}<" in fossato_ui.round_chip(state)


def test_state_chip_accepts_other_text_with_a_capital() -> None:
    assert ">In progress, round 3<" in fossato_ui.state_chip("running", text="in progress, round 3", capital=True)


def test_table_tag_called_referee_replaces_the_state() -> None:
    for state in Table.State.values:
        assert str(TABLE_STATES[state][0]) in fossato_ui.table_tag(state)
        assert "referee called" in fossato_ui.table_tag(state, called=True)


@pytest.mark.parametrize(("value", "bars"), [("I", 1), ("II", 2), ("III", 3)])
def test_fascia_shield_has_as_many_bars_as_the_fascia(value: str, bars: int) -> None:
    drawing = ElementTree.fromstring(f"<p>{fossato_ui.fascia(value)}</p>")
    assert drawing[0].get("aria-label") == f"Fascia {value}"
    assert drawing[0][1].get("d", "").count("M") == bars


def test_why_shows_the_reason_with_its_modifier() -> None:
    for decided_by, (label, modifier) in DECIDED_BY.items():
        chip = fossato_ui.why(decided_by)
        assert f">{label}</span>" in chip, decided_by
        assert (f"fo-why--{modifier}" in chip) is bool(modifier), decided_by


def test_why_lot_gives_the_number_of_lots() -> None:
    assert ">lot among 4<" in fossato_ui.why("lot", 4)


def test_why_unknown_reason_is_shown_escaped() -> None:
    assert ">&lt;medals&gt;<" in fossato_ui.why("<medals>")


@pytest.mark.parametrize(
    ("path", "url", "current"),
    [
        ("/events/", "/events/", "page"),
        ("/events/9/", "/events/", "true"),
        ("/ranking/", "/events/", None),
        ("/", "/", "page"),
        ("/events/", "/", None),
    ],
)
def test_nav_link_marks_the_current_page(path: str, url: str, current: str | None) -> None:
    html = render("{% nav_link url 'Events' %}", url=url, request=RequestFactory().get(path))
    assert ElementTree.fromstring(html).get("aria-current") == current


# ---------------------------------------------------------------- lists


def test_tie_brackets_join_neighbours_of_one_lot_only() -> None:
    ties = ["", "a", "a", "a", "b", None, "c", "c"]
    brackets = fossato_ui.tie_brackets([{"tie": tie} for tie in ties])
    assert [bracket["css"] for bracket in brackets] == [
        "", "fo-tie fo-tie--a", "fo-tie", "fo-tie fo-tie--z", "", "", "fo-tie fo-tie--a", "fo-tie fo-tie--z",
    ]  # fmt: skip
    assert [(bracket["nth"], bracket["size"]) for bracket in brackets[1:4]] == [(1, 3), (2, 3), (3, 3)]
    assert brackets[4]["first"] is True


def test_standings_show_reasons_and_the_cut_to_the_final() -> None:
    rows = [
        {"place": 1, "name": "Ada", "wins": 2, "seconds": 0, "thirds": 0, "decided_by": "wins"},
        {"place": 2, "name": "Bice", "wins": 1, "seconds": 1, "thirds": 0, "decided_by": "lot", "tie": 7},
        {"place": 3, "name": "Ciro", "wins": 1, "seconds": 1, "thirds": 0, "decided_by": "lot", "tie": 7},
        {"place": 4, "name": "Dino", "wins": 0, "seconds": 2, "thirds": 0, "decided_by": "seconds", "anonymous": True},
    ]
    html = render("{% standings rows cut_after=2 cut_text='To the final' %}", rows=rows)
    assert "lot among 2" in html
    assert "drawn 2nd" in html
    assert '<span class="fo-decides">2</span>' in html
    assert "Dino" not in html
    assert html.index("Bice") < html.index("To the final") < html.index("Ciro")


def test_table_tile_shows_seats_in_playing_order_with_known_places() -> None:
    seats = [{"name": "Ada", "place": 2}, {"name": "Bice", "place": 1, "me": True}]
    tile = {"number": 4, "state": "confirmed", "url": "/t/4/", "seats": seats}
    html = render("{% table_tile tile level=2 %}", tile=tile)
    assert html.index("Ada") < html.index("2nd") < html.index("Bice") < html.index("1st")
    assert '<h2 class="fo-tile__number"><a href="/t/4/">Table 4</a></h2>' in html
    assert "fo-tile--done" in html


def test_kingdom_marks_attack_before_reaction_and_victory() -> None:
    cards = [
        {"name": "Fossato", "cost": 2, "types": ["action", "reaction"], "order": 10},
        {"name": "Strega", "cost": 5, "types": ["action", "attack"], "order": None},
        {"name": "Mercato", "cost": 5, "types": ["action"]},
    ]
    html = render("{% kingdom cards %}", cards=cards)
    assert re.findall(r'<li class="fo-card(.*?)"', html) == [" fo-card--reaction", " fo-card--attack", ""]
    assert "Action, Attack" in html
    assert html.count('fo-card__order"') == 1


def test_findings_have_ids_and_fixes() -> None:
    items = [
        {"severity": "error", "sentence": "No", "fixes": [{"label": "Write 30", "name": "fix", "value": "30"}]},
        {"severity": "warning", "sentence": "Hm", "fixes": [{"label": "Look", "url": "/look/"}]},
        {"severity": "note", "sentence": "So", "article": "Art. 1.5"},
    ]
    html = render("{% findings items prefix='pt' %}", items=items)
    assert re.findall(r'id="(pt-\d)"', html) == ["pt-1", "pt-2", "pt-3"]
    assert '<button type="submit" class="btn btn-danger" name="fix" value="30">Write 30</button>' in html
    assert '<a class="btn btn-quiet" href="/look/">Look</a>' in html
    assert render("{% findings items %}", items=[]).strip() == ""


@pytest.mark.parametrize(
    ("facts", "value", "words"),
    [
        ({"state": "queued"}, "0", "waiting for its turn"),
        ({"state": "running", "done": 3, "total": 5, "unit": "pages"}, "3", "3 of 5 pages"),
        ({"state": "running"}, None, "in progress"),
        ({"state": "done", "total": 5, "url": "/p.pdf"}, "5", "done"),
        ({"state": "failed", "done": 1, "total": 5, "message": "No winner."}, "1", "did not succeed"),
    ],
)
def test_job_shows_its_progress(facts: dict[str, Any], value: str | None, words: str) -> None:
    html = render("{% job facts %}", facts={"id": 7, "label": "Sheets", **facts})
    bar = re.search(r"<progress.*?</progress>", html)
    assert bar is not None
    assert ElementTree.fromstring(bar[0]).get("value") == value
    assert words in html
    assert facts.get("message", "") in html


def test_round_clock_without_a_deadline_stands_still() -> None:
    html = render("{% round_clock left=90 total=2700 above='Round 3' %}<b>inside</b>{% endround_clock %}")
    assert "data-deadline" not in html
    assert "1:30" in html
    assert "<b>inside</b>" in html
    assert 'data-deadline="99" data-server-now="9"' in render(
        "{% round_clock left=0 total=9 deadline=99 now=9 %}{% endround_clock %}"
    )


# ---------------------------------------------------------------- forms


class Sheet(forms.Form):
    """Form with one field of each kind."""

    name = forms.CharField(help_text="As it is said.")
    notes = forms.CharField(widget=forms.Textarea, required=False)
    kind = forms.ChoiceField(choices=[("a", "A")])
    way = forms.ChoiceField(choices=[("a", "A")], widget=forms.RadioSelect)
    sure = forms.BooleanField()
    secret = forms.CharField(widget=forms.HiddenInput, required=False)


def test_field_error_is_shown_at_its_field_and_referenced() -> None:
    html = render("{% field form.name %}", form=Sheet({}))
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert 'id="id_name_helptext"' in html
    assert 'id="id_name_error"' in html
    assert '<label for="id_name">' in html


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("notes", 'class="form-control"'),
        ("kind", 'class="form-select"'),
        ("way", "<fieldset"),
        ("sure", 'class="form-check-input"'),
    ],
)
def test_field_of_each_kind_has_its_markup(name: str, mark: str) -> None:
    assert mark in render("{% field one %}", one=Sheet()[name])


def test_field_marks_optional_ones_and_hidden_ones_have_no_label() -> None:
    assert "optional" in render("{% field one %}", one=Sheet()["notes"])
    assert "optional" not in render("{% field one %}", one=Sheet()["name"])
    assert "<label" not in render("{% field one %}", one=Sheet()["secret"])


def test_form_errors_link_to_the_wrong_fields() -> None:
    html = render("{% form_errors form %}", form=Sheet({"name": "Ada", "kind": "a"}))
    assert "2 fields need correcting." in html
    assert 'href="#id_sure"' in html
    assert render("{% form_errors form %}", form=Sheet()).strip() == ""


def test_stepper_labels_its_buttons_and_its_error() -> None:
    html = render("{% stepper 'pt' 'PT' 33 least=None most=99 error='Cards make 30.' describedby='pt-1' %}")
    assert 'aria-label="PT: one less"' in html
    assert 'aria-describedby="id_pt_error pt-1"' in html
    assert "data-least" not in html
    assert 'data-most="99"' in html
    assert 'value="33"' in html


def test_confirm_attrs_escapes_the_question_and_omits_empty_parts() -> None:
    assert fossato_ui._forms.confirm_attrs('"Cancel"?') == ' data-confirm-question="&quot;Cancel&quot;?"'


class _Asked(forms.Form):
    reasons = {"card": "It tells <two> players of one name apart."}
    card, city = forms.CharField(label="Card"), forms.CharField(label="City")


def test_field_shows_why_it_is_asked_beside_its_label_only_if_a_reason_is_given() -> None:
    page = render("{% field form.card %}", form=_Asked())
    assert 'aria-label="Why this is asked: Card"' in page
    assert 'aria-describedby="id_card_why"' in page
    assert 'role="tooltip" id="id_card_why">It tells &lt;two&gt; players of one name apart.</span>' in page
    assert "tooltip" not in render("{% field form.city %}", form=_Asked())
