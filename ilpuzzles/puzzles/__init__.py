"""What kinds of puzzles there are: their files, formulations, solutions, rules and pictures."""
