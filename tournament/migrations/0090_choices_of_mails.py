"""A choice is about the mails of one kind."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0089_no_stored_notices"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="mutednotice", name="notice_muted_once"),
        migrations.RemoveField(model_name="mutednotice", name="channel"),
        migrations.AlterField(
            model_name="mutednotice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("tables", "your table in each round"),
                    ("reminder", "your events, the day before"),
                    ("result", "your results, once they count"),
                    ("followed", "new events of the clubs and cities you follow"),
                    ("work", "work that waits for you: events to authorise, reports, requests"),
                    ("own", "what you asked for or agreed to"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            model_name="mutednotice",
            constraint=models.UniqueConstraint(fields=("account", "kind"), name="kind_muted_once"),
        ),
    ]
