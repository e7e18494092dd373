"""What the site tells people, by mail, notice and device, and the background jobs that carry it."""
