"""Charts of measured runs: what they show is reckoned here, and drawn by matplotlib."""
