"""A person's record of the national list: claiming it, the own name, and whether others read it (art. 1.6)."""
