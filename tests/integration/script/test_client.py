"""The client for Python: equal to what the description generates, typed, and enough for a whole event."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ranking.models import LedgerEntry
from tests import factories as make
from tests.conftest import ROOT
from tests.reporting import picture
from tournament.access.api_tokens import token_issue

CLIENT = ROOT / "client"


@pytest.fixture
def _client_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(CLIENT))


def test_client_equals_what_the_description_generates(tmp_path: Path) -> None:
    """To generate it anew: ``script/client``."""
    made = tmp_path / "api.py"
    subprocess.run([sys.executable, ROOT / "script/client", made], check=True)
    assert made.read_text() == (CLIENT / "fossato_client/api.py").read_text(), "script/client"


@pytest.mark.usefixtures("_client_package")
def test_client_plays_a_thirteen_player_event(live_server: Any) -> None:
    from fossato_client import connect

    from tests.deployment.playing import PLAYERS, play_event

    organiser, referent = make.make_organiser(user=make.make_user()), make.make_user(referent=True)
    season = make.around_today()["season"]
    tokens = [
        token_issue(user=user, name="prova", days=7, scopes=scopes)[1]
        for user, scopes in ((organiser.user, ("results", "desk")), (referent, ("decisions",)))
    ]
    said: list[str] = []
    club, decides = (connect(live_server.url, token) for token in tokens)
    event = play_event(club, decides, season=season.slug, photo=picture(kind="JPEG").getvalue(), say=said.append)
    assert (event["state"], len(event["final_places"])) == ("homologated", PLAYERS)
    assert LedgerEntry.objects.filter(event__slug=event["slug"]).count() == PLAYERS
    assert said[-1].endswith("homologated")


@pytest.mark.usefixtures("_client_package")
def test_client_names_the_problem_of_a_refusal(live_server: Any) -> None:
    from fossato_client import ProblemError, connect

    with pytest.raises(ProblemError) as refused:
        connect(live_server.url).event("none")
    assert (refused.value.status, refused.value.code) == (404, "NOT_FOUND")
    assert refused.value.problem["detail"].startswith("There is nothing here")
