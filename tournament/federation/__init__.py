"""The federation: clubs, associations, shops that organise, their requests, disqualification; news, texts of pages."""
