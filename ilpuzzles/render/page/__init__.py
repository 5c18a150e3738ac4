"""A page of solutions: one HTML file that needs nothing else, not even a network."""
