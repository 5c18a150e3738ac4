"""Makes new boards of Surasshupakku, with exactly one solution each."""
