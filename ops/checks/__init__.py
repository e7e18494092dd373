"""Is this a safe production server? ``python -m ops.checks`` tells all that is missing or unsafe at once."""
