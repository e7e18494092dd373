"""The ranking room: season, homologated results, national ranking, call-up to the national final."""
