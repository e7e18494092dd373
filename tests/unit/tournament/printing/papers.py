"""Render the documents of two invented events, identical on every machine, and read their text.

The short event is Italian, with ordinary names. The long one is English, with the longest names that a form must
hold. Both have thirteen players: a table of four and three of three.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

ROOT = Path(__file__).resolve().parents[4]
SAMPLE = ROOT / "tests" / "data" / "event-13-players.json"
GOLDEN = Path(__file__).with_name("golden")

#: 4 July 2009, 10:00 in Rome: the time of printing of every document in these tests.
EPOCH = "1246694400"
LONG_NAME = "Torneo internazionale della Repubblica marinara di Castellammare del Golfo"
LONG_PEOPLE = {
    "p01": ("Massimiliano Alessandro", "Quattrocchi Santangelo"),
    "p09": ("Maria Immacolata Concetta", "Bartolomei-Weissensteiner"),
    "p10": ("Ermenegilda", "Dell’Acqua di Castelnuovo Scrivia"),
    "p11": ("Wolfgang", "Niederkofler-Oberhollenzer"),
}
#: All cards with long names, the Gardens' row and the trash's line: the fullest form possible.
FULLEST = ("gardens", "throne-room", "council-room", "moneylender", "bureaucrat", "woodcutter", "chancellor")


@contextmanager
def printed_at(epoch: str = EPOCH) -> Iterator[None]:
    """Fix the time of printing, in seconds since 1970, so that documents are byte-identical."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = epoch
    try:
        yield
    finally:
        del os.environ["SOURCE_DATE_EPOCH"]
        if before is not None:
            os.environ["SOURCE_DATE_EPOCH"] = before


def sample() -> dict[str, Any]:
    """Return the content of the file of the short event."""
    content: dict[str, Any] = json.loads(SAMPLE.read_text(encoding="utf-8"))
    content["event"]["fascia"] = "III"
    content["event"]["organiser"] = "Amici del Circolo ludico"
    return content


def long_sample() -> dict[str, Any]:
    """Return the content of the file of the long event."""
    content = sample()
    content["event"] |= {
        "name": LONG_NAME,
        "city": "Castellammare del Golfo",
        "venue": "Palazzo della vecchia dogana, sala grande del secondo piano",
        "first_day": "2009-09-26",
        "last_day": "2009-09-27",
        "organiser": "Associazione per il gioco e la cultura del Mediterraneo",
    }
    for player in content["players"]:
        player["first_name"], player["last_name"] = LONG_PEOPLE.get(
            player["id"], (player["first_name"], player["last_name"])
        )
    return content


def stored(content: Mapping[str, Any], **facts: Any) -> Any:
    """Import an event whose consents are on signed forms and set the fields that a file does not hold."""
    from tests import factories
    from tournament.exchange.importing import event_from_file
    from tournament.models import Event, Season

    season = Season.objects.filter(name="Campionato 2009").first() or factories.make_season(name="Campionato 2009")
    at = datetime.fromisoformat(f"{content['event']['last_day']}T20:00:00+02:00")
    event = event_from_file(content=content, by=None, season=season, signed_forms=True, at=at)
    Event.objects.filter(pk=event.pk).update(**facts)
    return Event.objects.select_related("organiser", "season").get(pk=event.pk)


def _draws(event: Any) -> None:
    """Create a draw made here and one made by hand, at fixed times."""
    from tournament.models import Draw
    from tournament.regulation.draws import commit

    common = {"event": event, "committed_at": datetime.fromisoformat("2009-07-04T09:30:00+02:00")}
    seed = "ab" * 32
    Draw.objects.filter(event=event).delete()
    Draw.objects.create(
        **common,
        purpose=Draw.Purpose.KINGDOM,
        scope="round-1",
        seed=seed,
        commitment=commit(seed),
        word="carciofo",
        drawn_at=datetime.fromisoformat("2009-07-04T10:05:00+02:00"),
    )
    Draw.objects.create(
        **common,
        purpose=Draw.Purpose.SEATS,
        scope="round-1",
        commitment=commit("cd" * 32),
        by_hand=True,
        drawn_at=datetime.fromisoformat("2009-07-04T10:10:00+02:00"),
    )


