"""Tournament app: events, rounds, tables, score sheets, draws and reports."""
