"""SQLite that can be read while its disk is read-only.

In WAL mode every reader writes beside the database (-wal, -shm), so a disk that turned read-only would take the pages
with it. Such a file is opened as what it then is: one that nobody changes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db.backends.sqlite3.base import DatabaseWrapper as SqliteWrapper
from django.db.backends.sqlite3.features import DatabaseFeatures as SqliteFeatures


def _cannot_be_written(path: Path) -> bool:
    return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


class DatabaseFeatures(SqliteFeatures):
    """Django's, but with the number of parameters that SQLite takes since 3.32: rows are written in fewer queries."""

    max_query_params = 32766


class DatabaseWrapper(SqliteWrapper):
    """Django's wrapper; Django looks for this name."""

    features_class = DatabaseFeatures

    def get_connection_params(self) -> dict[str, Any]:
        """Return the parameters of a connection; on a read-only disk of one that reads."""
        params: dict[str, Any] = super().get_connection_params()
        path = Path(str(self.settings_dict["NAME"]))
        if _cannot_be_written(path):
            # With a journal that is not yet in the database, its index beside it is read too.
            has_journal = path.with_name(f"{path.name}-wal").exists()
            params["database"] = f"file:{quote(str(path))}?mode=ro{'' if has_journal else '&immutable=1'}"
            params["uri"] = True
        return params
