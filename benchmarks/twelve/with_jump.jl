# The twelve models with JuMP 1.31, solved by HiGHS; "julia with_jump.jl" prints times and optima.
# The numbers are those of data.py, which names their sources. Indices begin with 1.

using JuMP
using LinearAlgebra: diag
import HiGHS

const HIGHS = optimizer_with_attributes(HiGHS.Optimizer, "output_flag" => false)

const VALUES = [24, 13, 23, 15, 16, 11, 31, 8, 19, 27]
const WEIGHTS = [12, 7, 11, 8, 9, 6, 17, 4, 10, 14]
const CAPACITY = 45
const PRICES = [0.5, 0.9, 1.2, 2.1, 0.7]
const NEEDS = [2000, 60, 800, 90]
const NUTRIENTS = [
    250   9  60   0
    130   7 240   2
    320  21 130   1
    150  13  55   0
     30   1  45  38
]
const TASK_COSTS = [
    14  5  8  7 15
     2 12  6  5  3
     7  8  3  9  7
     2  4  6 10  1
     9  6 11  4  8
]
const SUPPLY = [350, 600]
const DEMAND = [325, 300, 275]
const DISTANCES = [
    25 17 18
    25 18 14
]
const OPENING_COSTS = [26, 22, 24, 31]
const SERVING_COSTS = [
    12 31  8 25 40 17 22
    30  9 26 14 18 35 11
    21 24 33  7 10 28 36
     9 15 19 29 27  6 13
]
const ROUTES = [
    3 1 2 4 6 5
    2 3 5 6 1 4
    3 4 6 1 2 5
    2 1 3 4 5 6
    3 2 5 6 1 4
    2 4 6 1 5 3
]
const DURATIONS = [
     3  6  1  7  6  3
    10  8  5  4 10 10
     9  1  5  4  7  8
     5  5  5  3  8  9
     3  3  9  1  5  4
    10  3  1  3  4  9
]
const HORIZON = 100
const CITY_DISTANCES = [
     0 49 33 28 33 41 11 20
    49  0 40 27 25 38 39 38
    33 40  0 40 43  9 25 13
    28 27 40  0  5 43 21 29
    33 25 43  5  0 46 26 34
    41 38  9 43 46  0 32 21
    11 39 25 21 26 32  0 12
    20 38 13 29 34 21 12  0
]
const NODES = 11
const EDGES = [
    (1, 2), (2, 3), (3, 4), (4, 5), (5, 1),
    (1, 7), (2, 8), (3, 9), (4, 10), (5, 6),
    (1, 10), (2, 6), (3, 7), (4, 8), (5, 9),
    (11, 6), (11, 7), (11, 8), (11, 9), (11, 10),
]
const COLOURS = 5
const CLUES = [
    0 8 0 7 0 0 0 5 0
    0 0 7 1 6 5 0 0 0
    0 4 5 0 2 0 7 0 0
    0 0 6 4 7 0 0 0 0
    0 0 9 0 0 0 6 0 0
    0 0 0 0 3 6 4 0 0
    0 0 8 0 1 0 9 4 0
    0 0 0 3 4 9 5 0 0
    0 3 0 0 0 2 0 6 0
]
const SQUARE_VALUES = [
    4 9 1 7 3 8 2 6
    8 2 6 5 9 1 7 3
    1 7 3 8 4 6 9 5
    6 5 9 2 7 3 4 8
    3 8 4 6 1 9 5 2
    7 1 8 9 5 2 6 4
    9 3 5 4 8 7 1 2
    2 6 7 3 4 5 8 9
]
const ORDER = 3
const ROLL_WIDTH = 100
const PIECE_WIDTHS = [45, 36, 31, 14]
const PIECES = [3, 6, 4, 7]
const ROLLS = 8

