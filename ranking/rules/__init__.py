"""Pure rules of the national ranking and the call-up."""
