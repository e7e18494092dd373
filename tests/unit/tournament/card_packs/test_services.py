"""Test card packs: corrections as new immutable versions, and the versions that rounds and sheets store."""

from __future__ import annotations

import json
import tomllib
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError

from games import packs as game_packs
from games import registry
from games.era_of_kingdoms.pack.loading import pack
from games.packs import ASSUMED, OUTSIDE
from tests import factories as make
from tests.card_packs import edited
from tests.refusals import refuses
from tournament.card_packs.refusals import PackHasErrors
from tournament.card_packs.selectors import (
    DATABASE_PACK_SOURCE,
    chosen_pack,
    game_for_pack,
    pack_choices,
    pack_details,
    pack_of_event,
    pack_of_round,
    pack_of_table,
    pack_summaries,
)
from tournament.card_packs.services import pack_add, pack_preview
from tournament.core.messages import sentence
from tournament.events import lifecycle
from tournament.models import CardPack, Event, Round, Sheet, Table
from tournament.models.packs import PackUnchangeable
from tournament.regulation.refusal_codes import Code

pytestmark = pytest.mark.django_db

ERA, MEGA = "eok-assumed-1", "mega-assumed-1"


def corrected(based_on: str = ERA, values: dict[str, Any] | None = None, **facts: Any) -> CardPack:
    """Create a new version with some figures corrected."""
    if values is None:
        values = {"walls.cost_wood": 3} if based_on.startswith("eok") else {"values.dwarf": 8}
    facts = {"edited": edited(based_on, values), "label": "lucca", "note": "printed cards", "by": None} | facts
    return pack_add(based_on=based_on, **facts)


@pytest.mark.parametrize("based_on", [ERA, MEGA])
def test_pack_add_creates_a_version_known_to_the_game(based_on: str) -> None:
    user = make.make_user()
    version = corrected(based_on, by=user)
    prefix = based_on.split("-")[0]
    assert (version.name, version.based_on, version.made_by) == (f"{prefix}-lucca-1", based_on, user)
    source = registry.packs(version.game)
    assert source is not None
    assert version.name in source.names()
    pack_data = pack_details(version.name)
    assert pack_data is not None
    changed = [figure for figure in pack_data.figures if figure.source == "printed cards"]
    assert [figure.provenance for figure in changed] == [OUTSIDE]
    assert pack_data.format.text(version.name) == version.text


def test_pack_add_numbers_versions_that_build_on_each_other() -> None:
    first = corrected()
    second = corrected(first.name, values={"walls.cost_metal": 2})
    assert (first.name, second.name) == ("eok-lucca-1", "eok-lucca-2")
    by_name = {card.id: card for card in pack(second.name).cards}
    assert by_name["walls"].cost == (0, 3, 2, 0)
    assert pack(first.name).cards[pack().codes["walls"]].cost == (0, 3, 1, 0)
    assert pack().cards[pack().codes["walls"]].cost == (0, 0, 1, 0)
    assert corrected(label="rimini").name == "eok-rimini-1"


def test_pack_version_is_immutable() -> None:
    version = corrected()
    version.note = "another"
    with pytest.raises(PackUnchangeable):
        version.save()
    with pytest.raises(PackUnchangeable):
        version.delete()
    assert CardPack.objects.get().note == "printed cards"
    with pytest.raises(IntegrityError):
        CardPack.objects.bulk_create([CardPack(game=version.game, name=version.name, based_on=ERA, text="", note="x")])


def test_pack_add_reports_every_wrong_total() -> None:
    """S61-S73: 142 base, 51 medium, 22 advanced; S771-S828: what leaves the base deck; S63-S64: six trade cards."""
    values = {
        "walls.count": 5,
        "general.count": 3,
        "steal.count": 1,
        "trading_post.count": 4,
        "farm.attack": 1000,
    }
    with pytest.raises(PackHasErrors) as refused:
        corrected(values=values)
    findings = {(finding.path, finding.code) for finding in refused.value.findings}
    assert findings == {
        ("farm.attack", "PACK_NUMBER"),
        ("totals.base", "PACK_TOTAL"),
        ("totals.advanced", "PACK_TOTAL"),
        ("totals.trade", "PACK_TOTAL"),
        ("steal.count", "PACK_REMOVAL_MORE"),
    }
    assert not CardPack.objects.exists()
    moved = corrected(values={"walls.count": 5, "storehouse.count": 3})
    assert moved.name == "eok-lucca-1"


