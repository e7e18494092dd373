"""Index the entries of an event by state."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0062_designation_role'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['event', 'state'], name='entry_by_state'),
        ),
    ]
