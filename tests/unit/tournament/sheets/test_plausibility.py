"""Test the comparison of reported numbers with simulated games: computed once by a job, shown, never blocking."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from games import registry
from games.dominion.cards import SUGGESTED_KINGDOMS
from games.dominion.check.plausibility import place_of
from tests.factories import drawn_event, last_round, real_sheet, tables_of
from tournament import tasks
from tournament.models import Job, Plausibility
from tournament.pages.sheet import sheet_page
from tournament.sheets.plausibility import plausibility_of, setup_line
from tournament.sheets.table_sheet import read_table_sheet
from tournament.templatetags import _plausibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return tables_of(last_round(drawn_event(players=12)))[0]


def test_plausibility_without_simulated_games_enqueues_no_job(table):
    assert plausibility_of(table, 4) is None
    assert not Job.objects.filter(kind="plausibility").exists()


def test_plausibility_job_simulates_a_set_up_once(table, settings, django_capture_on_commit_callbacks):
    settings.FOSSATO_PLAUSIBILITY_GAMES = 12
    with django_capture_on_commit_callbacks(execute=True):
        assert plausibility_of(table, 4) is None
        assert plausibility_of(table, 4) is None
    job = Job.objects.get(kind="plausibility")
    assert (job.state, job.done, job.total) == (Job.State.DONE, 12, 12)
    stored = Plausibility.objects.get()
    assert (stored.game, stored.players, stored.games) == ("dominion", 4, 12)
    assert stored.setup == setup_line(table) == ",".join(sorted(table.round.setup["drawn"]))
    plausibility = plausibility_of(table, 4)
    assert sum(plausibility.fields["points"].values()) == 12 * 4
    assert Job.objects.filter(kind="plausibility").count() == 1


def test_plausibility_jobs_of_parts_add_up_to_the_whole(table, settings, django_capture_on_commit_callbacks):
    settings.FOSSATO_PLAUSIBILITY_GAMES, settings.FOSSATO_PLAUSIBILITY_PART = 12, 5
    with django_capture_on_commit_callbacks():
        plausibility_of(table, 4)
        tasks.run(Job.objects.get(kind="plausibility").pk)
    parts = list(Job.objects.filter(kind="plausibility_part").order_by("-pk"))
    assert [(job.args["first"], job.total) for job in parts] == [(10, 2), (5, 5), (0, 5)]
    for job in parts:
        assert plausibility_of(table, 4) is None, "not before the last part is counted"
        tasks.run(job.pk)
    line = setup_line(table)
    whole = registry.get("dominion").plausibility.simulate(line.split(","), 4, 12, line)
    assert plausibility_of(table, 4) == whole
    assert Plausibility.objects.get().games == 12


def test_plausibility_part_of_a_killed_worker_is_counted_once(table, settings, django_capture_on_commit_callbacks):
    settings.FOSSATO_PLAUSIBILITY_GAMES, settings.FOSSATO_PLAUSIBILITY_PART = 9, 3
    with django_capture_on_commit_callbacks():
        plausibility_of(table, 4)
        tasks.run(Job.objects.get(kind="plausibility").pk)
    parts = Job.objects.filter(kind="plausibility_part")
    for job in parts:
        tasks.run(job.pk)
        # As after a worker that died when it had counted its part, and before it said that it was done.
        parts.filter(pk=job.pk).update(state=Job.State.WAITING)
        tasks.run(job.pk)
    assert sum(plausibility_of(table, 4).fields["points"].values()) == 9 * 4
    assert plausibility_of(table, 4).games == 9


def test_plausibility_job_run_again_is_idempotent(table, settings, django_capture_on_commit_callbacks):
    settings.FOSSATO_PLAUSIBILITY_GAMES = 5
    with django_capture_on_commit_callbacks(execute=True):
        plausibility_of(table, 4)
    before = Plausibility.objects.get().data
    tasks.run(Job.objects.get(kind="plausibility").pk)
    assert Plausibility.objects.get().data == before


def test_plausibility_sheet_shows_unseen_numbers_without_blocking(table, settings, django_capture_on_commit_callbacks):
    settings.FOSSATO_PLAUSIBILITY_GAMES = 8
    with django_capture_on_commit_callbacks(execute=True):
        plausibility_of(table, 4)
    form = registry.get("dominion").form
    values = form.to_values(real_sheet(table))
    page = sheet_page(read_table_sheet(table), values)
    numbers = {name: page.seats[0].row[name] for name in ("points", "turns", "gold", "coins", "actions")}
    assert [item["place"].value for item in page.seats[0].usual] == list(numbers.values())
    outlier_page = sheet_page(read_table_sheet(table), {"mode": "numbers", "s0_points": "95"})
    assert outlier_page.seats[0].usual[0]["place"].unseen
    assert not outlier_page.seats[0].usual[0]["place"].outside, "a table of four: nobody has measured what is usual"
    html = render_to_string("web/referee/sheets/seat_findings.html", {"form": outlier_page.seats[0]})
    assert f"<summary>{gettext('Compare with simulated games')}</summary>" in html
    assert not re.search(r"<details[^>]* open", html), "it never opens by itself"
    assert not any(item["code"] == "W2" for item in outlier_page.seats[0].findings), "it is shown, it never blocks"


@pytest.mark.parametrize(("language", "words"), [("it", "35 a due giocatori"), ("en", "35 with two players")])
def test_plausibility_panel_states_real_games_per_table_size(
    table, settings, django_capture_on_commit_callbacks, language, words
):
    settings.FOSSATO_PLAUSIBILITY_GAMES = 8
    with django_capture_on_commit_callbacks(execute=True):
        plausibility_of(table, 4)
    page = sheet_page(read_table_sheet(table), {"mode": "numbers", "s0_points": "20"})
    by_size = {"two": 35, "three": 1, "four": 1}
    assert page.seats[0].rests_on == {"simulated": 8, "real": 37, **by_size}
    with translation.override(language):
        html = render_to_string("web/referee/sheets/seat_findings.html", {"form": page.seats[0]})
    assert words in html


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (2, ["higher than", "not in the simulated games, but within what real games reach", "unusual"]),
        (4, ["higher than", "not in the simulated games", "not in the simulated games"]),
    ],
)
def test_plausibility_words_say_unusual_only_where_it_was_measured(players, words):
    distributions = registry.get("dominion").plausibility.simulate(SUGGESTED_KINGDOMS["first_game"], players, 8, "w")
    most = max(distributions.fields["actions"])
    with translation.override("en"):
        sentences = [_plausibility.usual(place_of(distributions, "actions", most + more)) for more in (0, 1, 40)]
    assert sentences[0].startswith(words[0])
    assert [sentence.split(":")[0] for sentence in sentences[1:]] == words[1:]
