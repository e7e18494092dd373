"""Draws by one press: its row, who watched a draw by hand, who undid one; draws by phones are marked."""

from typing import Any

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models

#: Accounts agreed by their part in the event.
_PARTS = {"organiser": "organizzatore", "referee": "arbitro", "referent": "Referente del Nazionale"}


def _keep(apps: Any, _schema_editor: Any) -> None:
    """Mark the draws by phones; keep who agreed to a draw by hand as who watched it, and who undid a draw."""
    draws = apps.get_model("tournament", "Draw")
    draws.objects.filter(ceremony__isnull=False, drawn_at__isnull=False, by_hand=False).update(by_phones=True)
    for draw in draws.objects.filter(by_hand=True).exclude(hand_agreed={}):
        players = [{"player": player} for player in draw.hand_agreed.get("players", [])]
        accounts = [{"name": _PARTS.get(part, part)} for part in draw.hand_agreed.get("accounts", [])]
        draws.objects.filter(pk=draw.pk).update(witnesses=[*players, *accounts])
    history = apps.get_model("tournament", "HistoricalDraw")
    for draw in draws.objects.filter(annulled_at__isnull=False):
        undone = history.objects.filter(id=draw.pk, history_verb="draw_annul").order_by("-history_id").first()
        if undone is not None and undone.history_user_id is not None:
            draws.objects.filter(pk=draw.pk).update(annulled_by=undone.history_user_id)
    apps.get_model("tournament", "Job").objects.filter(kind="beacon").exclude(state="done").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0074_federation_roles_removed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="annulled_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="by_phones",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="draw",
            name="witnesses",
            field=models.JSONField(blank=True, default=list, verbose_name="who watched it"),
        ),
        migrations.AddField(
            model_name="historicaldraw",
            name="annulled_by",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="historicaldraw",
            name="by_phones",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="DrawPress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("step", models.CharField(max_length=60)),
                ("closes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("inputs", models.JSONField(blank=True, default=list)),
                ("results", models.CharField(blank=True, max_length=64)),
                ("dates_reason", models.TextField(blank=True)),
                ("by_hand", models.JSONField(blank=True, default=dict)),
                ("key", models.CharField(max_length=192)),
                ("round_number", models.PositiveBigIntegerField(verbose_name="round of the beacon")),
                ("signature", models.CharField(blank=True, max_length=96)),
                ("until", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("drawn", "drawn"), ("given_up", "given up")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("given_up_reason", models.TextField(blank=True, verbose_name="why it was given up")),
                ("asked_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="draw_presses", to="tournament.event"
                    ),
                ),
            ],
            options={
                "verbose_name": "press of a draw",
                "verbose_name_plural": "presses of a draw",
                "ordering": ["asked_at", "pk"],
            },
        ),
        migrations.AddField(
            model_name="draw",
            name="press",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="draws",
                to="tournament.drawpress",
            ),
        ),
        migrations.AddField(
            model_name="historicaldraw",
            name="press",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="tournament.drawpress",
            ),
        ),
        migrations.CreateModel(
            name="HistoricalDrawPress",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                ("history_verb", models.CharField(blank=True, default="", max_length=60)),
                ("history_actor", models.TextField(blank=True, default="")),
                ("history_actor_params", models.JSONField(blank=True, default=dict)),
                ("step", models.CharField(max_length=60)),
                ("closes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("results", models.CharField(blank=True, max_length=64)),
                ("dates_reason", models.TextField(blank=True)),
                ("key", models.CharField(max_length=192)),
                ("round_number", models.PositiveBigIntegerField(verbose_name="round of the beacon")),
                ("signature", models.CharField(blank=True, max_length=96)),
                ("until", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("drawn", "drawn"), ("given_up", "given up")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("given_up_reason", models.TextField(blank=True, verbose_name="why it was given up")),
                ("asked_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.TextField(null=True)),
                (
                    "history_type",
                    models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournament.event",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "historical press of a draw",
                "verbose_name_plural": "historical presses of a draw",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.AddConstraint(
            model_name="drawpress",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "waiting")), fields=("event",), name="one_open_draw"
            ),
        ),
        migrations.RunPython(_keep, migrations.RunPython.noop),
    ]
