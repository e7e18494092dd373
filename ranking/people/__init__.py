"""The national list of people and organisers, maintained by the Referent."""
