"""Events can be moved; a season names its Forum; entries are open to all by default."""

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0084_records_joined_and_parted"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalseason',
            name='forum_name',
            field=models.CharField(blank=True, db_default='', max_length=80, verbose_name='name of the Forum'),
        ),
        migrations.AddField(
            model_name='historicalseason',
            name='forum_url',
            field=models.URLField(blank=True, db_default='', verbose_name='address of the Forum'),
        ),
        migrations.AddField(
            model_name='season',
            name='forum_name',
            field=models.CharField(blank=True, db_default='', max_length=80, verbose_name='name of the Forum'),
        ),
        migrations.AddField(
            model_name='season',
            name='forum_url',
            field=models.URLField(blank=True, db_default='', verbose_name='address of the Forum'),
        ),
        migrations.AlterField(
            model_name='event',
            name='entry_mode',
            field=models.CharField(choices=[('open', 'open to all: whoever finds a place is entered'), ('approval', 'by approval: the desk accepts each request'), ('closed', 'closed: only the desk enters players')], default='open', max_length=8, verbose_name='entries by the players'),
        ),
        migrations.AlterField(
            model_name='historicalevent',
            name='entry_mode',
            field=models.CharField(choices=[('open', 'open to all: whoever finds a place is entered'), ('approval', 'by approval: the desk accepts each request'), ('closed', 'closed: only the desk enters players')], default='open', max_length=8, verbose_name='entries by the players'),
        ),
        migrations.CreateModel(
            name='HistoricalEventMove',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('history_verb', models.CharField(blank=True, default='', max_length=60)),
                ('history_actor', models.TextField(blank=True, default='')),
                ('history_actor_params', models.JSONField(blank=True, default=dict)),
                ('first_day', models.DateField(verbose_name='new first day')),
                ('last_day', models.DateField(verbose_name='new last day')),
                ('announcement_url', models.URLField(verbose_name='address of the new announcement')),
                ('announced_on', models.DateField(verbose_name='announced on')),
                ('reason', models.CharField(max_length=400, verbose_name='reason')),
                ('state', models.CharField(choices=[('waiting', 'waiting for the Referent'), ('accepted', 'accepted'), ('refused', 'refused'), ('withdrawn', 'taken back')], default='waiting', max_length=10)),
                ('asked_at', models.DateTimeField(blank=True, editable=False)),
                ('answer', models.TextField(blank=True)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.TextField(null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('asked_by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournament.event')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical event moved',
                'verbose_name_plural': 'historical events moved',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='EventMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_day', models.DateField(verbose_name='new first day')),
                ('last_day', models.DateField(verbose_name='new last day')),
                ('announcement_url', models.URLField(verbose_name='address of the new announcement')),
                ('announced_on', models.DateField(verbose_name='announced on')),
                ('reason', models.CharField(max_length=400, verbose_name='reason')),
                ('state', models.CharField(choices=[('waiting', 'waiting for the Referent'), ('accepted', 'accepted'), ('refused', 'refused'), ('withdrawn', 'taken back')], default='waiting', max_length=10)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('answer', models.TextField(blank=True)),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='tournament.event')),
            ],
            options={
                'verbose_name': 'event moved',
                'verbose_name_plural': 'events moved',
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('event',), name='one_waiting_move'), models.CheckConstraint(condition=models.Q(('last_day__gte', models.F('first_day'))), name='event_move_days_in_order')],
            },
        ),
    ]
