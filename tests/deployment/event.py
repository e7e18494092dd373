"""On the installed site: tokens for a club and the Referent, then an event of 13 players by the API through the proxy.

Called by ``script/deployment-smoke`` as root, with the site's Python: ``python -m tests.deployment.event NAME``. The
tokens are made by the site's own service, in a process with its settings; the rest are requests from outside.
"""

from __future__ import annotations

import json
import ssl
import subprocess
import sys
import urllib.request
from io import BytesIO

from fossato_api import connect
from PIL import Image

from tests.deployment.playing import PLAYERS, play_event

TOKENS = """
import json
from datetime import timedelta
from django.contrib.auth.models import Group, User
from django.utils import timezone
from tournament.access.api_tokens import token_issue
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.events.seasons import season_create
from tournament.models import Organiser, Season
today = timezone.localdate()
year = {"first_day": today.replace(month=1, day=1), "last_day": today.replace(month=12, day=31)}
season = Season.objects.filter(first_day__lte=today, last_day__gte=today).first()
season = season or season_create(name=str(today.year), by=None, **year)
referent = User.objects.create_user("referent", "referent@example.org")
referent.groups.add(Group.objects.get_or_create(name=NATIONAL_REFERENT)[0])
club = User.objects.create_user("club", "club@example.org")
Organiser.objects.create(name="Circolo della prova", user=club)
def token(user, *scopes):
    return token_issue(user=user, name="prova", days=7, scopes=scopes)[1]
tokens = {"club": token(club, "results", "desk"), "referent": token(referent, "decisions")}
print("TOKENS " + json.dumps({"season": season.slug} | tokens))
"""


def _tokens() -> dict[str, str]:
    """Return the season and the tokens, made as the account of the site with its settings."""
    run = "set -a; . /etc/fossato.env; set +a; cd /srv/fossato; exec .venv/bin/python manage.py shell --no-imports"
    words = ["runuser", "-u", "fossato", "--", "bash", "-c", run]
    done = subprocess.run(words, input=TOKENS, text=True, capture_output=True, check=False)
    line = next((line for line in done.stdout.splitlines() if line.startswith("TOKENS ")), None)
    if line is None:
        raise SystemExit(done.stdout + done.stderr)
    made: dict[str, str] = json.loads(line.removeprefix("TOKENS "))
    return made


def main(name: str) -> None:
    """Play the event, and look at what a visitor sees. Errors: AssertionError, ProblemError."""
    site = f"https://{name}"
    trusted = ssl.create_default_context(cafile=f"/etc/letsencrypt/live/{name}/fullchain.pem")
    made = _tokens()
    picture = BytesIO()
    Image.new("RGB", (800, 600), "darkgreen").save(picture, "JPEG")
    club, referent = (connect(site, made[who], trusted=trusted) for who in ("club", "referent"))
    event = play_event(club, referent, season=made["season"], photo=picture.getvalue(), say=print)
    assert event["state"] == "homologated"
    assert len(event["final_places"]) == PLAYERS
    with urllib.request.urlopen(f"{site}/eventi/{event['slug']}/", context=trusted) as answer:
        assert "Prova 1" in answer.read().decode()
    # What a player said at the desk holds for the event alone: in the Ranking they have no names.
    ranking = club.ranking(made["season"])
    assert (ranking["count"], {row["name"] for row in ranking["items"]}) == (PLAYERS, {None})
    print(f"{event['slug']}: homologated, {PLAYERS} places, on its page and in the Ranking")


if __name__ == "__main__":
    main(sys.argv[1])
