"""Card packs: copied, corrected, versions that never change, and what an event's rounds and sheets keep of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError

from games import packs as game_packs
from games import registry
from games.era_of_kingdoms.pack.loading import pack
from games.packs import ASSUMED, OUTSIDE
from tests import factories as make
from tournament.card_packs.error_messages import SENTENCES
from tournament.card_packs.errors import (
    PackHasErrors,
    PackLabelWrong,
    PackMissing,
    PackNotConfirmed,
    PackNoteMissing,
    PackRefused,
    PackUnchanged,
)
from tournament.card_packs.selectors import (
    SHELF,
    chosen_pack,
    game_of,
    pack_choices,
    pack_facts,
    pack_lines,
    pack_of_event,
    pack_of_round,
    pack_of_table,
)
from tournament.card_packs.services import pack_correct, pack_preview
from tournament.core.errors import FieldFrozen, FieldWrong
from tournament.events import lifecycle
from tournament.models import CardPack, Event, Round, Sheet, Table
from tournament.models.packs import PackUnchangeable
from tournament.regulation.errors import RuleError

pytestmark = pytest.mark.django_db

ERA, MEGA = "eok-assumed-1", "mega-assumed-1"


def corrected(based_on: str = ERA, **facts: Any) -> CardPack:
    """A new version with one figure put right."""
    values = {"walls.cost_wood": "3"} if based_on.startswith("eok") else {"values.dwarf": "8"}
    given: dict[str, Any] = {"label": "lucca", "values": values, "note": "printed cards", "by": None, **facts}
    return pack_correct(based_on=based_on, **given)


@pytest.mark.parametrize("based_on", [ERA, MEGA])
def test_a_correction_is_a_new_version_that_the_game_knows(based_on: str) -> None:
    user = make.make_user()
    made = corrected(based_on, by=user)
    prefix = based_on.split("-")[0]
    assert (made.name, made.based_on, made.made_by) == (f"{prefix}-lucca-1", based_on, user)
    found = registry.packs(made.game)
    assert found is not None
    assert made.name in found.names()
    facts = pack_facts(made.name)
    assert facts is not None
    changed = [figure for figure in facts.figures if figure.source == "printed cards"]
    assert [figure.provenance for figure in changed] == [OUTSIDE]
    assert facts.format.text(made.name) == made.text


def test_versions_are_numbered_and_build_on_each_other() -> None:
    first = corrected()
    second = corrected(first.name, values={"walls.cost_metal": "2"})
    assert (first.name, second.name) == ("eok-lucca-1", "eok-lucca-2")
    by_name = {card.id: card for card in pack(second.name).cards}
    assert by_name["walls"].cost == (0, 3, 2, 0)
    assert pack(first.name).cards[pack().codes["walls"]].cost == (0, 3, 1, 0)
    assert pack().cards[pack().codes["walls"]].cost == (0, 0, 1, 0)
    assert corrected(label="rimini").name == "eok-rimini-1"


def test_a_version_never_changes() -> None:
    made = corrected()
    made.note = "another"
    with pytest.raises(PackUnchangeable):
        made.save()
    with pytest.raises(PackUnchangeable):
        made.delete()
    assert CardPack.objects.get().note == "printed cards"
    with pytest.raises(IntegrityError):
        CardPack.objects.bulk_create([CardPack(game=made.game, name=made.name, based_on=ERA, text="", note="x")])


def test_totals_are_checked_and_every_reason_is_told() -> None:
    """S61-S73: 142 base, 51 medium, 22 advanced; S771-S828: what leaves the base deck; S63-S64: six trade cards."""
    values = {
        "walls.count": "5",
        "general.count": "3",
        "steal.count": "1",
        "trading_post.count": "4",
        "farm.cost_wood": "x",
    }
    with pytest.raises(PackHasErrors) as refused:
        corrected(values=values)
    told = {(finding.path, finding.code) for finding in refused.value.findings}
    assert told == {
        ("farm.cost_wood", "PACK_NUMBER"),
        ("totals.base", "PACK_TOTAL"),
        ("totals.advanced", "PACK_TOTAL"),
        ("totals.trade", "PACK_TOTAL"),
        ("steal.count", "PACK_REMOVAL_MORE"),
    }
    assert not CardPack.objects.exists()
    moved = corrected(values={"walls.count": "5", "storehouse.count": "3"})
    assert moved.name == "eok-lucca-1"


@pytest.mark.parametrize(
    ("facts", "error"),
    [
        ({"based_on": "eok-nowhere-1"}, PackMissing),
        ({"based_on": "dominion"}, PackMissing),
        ({"label": ""}, PackLabelWrong),
        ({"label": "assumed"}, PackLabelWrong),
        ({"label": "di Lucca"}, PackLabelWrong),
        ({"note": "  "}, PackNoteMissing),
        ({"values": {}}, PackUnchanged),
        ({"values": {"farm.level": "3"}}, PackHasErrors),
        ({"printed": True}, PackNotConfirmed),
    ],
)
def test_what_is_refused(facts: dict[str, Any], error: type[PackRefused]) -> None:
    with pytest.raises(error) as refused:
        corrected(**{"based_on": ERA, **facts})
    for language in ("it", "en"):
        assert refused.value.sentence(language).strip()
    assert not CardPack.objects.exists()


def test_every_refusal_has_both_sentences() -> None:
    assert {one.code for one in PackRefused.__subclasses__()} == set(SENTENCES)
    assert all(set(words) == {"it", "en"} for words in SENTENCES.values())
    assert issubclass(PackRefused, RuleError)


@pytest.mark.parametrize("based_on", [ERA, MEGA])
def test_the_printed_pack_has_every_figure_compared(based_on: str) -> None:
    made = corrected(based_on, printed=True, all_compared=True)
    assert made.is_printed
    facts = pack_facts(made.name)
    assert facts is not None
    assert facts.line.counts[ASSUMED] == 0
    with pytest.raises(PackUnchanged):
        corrected(made.name, values={}, printed=True)


def test_figures_are_confirmed_one_by_one() -> None:
    facts = pack_facts(MEGA)
    assert facts is not None
    assumed = [figure.path for figure in facts.figures if figure.provenance == ASSUMED]
    with pytest.raises(PackNotConfirmed) as refused:
        corrected(MEGA, values={}, confirmed=assumed[1:], printed=True)
    assert refused.value.params == {"count": 1}
    assert corrected(MEGA, values={}, confirmed=assumed, printed=True).is_printed


def test_a_preview_stores_nothing() -> None:
    preview = pack_preview(based_on=ERA, values={"walls.cost_wood": "3", "walls.count": "9"}, note="cards")
    assert [(figure.path, figure.value, change.value) for figure, change in preview.changes] == [
        ("walls.count", "4", "9"),
        ("walls.cost_wood", "0", "3"),
    ]
    assert [finding.path for finding in preview.findings] == ["totals.base"]
    assert not CardPack.objects.exists()


def test_the_shelf_answers_only_names_of_packs(django_assert_num_queries: Any) -> None:
    assert SHELF in game_packs.sources()
    made = corrected()
    with django_assert_num_queries(0):
        for name in ("", "x", "eok lucca", "eok-\x00-1", "a-" * 40 + "1"):
            assert SHELF.text("era_of_kingdoms", name) is None
    assert SHELF.text("megalomania", made.name) is None
    assert SHELF.names("era_of_kingdoms") == (made.name,)
    assert (game_of(made.name), game_of("dominion-x-1")) == ("era_of_kingdoms", None)


def test_lists_of_packs() -> None:
    made = corrected(printed=True, all_compared=True)
    assert pack_choices("era_of_kingdoms") == [(made.name, True), (ERA, False)]
    assert pack_choices("dominion") == []
    assert [(line.name, line.based_on) for line in pack_lines("era_of_kingdoms")] == [(ERA, ""), (made.name, ERA)]
    assert pack_lines("dominion") == []


def test_an_event_chooses_a_pack_of_its_own_game() -> None:
    era, mega = corrected(), corrected(MEGA)
    event = make.make_event(game="era_of_kingdoms", pack=era.name)
    assert chosen_pack(event) == era.name
    assert chosen_pack(make.make_event(game="era_of_kingdoms")) == ERA
    assert chosen_pack(make.make_event()) == ""
    assert pack_of_event(make.make_event()) is None
    for game, name in (("era_of_kingdoms", mega.name), ("era_of_kingdoms", "eok-nowhere-1"), ("dominion", era.name)):
        with pytest.raises(FieldWrong) as refused:
            make.make_event(game=game, pack=name)
        assert refused.value.params["value"] == name


def _sheet_pack(table: Table) -> str:
    return str(Sheet.objects.get(table=table, state="confirmed").data["pack"])


def test_a_sheet_keeps_the_version_it_was_checked_against() -> None:
    first = corrected()
    second = corrected(first.name, values={"walls.cost_metal": "2"})
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


def test_the_pack_is_frozen_with_the_event() -> None:
    made = corrected()
    event = make.make_event(game="era_of_kingdoms")
    Event.objects.filter(pk=event.pk).update(state=Event.State.CONCLUDED)
    with pytest.raises(FieldFrozen):
        lifecycle.event_update(event=event, by=None, pack=made.name)
    assert Event.objects.get(pk=event.pk).pack == ""


def test_the_trade_expansion_goes_from_the_event_to_its_sheets() -> None:
    """S63-S64, S738-S767: the six trade cards are in the game only where the event says so."""
    event = make.drawn_event(players=12, game="era_of_kingdoms", game_options={"trade": True})
    assert Round.objects.get(event=event).setup == {"pack": ERA, "trade": True}
    lifecycle.event_update(event=event, by=None, game_options={})
    assert Round.objects.get(event=event).setup["trade"] is True
    known = registry.get("era_of_kingdoms").form.from_setup(Round.objects.get(event=event).setup)
    assert known == {"pack": ERA, "trade": True}


@pytest.mark.parametrize(
    ("game", "options"),
    [("dominion", {"trade": True}), ("era_of_kingdoms", {"trade": "yes"}), ("era_of_kingdoms", {"pairs": True})],
)
def test_an_option_that_the_game_does_not_have(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(FieldWrong):
        make.make_event(game=game, game_options=options)
