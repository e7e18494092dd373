from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0004_seat_abandoned'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='referee_name',
            field=models.CharField(blank=True, max_length=160, verbose_name='referee'),
        ),
        migrations.AddField(
            model_name='historicalevent',
            name='referee_name',
            field=models.CharField(blank=True, max_length=160, verbose_name='referee'),
        ),
    ]
