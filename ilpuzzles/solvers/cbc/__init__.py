"""CBC, by way of MPS files."""
