"""Date formats that differ from Django's own."""
