"""An account and its record of the national list: claiming it, correcting the own name."""
