"""The database of the embedded server: Django's SQLite, which also reads from a disk that cannot be written."""
