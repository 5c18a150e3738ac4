"""Makes new starting positions: of tiling puzzles, and boards of Surasshupakku in `slashes`."""