@pytest.mark.parametrize(
    ("facts", "error"),
    [
        ({"label": ""}, "PACK_LABEL"),
        ({"label": "assumed"}, "PACK_LABEL"),
        ({"label": "di Lucca"}, "PACK_LABEL"),
        ({"note": "  "}, "PACK_NOTE_MISSING"),
        ({"values": {}}, "PACK_UNCHANGED"),
        ({"values": {"farm.level": 3}}, "PACK_HAS_ERRORS"),
        ({"edited": "{"}, "PACK_HAS_ERRORS"),
    ],
)
def test_pack_add_wrong_input_is_refused(facts: dict[str, Any], error: Code) -> None:
    with refuses(error) as refused:
        corrected(**{"based_on": ERA, **facts})
    for language in ("it", "en"):
        assert sentence(refused.value, language).strip()
    assert not CardPack.objects.exists()


@pytest.mark.parametrize("based_on", [ERA, MEGA])
def test_pack_printed_has_no_assumed_figure(based_on: str) -> None:
    version = corrected(based_on, all_compared=True)
    assert version.is_printed
    pack_data = pack_details(version.name)
    assert pack_data is not None
    assert pack_data.line.counts[ASSUMED] == 0
    with refuses("PACK_UNCHANGED"):
        corrected(version.name, values={}, all_compared=True)


@pytest.mark.parametrize("name", ["eok-nowhere-1", "dominion"])
def test_pack_add_to_no_pack_is_refused(name: str) -> None:
    with refuses("PACK_MISSING"):
        pack_add(based_on=name, edited=edited(ERA), label="lucca", note="cards", by=None)


def test_pack_whose_figures_are_all_confirmed_in_its_file_is_the_printed_one() -> None:
    pack_data = pack_details(MEGA)
    assert pack_data is not None
    assumed = [figure.path for figure in pack_data.figures if figure.provenance == ASSUMED]
    for confirmed, is_printed in ((assumed[1:], False), (assumed, True)):
        version = corrected(MEGA, edited=edited(MEGA, confirmed=confirmed))
        assert version.is_printed is is_printed


def test_card_packs_stored_as_toml_become_json() -> None:
    migration = import_module("tournament.migrations.0073_card_packs_as_json")
    version = corrected()
    was_toml = 'pack = "eok-lucca-1"\n\n[totals]\nbase = 142\n\n[[cards]]\nid = "field"\ncost = { wood = 1 }\n'
    CardPack.objects.filter(pk=version.pk).update(text=was_toml)
    mega = corrected(MEGA)
    migration.packs_as_json(apps, None)
    assert json.loads(CardPack.objects.get(pk=version.pk).text) == tomllib.loads(was_toml)
    assert CardPack.objects.get(pk=mega.pk).text == mega.text


def test_pack_preview_stores_nothing() -> None:
    preview = pack_preview(based_on=ERA, edited=edited(ERA, {"walls.cost_wood": 3, "walls.count": 9}), note="cards")
    assert [(figure.path, figure.value, change.value) for figure, change in preview.changes] == [
        ("walls.count", "4", "9"),
        ("walls.cost_wood", "0", "3"),
    ]
    assert [finding.path for finding in preview.findings] == ["totals.base"]
    assert not CardPack.objects.exists()


def test_shelf_text_answers_only_names_of_packs_of_the_game(django_assert_num_queries: Any) -> None:
    assert DATABASE_PACK_SOURCE in game_packs.SOURCES
    version = corrected()
    with django_assert_num_queries(0):
        for name in ("", "x", "eok lucca", "eok-\x00-1", "a-" * 40 + "1"):
            assert DATABASE_PACK_SOURCE.text("era_of_kingdoms", name) is None
    assert DATABASE_PACK_SOURCE.text("megalomania", version.name) is None
    assert DATABASE_PACK_SOURCE.names("era_of_kingdoms") == (version.name,)
    assert (game_for_pack(version.name), game_for_pack("dominion-x-1")) == ("era_of_kingdoms", None)


