"""Production checks: ``python -m ops.checks`` lists every missing or unsafe setting at once."""