function knapsack()
    model = Model(HIGHS)
    @variable(model, take[1:length(VALUES)], Bin)
    @objective(model, Max, VALUES' * take)
    @constraint(model, WEIGHTS' * take <= CAPACITY)
    optimize!(model)
    return objective_value(model)
end

function diet()
    model = Model(HIGHS)
    @variable(model, portions[1:length(PRICES)] >= 0)
    @objective(model, Min, PRICES' * portions)
    @constraint(model, NUTRIENTS' * portions .>= NEEDS)
    optimize!(model)
    return objective_value(model)
end

function assignment()
    model = Model(HIGHS)
    n = size(TASK_COSTS, 1)
    @variable(model, does[1:n, 1:n], Bin)
    @objective(model, Min, sum(TASK_COSTS .* does))
    @constraint(model, [i in 1:n], sum(does[i, :]) == 1)
    @constraint(model, [j in 1:n], sum(does[:, j]) == 1)
    optimize!(model)
    return objective_value(model)
end

function transport()
    model = Model(HIGHS)
    plants, markets = size(DISTANCES)
    @variable(model, cases[1:plants, 1:markets] >= 0)
    @objective(model, Min, sum(DISTANCES .* cases))
    @constraint(model, [i in 1:plants], sum(cases[i, :]) <= SUPPLY[i])
    @constraint(model, [j in 1:markets], sum(cases[:, j]) >= DEMAND[j])
    optimize!(model)
    return objective_value(model)
end

function facility_location()
    model = Model(HIGHS)
    sites, customers = size(SERVING_COSTS)
    @variable(model, opens[1:sites], Bin)
    @variable(model, serves[1:sites, 1:customers], Bin)
    @objective(model, Min, OPENING_COSTS' * opens + sum(SERVING_COSTS .* serves))
    @constraint(model, [j in 1:customers], sum(serves[:, j]) == 1)
    @constraint(model, [i in 1:sites, j in 1:customers], serves[i, j] <= opens[i])
    optimize!(model)
    return objective_value(model)
end

function job_shop()
    model = Model(HIGHS)
    jobs, machines = size(DURATIONS)
    pairs = [(i, j) for i in 1:jobs for j in (i + 1):jobs]
    @variable(model, start[1:jobs, 1:machines] >= 0)
    @variable(model, makespan)
    @variable(model, before[pairs, 1:machines], Bin)
    @objective(model, Min, makespan)
    finish = start + DURATIONS
    @constraint(model, finish .<= makespan)
    for job in 1:jobs, k in 2:machines
        @constraint(model, finish[job, ROUTES[job, k - 1]] <= start[job, ROUTES[job, k]])
    end
    for (i, j) in pairs, m in 1:machines
        @constraint(model, finish[i, m] <= start[j, m] + HORIZON * (1 - before[(i, j), m]))
        @constraint(model, finish[j, m] <= start[i, m] + HORIZON * before[(i, j), m])
    end
    optimize!(model)
    return objective_value(model)
end

function tour()
    model = Model(HIGHS)
    n = size(CITY_DISTANCES, 1)
    @variable(model, goes[i in 1:n, j in 1:n; i != j], Bin)
    @variable(model, 0 <= number[1:n] <= n - 1)
    @objective(model, Min, sum(CITY_DISTANCES[i, j] * goes[i, j] for (i, j) in eachindex(goes)))
    @constraint(model, [i in 1:n], sum(goes[i, :]) == 1)
    @constraint(model, [j in 1:n], sum(goes[:, j]) == 1)
    for i in 2:n, j in 2:n
        i != j && @constraint(model, number[i] + 1 <= number[j] + n * (1 - goes[i, j]))
    end
    optimize!(model)
    return objective_value(model)
end

function colouring()
    model = Model(HIGHS)
    @variable(model, has[1:NODES, 1:COLOURS], Bin)
    @variable(model, used[1:COLOURS], Bin)
    @objective(model, Min, sum(used))
    @constraint(model, [i in 1:NODES], sum(has[i, :]) == 1)
    for (i, j) in EDGES
        @constraint(model, has[i, :] + has[j, :] .<= used)
    end
    optimize!(model)
    return objective_value(model)
end

function sudoku()
    model = Model(HIGHS)
    @variable(model, has[1:9, 1:9, 1:9], Bin)
    @constraint(model, [i in 1:9, j in 1:9], sum(has[i, j, :]) == 1)
    @constraint(model, [i in 1:9, d in 1:9], sum(has[i, :, d]) == 1)
    @constraint(model, [j in 1:9, d in 1:9], sum(has[:, j, d]) == 1)
    @constraint(model, [i in 1:3:7, j in 1:3:7, d in 1:9], sum(has[i:(i + 2), j:(j + 2), d]) == 1)
    @constraint(model, [i in 1:9, j in 1:9; CLUES[i, j] > 0], has[i, j, CLUES[i, j]] == 1)
    optimize!(model)
    return [argmax(value.(has[i, j, :])) for i in 1:9, j in 1:9]
end

function queens()
    model = Model(HIGHS)
    n = size(SQUARE_VALUES, 1)
    @variable(model, queen[1:n, 1:n], Bin)
    @objective(model, Max, sum(SQUARE_VALUES .* queen))
    @constraint(model, [i in 1:n], sum(queen[i, :]) == 1)
    @constraint(model, [j in 1:n], sum(queen[:, j]) == 1)
    @constraint(model, [k in (1 - n):(n - 1)], sum(diag(queen, k)) <= 1)
    @constraint(model, [k in (1 - n):(n - 1)], sum(diag(reverse(queen; dims = 1), k)) <= 1)
    optimize!(model)
    return objective_value(model)
end

function magic_square()
    model = Model(HIGHS)
    n, total = ORDER, ORDER * (ORDER^2 + 1) ÷ 2
    @variable(model, 1 <= square[1:n, 1:n] <= n^2, Int)
    @objective(model, Min, square[1, 1])
    @constraint(model, vec(square) in MOI.AllDifferent(n^2))
    @constraint(model, [i in 1:n], sum(square[i, :]) == total)
    @constraint(model, [j in 1:n], sum(square[:, j]) == total)
    @constraint(model, sum(diag(square)) == total)
    @constraint(model, sum(diag(reverse(square; dims = 1))) == total)
    optimize!(model)
    return objective_value(model)
end

function cutting_stock()
    model = Model(HIGHS)
    widths = length(PIECES)
    @variable(model, used[1:ROLLS], Bin)
    @variable(model, cuts[1:ROLLS, 1:widths] >= 0, Int)
    @objective(model, Min, sum(used))
    @constraint(model, cuts * PIECE_WIDTHS .<= ROLL_WIDTH * used)
    @constraint(model, [j in 1:widths], sum(cuts[:, j]) >= PIECES[j])
    optimize!(model)
    return objective_value(model)
end

if abspath(PROGRAM_FILE) == @__FILE__
    for state_and_solve in (
        (knapsack, diet, assignment, transport, facility_location, job_shop)...,
        (tour, colouring, sudoku, queens, magic_square, cutting_stock)...,
    )
        state_and_solve()  # compiles
        seconds = sort([@elapsed(state_and_solve()) for _ in 1:3])[2]
        println(state_and_solve, " ", round(seconds; digits = 3), " s ", state_and_solve())
    end
end
