"""Events that go between installations as files: export, import, the result of one played elsewhere."""