def short_event() -> Any:
    """Return the Italian event with ordinary names."""
    event = stored(sample())
    _draws(event)
    return event


def long_event() -> Any:
    """Return the English event with long names, the fullest form, a changed fascia and a note."""
    event = stored(long_sample(), language="en", referee_name="Massimo De Benedetti-Gualtieri")
    event.fascia_effective, event.fascia_reason = "II", "The hall held fewer players than announced."
    event.save()
    _draws(event)
    first = event.round_set.get(number=1)
    first.setup = {**first.setup, "drawn": fullest_kingdom(first.setup["drawn"])}
    first.save()
    return event


def fullest_kingdom(drawn: list[str]) -> list[str]:
    """Return a kingdom whose form has all rows and the longest names."""
    return [*FULLEST, *[card for card in drawn if card not in FULLEST]][:10]


def ranking(event: Any) -> bytes:
    """Return the PDF of the Ranking with the points of one event."""
    from ranking.models import Decision
    from ranking.national.selectors import national_ranking
    from ranking.web.printing import ranking_paper
    from tests.unit.ranking.credit import credit

    if not Decision.objects.filter(event__season=event.season).exists():
        people = [row.entry.person for row in event.final_places.order_by("place")]
        for index, person in enumerate(people):
            credit(event.season, person, 40 - 3 * (index // 2), wins=1 if index == 0 else 0, thirds=index % 2)
    return ranking_paper(event.season, national_ranking(event.season), event.language)


def _papers(event: Any) -> Iterator[tuple[str, Callable[[], bytes]]]:
    from tournament.printing import diplomas, documents, event_poster

    first = event.round_set.get(number=1)
    last = event.round_set.get(is_final=True)
    yield "forms", lambda: documents.table_forms(first)
    yield "form-of-the-final", lambda: documents.table_forms(last)
    yield "tables", lambda: documents.table_list(first)
    yield "kingdom", lambda: documents.kingdom_poster(first)
    yield "standings", lambda: documents.standings(first)
    yield "diplomas", lambda: diplomas.diplomas(event)
    yield "event-poster", lambda: event_poster.event_poster(event)
    yield "consent", lambda: documents.consent_form(event)
    yield "report", lambda: documents.report(event)
    yield "ranking", lambda: ranking(event)


def all_papers() -> dict[str, bytes]:
    """Return every document of both events, by name."""
    contents = {}
    with printed_at():
        for language, build in (("it", short_event), ("en", long_event)):
            event = build()
            contents |= {f"{name}-{language}": make() for name, make in _papers(event)}
    return contents


def pages(content: bytes) -> list[tuple[tuple[int, int], str]]:
    """Return each page's size in whole millimetres and its text with single spaces."""
    page_texts = []
    for page in PdfReader(BytesIO(content)).pages:
        size = (round(float(page.mediabox.width) / 72 * 25.4), round(float(page.mediabox.height) / 72 * 25.4))
        page_texts.append((size, " ".join(page.extract_text().split())))
    return page_texts


def words(content: bytes) -> str:
    """Return the text of a document."""
    return " ".join(text for _, text in pages(content))


def renew(target: Path = GOLDEN) -> int:
    """Rewrite the golden documents, using a temporary database; return their number."""
    import django
    from django.test.utils import setup_databases, teardown_databases

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from django.conf import settings

    databases = setup_databases(verbosity=0, interactive=False)
    try:
        with tempfile.TemporaryDirectory() as media:
            settings.MEDIA_ROOT = media
            contents = all_papers()
    finally:
        teardown_databases(databases, verbosity=0)
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("*.pdf"):
        old.unlink()
    for name, content in contents.items():
        (target / f"{name}.pdf").write_bytes(content)
    return len(contents)


def main(arguments: list[str]) -> int:
    """Write the golden documents into their folder or into the given one."""
    print(f"{renew(Path(arguments[0]) if arguments else GOLDEN)} papers")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
