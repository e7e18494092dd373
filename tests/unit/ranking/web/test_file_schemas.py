"""The JSON Schemas of the formats: equal to their files, served, and obeyed by what the site writes."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import reverse

from ranking.closing.services import season_close
from ranking.web.export_columns import RANKING_ROW, RATING_LIST
from ranking.web.file_schemas import all_schemas
from tests import factories as make
from tests import reporting
from tests.conftest import ROOT
from tests.unit.ranking.credit import credit
from tournament.exchange.schemas import file_name, schema_text
from tournament.models import Event
from tournament.personal_data.data_export import export

FOLDER = ROOT / "docs" / "schemas"


def _check(content: Any) -> None:
    """Validate a file by the schema of its own format."""
    schema = all_schemas()[file_name(content["format"])]
    jsonschema_rs.validator_for(schema, validate_formats=True).validate(content)
    for field in schema["required"]:
        without = {name: value for name, value in content.items() if name != field}
        assert not jsonschema_rs.validator_for(schema).is_valid(without)


def test_schemas_equal_files() -> None:
    """To write the files again: ``script/schemas``."""
    assert {path.stem for path in FOLDER.glob("*.json")} == set(all_schemas())
    for name, schema in all_schemas().items():
        assert (FOLDER / f"{name}.json").read_text() == schema_text(schema), "script/schemas"


def test_schemas_listed_and_served_to_any_origin(client: Client) -> None:
    addresses = client.get(reverse("schemas")).json()
    assert set(addresses) == set(all_schemas())
    for address in addresses.values():
        answer = client.get(address)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Content-Type"] == "application/schema+json"
        assert json.loads(answer.content)["$schema"]
    assert client.get(reverse("schema", args=["unknown"])).status_code == 404


@pytest.fixture
def event() -> Event:
    return reporting.homologated_event()


@pytest.mark.django_db
def test_open_data_obeys_its_schemas(client: Client, event: Event) -> None:
    season = event.season.slug
    pages = (
        (reverse("ranking_json", args=[season]), RANKING_ROW),
        (reverse("ratings_json", args=[event.game]), RATING_LIST),
    )
    for address, columns in pages:
        content = client.get(address).json()
        assert content["rows"], address
        _check(content)
        row = all_schemas()[file_name(content["format"])]["properties"]["rows"]["items"]
        assert row["required"] == [column.key for column in columns]


@pytest.mark.django_db
def test_personal_data_obeys_its_schema(event: Event) -> None:
    person = event.final_places.get(place=1).entry.person
    for content in (export(person=person), export(person=None, user=make.make_user())):
        _check(json.loads(json.dumps(content)))


@pytest.mark.django_db
def test_final_ranking_obeys_its_schemas(client: Client) -> None:
    season = make.make_season(finalists=4)
    for position, person in enumerate(make.make_people(6)):
        credit(season, person, 40 - 2 * position, wins=1)
    document = season_close(season=season, by=None)
    file = client.get(reverse("final_ranking_file", args=[document.number])).json()
    _check(file)
    _check(json.loads(file["text"]))
