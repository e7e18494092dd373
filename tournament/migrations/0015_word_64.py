from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0014_language"),
    ]

    operations = [
        migrations.AlterField(
            model_name="draw",
            name="word",
            field=models.CharField(blank=True, max_length=64, verbose_name="word called out"),
        ),
        migrations.AlterField(
            model_name="historicaldraw",
            name="word",
            field=models.CharField(blank=True, max_length=64, verbose_name="word called out"),
        ),
    ]
