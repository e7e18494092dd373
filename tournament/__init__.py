"""The tournament room: events, rounds, tables, sheets, draws and reports."""
