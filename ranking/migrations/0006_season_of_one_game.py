"""Events of another game leave the season of Dominion for one of their own, and their results leave its Ranking.

Nothing of the ledger is changed: what counted in the wrong Ranking is reversed there and added in the right one, each with
a decision that says why.
"""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone
from django.utils.text import slugify

GAMES = {"megalomania": "Megalomania", "era_of_kingdoms": "Era of Kingdoms"}
FIGURES = ("half_points", "wins", "ordinary_wins", "seconds", "thirds")
VERB = "season_split|"


def split(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each game that a season holds besides its own a season of that game, with the same days."""
    models = {name: apps.get_model("tournament", name) for name in ("Season", "Event")}
    for season in models["Season"].objects.order_by("pk"):
        moving = models["Event"].objects.filter(season=season, is_national_final=False).exclude(game=season.game)
        for game in sorted(set(moving.order_by().values_list("game", flat=True))):
            own = _season_of(apps, season, game)
            for event in moving.filter(game=game).order_by("pk"):
                event.season = own
                event.save(update_fields=["season"])
                _remember(apps, "HistoricalEvent", event, "~")
                _move_results(apps, event, season, own)


def _season_of(apps: StateApps, season: Any, game: str) -> Any:
    seasons = apps.get_model("tournament", "Season")
    words = GAMES.get(game, game)
    stem, name = slugify(f"{season.slug[:30]}-{game}")[:46], f"{season.name[:55]}, {words}"
    number = 1
    slug, title = stem, name
    while seasons.objects.filter(slug=slug).exists() or seasons.objects.filter(name=title).exists():
        number += 1
        slug, title = f"{stem}-{number}", f"{name} {number}"
    own = seasons.objects.create(
        name=title,
        slug=slug,
        game=game,
        first_day=season.first_day,
        last_day=season.last_day,
        regulation=season.regulation,
        finalists=season.finalists,
    )
    _remember(apps, "HistoricalSeason", own, "+")
    return own


def _remember(apps: StateApps, model: str, row: Any, kind: str) -> None:
    history = apps.get_model("tournament", model)
    kept = {field.attname for field in history._meta.concrete_fields}
    facts = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.attname in kept}
    history.objects.create(
        **facts, history_date=timezone.now(), history_type=kind, history_change_reason=VERB
    )


def _move_results(apps: StateApps, event: Any, season: Any, own: Any) -> None:
    """Reverse what still counts in the old season; add it to the new one."""
    ledger, decisions = apps.get_model("ranking", "LedgerEntry"), apps.get_model("ranking", "Decision")
    rows = list(ledger.objects.filter(event=event, season=season).order_by("pk"))
    undone = {row.reverses_id for row in rows}
    counting = [row for row in rows if row.reverses_id is None and row.pk not in undone]
    if not counting:
        return
    now = timezone.now()
    before = counting[0].decision
    words = f"Una stagione è di un solo gioco: i risultati passano alla stagione «{own.name}»."
    taken, given = (
        decisions.objects.create(
            event=event, kind=kind, reason=words, fascia=before.fascia, report=before.report, findings=findings, at=now
        )
        for kind, findings in (("revoked", []), ("homologated", before.findings))
    )
    for row in counting:
        facts = {name: getattr(row, name) for name in ("event", "person", "place", "players", "fascia")}
        figures = {name: getattr(row, name) for name in FIGURES}
        opposite = {name: -figure for name, figure in figures.items()}
        ledger.objects.create(season=season, decision=taken, reverses=row, at=now, **facts, **opposite)
        ledger.objects.create(season=own, decision=given, at=now, **facts, **figures)


class Migration(migrations.Migration):
    dependencies = [("ranking", "0005_ratified_label"), ("tournament", "0017_season_game")]
    operations = [migrations.RunPython(split, migrations.RunPython.noop)]
