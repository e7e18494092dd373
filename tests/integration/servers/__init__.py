"""Real servers for the tests: a PostgreSQL and a Redis that run as long as the test process."""
