"""CP-SAT of OR-Tools."""
