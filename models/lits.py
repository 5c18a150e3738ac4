"""LITS."""