def test_pack_choices_and_lines() -> None:
    version = corrected(all_compared=True)
    assert pack_choices("era_of_kingdoms") == [(version.name, True), (ERA, False)]
    assert pack_choices("dominion") == []
    assert [(line.name, line.based_on) for line in pack_summaries("era_of_kingdoms")] == [
        (ERA, ""),
        (version.name, ERA),
    ]
    assert pack_summaries("dominion") == []


def test_event_accepts_only_packs_of_its_game() -> None:
    era, mega = corrected(), corrected(MEGA)
    event = make.make_event(game="era_of_kingdoms", pack=era.name)
    assert chosen_pack(event) == era.name
    assert chosen_pack(make.make_event(game="era_of_kingdoms")) == ERA
    assert chosen_pack(make.make_event()) == ""
    assert pack_of_event(make.make_event()) is None
    for game, name in (("era_of_kingdoms", mega.name), ("era_of_kingdoms", "eok-nowhere-1"), ("dominion", era.name)):
        with refuses("FIELD_WRONG") as refused:
            make.make_event(game=game, pack=name)
        assert refused.value.params["value"] == name


def _sheet_pack(table: Table) -> str:
    return str(Sheet.objects.get(table=table, state="confirmed").data["pack"])


def test_sheet_stores_the_pack_it_was_checked_against() -> None:
    first = corrected()
    second = corrected(first.name, values={"walls.cost_metal": 2})
    event = make.drawn_event(players=12, game="era_of_kingdoms", pack=first.name)
    round_1 = Round.objects.get(event=event)
    assert round_1.setup == {"pack": first.name}
    lifecycle.event_update(event=event, by=None, pack=second.name)
    make.play_round(event, sheet=make.real_sheet)
    make.next_round(event)
    make.play_round(event, sheet=lambda table: make.real_sheet(table, f"second {table.number}"))
    tables = list(Table.objects.filter(round__event=event).order_by("round__number", "number").select_related("round"))
    expected = [first.name if table.round.number == 1 else second.name for table in tables]
    assert [_sheet_pack(table) for table in tables] == expected
    lines = [pack_of_table(table) for table in tables]
    assert [line.name for line in lines if line is not None] == expected
    line = pack_of_round(Round.objects.get(event=event, number=1))
    assert line is not None
    assert (line.name, line.is_printed) == (first.name, False)


def test_event_update_pack_after_conclusion_is_refused() -> None:
    version = corrected()
    event = make.make_event(game="era_of_kingdoms")
    Event.objects.filter(pk=event.pk).update(state=Event.State.CONCLUDED)
    with refuses("FIELD_FROZEN"):
        lifecycle.event_update(event=event, by=None, pack=version.name)
    assert Event.objects.get(pk=event.pk).pack == ""


def test_trade_option_is_copied_from_the_event_to_the_round() -> None:
    """S63-S64, S738-S767: the six trade cards are in the game only if the event says so."""
    event = make.drawn_event(players=12, game="era_of_kingdoms", game_options={"trade": True})
    assert Round.objects.get(event=event).setup == {"pack": ERA, "trade": True}
    lifecycle.event_update(event=event, by=None, game_options={})
    assert Round.objects.get(event=event).setup["trade"] is True
    rule_setup = registry.get("era_of_kingdoms").form.from_setup(Round.objects.get(event=event).setup)
    assert rule_setup == {"pack": ERA, "trade": True}


@pytest.mark.parametrize(
    ("game", "options"),
    [("dominion", {"trade": True}), ("era_of_kingdoms", {"trade": "yes"}), ("megalomania", {"pairs": True})],
)
def test_event_unknown_game_option_is_refused(game: str, options: dict[str, Any]) -> None:
    with refuses("FIELD_WRONG"):
        make.make_event(game=game, game_options=options)
