"""What the twelve models are about: the same numbers for every package.

The numbers are our own where no source is named.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

# Knapsack: the dearest items that the sack can bear.
VALUES = np.array([24, 13, 23, 15, 16, 11, 31, 8, 19, 27])
WEIGHTS = np.array([12, 7, 11, 8, 9, 6, 17, 4, 10, 14])
CAPACITY = 45

# Diet: the cheapest portions of foods that have enough of every nutrient.
FOODS = pd.Index(["bread", "milk", "beans", "eggs", "cabbage"], name="food")
PRICES = pd.Series([0.5, 0.9, 1.2, 2.1, 0.7], index=FOODS)
NEEDS = pd.Series(
    {"energy": 2000, "protein": 60, "calcium": 800, "vitamin C": 90}, name="need"
).rename_axis("nutrient")
NUTRIENTS = pd.DataFrame(
    [
        [250, 9, 60, 0],
        [130, 7, 240, 2],
        [320, 21, 130, 1],
        [150, 13, 55, 0],
        [30, 1, 45, 38],
    ],
    index=FOODS,
    columns=NEEDS.index,
)

# Assignment: each worker does one task, at the least cost.
TASK_COSTS = np.array(
    [
        [14, 5, 8, 7, 15],
        [2, 12, 6, 5, 3],
        [7, 8, 3, 9, 7],
        [2, 4, 6, 10, 1],
        [9, 6, 11, 4, 8],
    ]
)

# Transport: Dantzig's cases of canned goods, and hundreds of miles (Linear Programming and
# Extensions, 1963, section 3.3).
SUPPLY = pd.Series({"Seattle": 350, "San Diego": 600}).rename_axis("plant")
DEMAND = pd.Series({"New York": 325, "Chicago": 300, "Topeka": 275}).rename_axis("market")
DISTANCES = pd.DataFrame([[25, 17, 18], [25, 18, 14]], index=SUPPLY.index, columns=DEMAND.index)

# Facility location: sites cost something to open, and to serve each customer from.
OPENING_COSTS = np.array([26, 22, 24, 31])
SERVING_COSTS = np.array(
    [
        [12, 31, 8, 25, 40, 17, 22],
        [30, 9, 26, 14, 18, 35, 11],
        [21, 24, 33, 7, 10, 28, 36],
        [9, 15, 19, 29, 27, 6, 13],
    ]
)

# Job shop: FT06 of Fisher and Thompson (1963). The machines that each job visits, in order, and
# how long it is on each machine.
ROUTES = np.array(
    [
        [2, 0, 1, 3, 5, 4],
        [1, 2, 4, 5, 0, 3],
        [2, 3, 5, 0, 1, 4],
        [1, 0, 2, 3, 4, 5],
        [2, 1, 4, 5, 0, 3],
        [1, 3, 5, 0, 4, 2],
    ]
)
DURATIONS = np.array(
    [
        [3, 6, 1, 7, 6, 3],
        [10, 8, 5, 4, 10, 10],
        [9, 1, 5, 4, 7, 8],
        [5, 5, 5, 3, 8, 9],
        [3, 3, 9, 1, 5, 4],
        [10, 3, 1, 3, 4, 9],
    ]
)
HORIZON = 100

# Tour: the shortest round trip through all cities.
CITY_DISTANCES = np.array(
    [
        [0, 49, 33, 28, 33, 41, 11, 20],
        [49, 0, 40, 27, 25, 38, 39, 38],
        [33, 40, 0, 40, 43, 9, 25, 13],
        [28, 27, 40, 0, 5, 43, 21, 29],
        [33, 25, 43, 5, 0, 46, 26, 34],
        [41, 38, 9, 43, 46, 0, 32, 21],
        [11, 39, 25, 21, 26, 32, 0, 12],
        [20, 38, 13, 29, 34, 21, 12, 0],
    ]
)

# Colouring: Grötzsch's graph (1959), which has no triangle and needs four colours all the same.
# Five nodes in a ring, five that copy their neighbours, and one in the middle.
NODES = 11
EDGES = [
    *[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)],
    *[(0, 6), (1, 7), (2, 8), (3, 9), (4, 5)],
    *[(0, 9), (1, 5), (2, 6), (3, 7), (4, 8)],
    *[(10, 5), (10, 6), (10, 7), (10, 8), (10, 9)],
]
COLOURS = 5

# Sudoku: a grid with one solution; 0 is an empty cell.
CLUES = np.array(
    [
        [0, 8, 0, 7, 0, 0, 0, 5, 0],
        [0, 0, 7, 1, 6, 5, 0, 0, 0],
        [0, 4, 5, 0, 2, 0, 7, 0, 0],
        [0, 0, 6, 4, 7, 0, 0, 0, 0],
        [0, 0, 9, 0, 0, 0, 6, 0, 0],
        [0, 0, 0, 0, 3, 6, 4, 0, 0],
        [0, 0, 8, 0, 1, 0, 9, 4, 0],
        [0, 0, 0, 3, 4, 9, 5, 0, 0],
        [0, 3, 0, 0, 0, 2, 0, 6, 0],
    ]
)

# Queens: eight that do not attack each other, on the squares worth most.
SQUARE_VALUES = np.array(
    [
        [4, 9, 1, 7, 3, 8, 2, 6],
        [8, 2, 6, 5, 9, 1, 7, 3],
        [1, 7, 3, 8, 4, 6, 9, 5],
        [6, 5, 9, 2, 7, 3, 4, 8],
        [3, 8, 4, 6, 1, 9, 5, 2],
        [7, 1, 8, 9, 5, 2, 6, 4],
        [9, 3, 5, 4, 8, 7, 1, 2],
        [2, 6, 7, 3, 4, 5, 8, 9],
    ]
)

# Magic square: 1 to 9 with all rows, columns and diagonals equal, and little in the first corner.
ORDER = 3

# Cutting stock: the fewest rolls from which all pieces of these widths can be cut. The widths are
# those of Chvátal's example (Linear Programming, 1983, chapter 13), for fewer pieces.
ROLL_WIDTH = 100
PIECE_WIDTHS = np.array([45, 36, 31, 14])
PIECES = np.array([3, 6, 4, 7])
ROLLS = 8
