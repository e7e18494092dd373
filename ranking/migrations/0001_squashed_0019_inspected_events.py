"""The tables as migrations 0001 to 0019 leave them, with the first season and the triggers, where none is applied yet.

The data of an older database are moved by those migrations only.
"""

from datetime import date

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from ranking import append_only
from tournament.core.migration_operations import CreateModels


def add_season(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournament", "Season").objects.get_or_create(
        slug="2009",
        defaults={
            "name": "Campionato 2009",
            "first_day": date(2009, 6, 1),
            "last_day": date(2009, 10, 15),
            "regulation": "2.0",
            "finalists": 24,
            "final_place": "Lucca",
        },
    )


def add_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in append_only.create(schema_editor.connection.vendor, append_only.TABLES):
        schema_editor.execute(statement, params=None)


def remove_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for tables in (append_only.CLOSING_TABLES, append_only.FIRST_TABLES):
        for statement in append_only.drop(schema_editor.connection.vendor, tables):
            schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('ranking', '0001_initial'),
        ('ranking', '0002_season_2009'),
        ('ranking', '0003_append_only'),
        ('ranking', '0004_ledger_sums'),
        ('ranking', '0005_ratified_label'),
        ('ranking', '0006_season_of_one_game'),
        ('ranking', '0007_approvals_without_reason'),
        ('ranking', '0008_history_columns'),
        ('ranking', '0009_split_history_reasons'),
        ('ranking', '0010_history_actor_params'),
        ('ranking', '0011_stored_sentences'),
        ('ranking', '0012_statistics'),
        ('ranking', '0013_organiser_restored'),
        ('ranking', '0014_report_checks'),
        ('ranking', '0015_final_rankings'),
        ('ranking', '0016_call_up_deadlines'),
        ('ranking', '0017_past_seasons'),
        ('ranking', '0018_player_ratings'),
        ('ranking', '0019_inspected_events'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('tournament', '0056_webhook_every_change'),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='EventStatistics',
                fields=[
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='statistics', serialize=False, to='tournament.event')),
                    ('figures', models.JSONField(default=dict)),
                ],
                options={
                    'verbose_name': 'figures of an event',
                    'verbose_name_plural': 'figures of events',
                },
            ),
            migrations.CreateModel(
                name='PastSeason',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80, unique=True, verbose_name='name')),
                    ('game', models.CharField(default='dominion', max_length=40, verbose_name='game')),
                    ('first_day', models.DateField(verbose_name='first day')),
                    ('last_day', models.DateField(verbose_name='last day')),
                    ('final_place', models.CharField(blank=True, max_length=120, verbose_name='place of the final')),
                ],
                options={
                    'verbose_name': 'past season',
                    'verbose_name_plural': 'past seasons',
                    'ordering': ['-last_day'],
                },
            ),
            migrations.CreateModel(
                name='PlayerRating',
                fields=[
                    ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rating', serialize=False, to='tournament.entry')),
                    ('mu', models.FloatField()),
                    ('sigma', models.FloatField()),
                    ('games', models.PositiveIntegerField()),
                ],
                options={
                    'verbose_name': 'rating of a player',
                    'verbose_name_plural': 'ratings of players',
                },
            ),
            migrations.CreateModel(
                name='ReportCheck',
                fields=[
                    ('report', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='stored_check', serialize=False, to='tournament.report')),
                    ('mark', models.CharField(max_length=64)),
                    ('errors', models.PositiveIntegerField()),
                    ('warnings', models.PositiveIntegerField()),
                    ('checked_at', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='SeasonStatistics',
                fields=[
                    ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='statistics', serialize=False, to='tournament.season')),
                    ('events', models.PositiveIntegerField(default=0)),
                    ('figures', models.JSONField(default=dict)),
                ],
                options={
                    'verbose_name': 'figures of a season',
                    'verbose_name_plural': 'figures of seasons',
                },
            ),
            migrations.CreateModel(
                name='CallUp',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('order', models.PositiveSmallIntegerField()),
                    ('rank', models.PositiveSmallIntegerField()),
                    ('lot', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('state', models.CharField(choices=[('called', 'called'), ('accepted', 'accepted'), ('declined', 'declined'), ('no_answer', 'no answer'), ('replaced', 'replaced'), ('withdrawn', 'no longer called')], default='called', max_length=10)),
                    ('called_at', models.DateTimeField()),
                    ('answer_by', models.DateField(blank=True, null=True, verbose_name='answer by')),
                    ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ('opened_at', models.DateTimeField(blank=True, null=True)),
                    ('note', models.TextField(blank=True)),
                    ('instead_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='substitute', to='ranking.callup')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='call_ups', to='tournament.person')),
                    ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='call_ups', to='tournament.season')),
                ],
                options={
                    'verbose_name': 'call-up',
                    'verbose_name_plural': 'call-ups',
                    'ordering': ['season', 'order'],
                    'constraints': [models.UniqueConstraint(fields=('season', 'person'), name='call_up_once'), models.UniqueConstraint(fields=('season', 'order'), name='call_up_order_once')],
                },
            ),
            migrations.CreateModel(
                name='Decision',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('authorised', 'authorised'), ('not_authorised', 'not authorised'), ('promoted', 'promoted'), ('demoted', 'demoted'), ('homologated', 'ratified'), ('refused', 'not ratified'), ('revoked', 'ratification revoked'), ('reopened', 'reopened'), ('disqualified', 'organiser disqualified'), ('restored', 'organiser restored'), ('inspected', 'visited')], max_length=16)),
                    ('reason', models.TextField(blank=True, verbose_name='reason')),
                    ('fascia', models.CharField(blank=True, max_length=3)),
                    ('findings', models.JSONField(blank=True, default=list)),
                    ('at', models.DateTimeField()),
                    ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournament.event')),
                    ('organiser', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournament.organiser')),
                    ('report', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournament.report')),
                ],
                options={
                    'verbose_name': 'decision',
                    'verbose_name_plural': 'decisions',
                    'ordering': ['-at', '-pk'],
                },
            ),
            migrations.CreateModel(
                name='FinalRanking',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField(unique=True, verbose_name='number')),
                    ('at', models.DateTimeField()),
                    ('content', models.TextField()),
                    ('sha256', models.CharField(max_length=64)),
                    ('key', models.CharField(max_length=64)),
                    ('signature', models.CharField(max_length=128)),
                    ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='final_rankings', to='tournament.season')),
                ],
                options={
                    'verbose_name': 'final Ranking',
                    'verbose_name_plural': 'final Rankings',
                    'ordering': ['-number'],
                },
            ),
            migrations.CreateModel(
                name='FinalRankingRow',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('position', models.PositiveIntegerField()),
                    ('secret', models.CharField(max_length=32)),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rows', to='ranking.finalranking')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='final_ranking_rows', to='tournament.person')),
                ],
                options={
                    'verbose_name': 'row of a final Ranking',
                    'verbose_name_plural': 'rows of final Rankings',
                    'ordering': ['document', 'position'],
                    'constraints': [models.UniqueConstraint(fields=('document', 'position'), name='final_ranking_position_once')],
                },
            ),
            migrations.CreateModel(
                name='HistoricalCallUp',
                fields=[
                    ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                    ('history_verb', models.CharField(blank=True, default='', max_length=60)),
                    ('history_actor', models.TextField(blank=True, default='')),
                    ('history_actor_params', models.JSONField(blank=True, default=dict)),
                    ('order', models.PositiveSmallIntegerField()),
                    ('rank', models.PositiveSmallIntegerField()),
                    ('lot', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('state', models.CharField(choices=[('called', 'called'), ('accepted', 'accepted'), ('declined', 'declined'), ('no_answer', 'no answer'), ('replaced', 'replaced'), ('withdrawn', 'no longer called')], default='called', max_length=10)),
                    ('called_at', models.DateTimeField()),
                    ('answer_by', models.DateField(blank=True, null=True, verbose_name='answer by')),
                    ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ('note', models.TextField(blank=True)),
                    ('history_id', models.AutoField(primary_key=True, serialize=False)),
                    ('history_date', models.DateTimeField(db_index=True)),
                    ('history_change_reason', models.TextField(null=True)),
                    ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                    ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('instead_of', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='ranking.callup')),
                    ('person', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournament.person')),
                    ('season', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournament.season')),
                ],
                options={
                    'verbose_name': 'historical call-up',
                    'verbose_name_plural': 'historical call-ups',
                    'ordering': ('-history_date', '-history_id'),
                    'get_latest_by': ('history_date', 'history_id'),
                },
                bases=(simple_history.models.HistoricalChanges, models.Model),
            ),
            migrations.CreateModel(
                name='HistoricalPastSeason',
                fields=[
                    ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                    ('history_verb', models.CharField(blank=True, default='', max_length=60)),
                    ('history_actor', models.TextField(blank=True, default='')),
                    ('history_actor_params', models.JSONField(blank=True, default=dict)),
                    ('name', models.CharField(db_index=True, max_length=80, verbose_name='name')),
                    ('game', models.CharField(default='dominion', max_length=40, verbose_name='game')),
                    ('first_day', models.DateField(verbose_name='first day')),
                    ('last_day', models.DateField(verbose_name='last day')),
                    ('final_place', models.CharField(blank=True, max_length=120, verbose_name='place of the final')),
                    ('history_id', models.AutoField(primary_key=True, serialize=False)),
                    ('history_date', models.DateTimeField(db_index=True)),
                    ('history_change_reason', models.TextField(null=True)),
                    ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                    ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'historical past season',
                    'verbose_name_plural': 'historical past seasons',
                    'ordering': ('-history_date', '-history_id'),
                    'get_latest_by': ('history_date', 'history_id'),
                },
                bases=(simple_history.models.HistoricalChanges, models.Model),
            ),
            migrations.CreateModel(
                name='LedgerEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('place', models.PositiveSmallIntegerField()),
                    ('players', models.PositiveSmallIntegerField()),
                    ('fascia', models.CharField(max_length=3)),
                    ('half_points', models.IntegerField()),
                    ('wins', models.SmallIntegerField()),
                    ('ordinary_wins', models.SmallIntegerField()),
                    ('seconds', models.SmallIntegerField()),
                    ('thirds', models.SmallIntegerField()),
                    ('at', models.DateTimeField()),
                    ('decision', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='ranking.decision')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='tournament.event')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='tournament.person')),
                    ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='ranking.ledgerentry')),
                    ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='tournament.season')),
                ],
                options={
                    'verbose_name': 'ledger entry',
                    'verbose_name_plural': 'ledger entries',
                    'ordering': ['at', 'pk'],
                    'indexes': [models.Index(fields=['season', 'person', 'half_points', 'wins', 'ordinary_wins', 'seconds', 'thirds', 'reverses'], name='ledger_sums_by_person'), models.Index(fields=['season', 'event', 'reverses'], name='ledger_count_by_event')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('reverses__isnull', True)), fields=('decision', 'person'), name='ledger_once_per_decision')],
                },
            ),
            migrations.CreateModel(
                name='PastPlace',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('list', models.CharField(choices=[('ranking', 'Ranking'), ('final', 'final')], max_length=8)),
                    ('place', models.PositiveSmallIntegerField()),
                    ('name', models.CharField(blank=True, max_length=160)),
                    ('city', models.CharField(blank=True, max_length=80)),
                    ('half_points', models.PositiveIntegerField(blank=True, null=True)),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='past_places', to='tournament.person')),
                    ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='ranking.pastseason')),
                ],
                options={
                    'verbose_name': 'place of a past season',
                    'verbose_name_plural': 'places of past seasons',
                    'ordering': ['season', 'list', 'place'],
                },
            ),
            migrations.CreateModel(
                name='SeasonReopening',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField()),
                    ('reason', models.TextField(verbose_name='reason')),
                    ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('document', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='reopening', to='ranking.finalranking')),
                ],
                options={
                    'verbose_name': 'reopening of a season',
                    'verbose_name_plural': 'reopenings of seasons',
                },
            ),
        ]),
        migrations.RunPython(add_season, migrations.RunPython.noop),
        migrations.RunPython(add_triggers, remove_triggers),
    ]
