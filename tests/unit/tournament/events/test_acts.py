"""Test the acts of an event's history: one line for everything that was done in one go."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils.translation import override

from tests import factories as make
from tournament.events.acts import latest_acts
from tournament.models import Table
from tournament.rounds.notes import table_note

pytestmark = pytest.mark.django_db


def test_latest_acts_name_each_act_once(django_assert_num_queries: Any) -> None:
    event = make.played_event(rounds_played=1)
    names = {entry.pk: str(entry.person) for entry in event.entries.select_related("person")}
    with override("en"), django_assert_num_queries(1):
        acts = latest_acts(event, 50, names)
    words = [(act.verb, act.what) for act in acts]
    assert words.count(("round_draw", "round 1")) == words.count(("round_close", "round 1")) == 1
    assert [verb for verb, _what in words if verb.startswith("draw_")] == []
    assert [act.at for act in acts] == sorted((act.at for act in acts), reverse=True)


def test_latest_acts_count_the_players_of_one_act() -> None:
    event = make.check_in_event(players=12, present=12)
    (present,) = [act for act in latest_acts(event, 50, {}) if act.verb == "entry_check_in"]
    assert (present.what in {str(entry.person) for entry in event.entries.all()}, present.more) == (True, 11)


def test_latest_acts_of_two_users_or_two_moments_are_apart() -> None:
    event = make.drawn_event()
    first, second, third = make.tables_of(make.last_round(event))
    by_one, by_other = make.make_user("uno"), make.make_user("altra")
    for table, user in ((first, by_one), (second, by_other), (third, by_other)):
        table_note(table=table, note="Carta persa", by=user)
    row = Table.history.filter(id=third.pk).latest("history_id")
    Table.history.filter(pk=row.pk).update(history_date=row.history_date + timedelta(seconds=5))
    with override("en"):
        acts = [act.what for act in latest_acts(event, 50, {}) if act.verb == "table_note"]
    assert acts == ["table 3", "table 2", "table 1"]
