"""Interfaces that programs of others rely on: problems of RFC 9457, limits in headers, other origins, languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories as make
from tests.unit.tournament.api.conftest import Program

pytestmark = pytest.mark.django_db


def test_refusal_is_a_problem_of_rfc_9457(anybody: Program) -> None:
    refused = anybody.get("/events/none")
    assert refused["Content-Type"] == "application/problem+json; charset=utf-8"
    problem = refused.json()
    assert {name: problem[name] for name in ("type", "title", "status", "code")} == {
        "type": "urn:fossato:problem:NOT_FOUND",
        "title": "Not Found",
        "status": 404,
        "code": "NOT_FOUND",
    }
    assert problem["detail"] == problem["message"]
    wrong_method = anybody.post("/events", {})
    assert (wrong_method.status_code, wrong_method["Content-Type"]) == (405, refused["Content-Type"])


def test_limit_told_in_headers(anybody: Program, settings: Any) -> None:
    settings.FOSSATO_API_RATES = {**settings.FOSSATO_API_RATES, "anonymous": "2/m"}
    answers = [anybody.get("/seasons") for _number in range(3)]
    assert [answer["RateLimit"].partition(";t=")[0] for answer in answers] == [
        '"anonymous";r=1',
        '"anonymous";r=0',
        '"anonymous";r=0',
    ]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"anonymous";q=2;w=60'}
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_other_origins_read_also_why_they_were_refused(anybody: Program) -> None:
    refused = anybody.get("/events/none")
    assert refused["Access-Control-Allow-Origin"] == "*"
    assert "RateLimit" in refused["Access-Control-Expose-Headers"]


@pytest.mark.parametrize(
    ("accepted", "language"), [("", "en"), ("it-IT,it;q=0.9", "it"), ("de, en;q=0.5", "en"), ("de", "en")]
)
def test_answers_are_english_unless_italian_is_asked_for(anybody: Program, accepted: str, language: str) -> None:
    make.make_season()
    refused = anybody.get("/events/none", **({"Accept_Language": accepted} if accepted else {}))
    begins = {"en": "There is nothing", "it": "Qui non c"}[language]
    assert refused.json()["detail"].startswith(begins)
    assert refused["Content-Language"] == language
