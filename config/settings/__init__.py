"""Settings of each way to run the site."""
