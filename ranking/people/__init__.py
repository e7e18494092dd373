"""The national list of people and organisers, kept by the referent."""
