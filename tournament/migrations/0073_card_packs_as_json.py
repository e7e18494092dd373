"""Packs of Era of Kingdoms were stored as TOML; every pack is JSON, with the same contents."""

import json
import tomllib
from typing import Any

from django.db import migrations


def packs_as_json(apps: Any, schema_editor: Any) -> None:
    packs = apps.get_model("tournament", "CardPack").objects.filter(game="era_of_kingdoms")
    for pk, text in packs.values_list("pk", "text"):
        if not text.lstrip().startswith("{"):
            data = tomllib.loads(text)
            packs.filter(pk=pk).update(text=json.dumps(data, ensure_ascii=False, indent=1) + "\n")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0072_sanctions_removed")]

    operations = [migrations.RunPython(packs_as_json, migrations.RunPython.noop)]
