"""The event file: parse, verify, report."""
