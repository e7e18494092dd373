"""Export and import of events as files."""
