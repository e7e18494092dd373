"""Is this a safe production server? ``python -m config.production`` tells all that is missing or unsafe at once."""
