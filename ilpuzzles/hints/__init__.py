"""One engine for hints: which move is sure, the smallest reason for it, and what cannot stay."""
