"""Makes new starting positions: of tiling puzzles, and of genres, some clues of a solution."""
