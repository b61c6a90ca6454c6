// The 15-puzzle in one 64-bit word: the tile in cell c is in bits 4c to 4c + 3, the blank is 0. The goal is 0 1 ... 15.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fifteen {

using State = std::uint64_t;

constexpr State goal = 0xFEDCBA9876543210;

struct Moves {
    int count = 0;
    std::array<std::uint8_t, 4> cells{};  // where the blank may go: up, left, right, down
};

constexpr std::array<Moves, 16> make_moves() {
    std::array<Moves, 16> all{};
    for (int cell = 0; cell < 16; ++cell) {
        Moves& moves = all[cell];
        if (cell >= 4) moves.cells[moves.count++] = cell - 4;
        if (cell % 4 > 0) moves.cells[moves.count++] = cell - 1;
        if (cell % 4 < 3) moves.cells[moves.count++] = cell + 1;
        if (cell < 12) moves.cells[moves.count++] = cell + 4;
    }
    return all;
}

constexpr int way(int from, int to) {
    const int rows = from / 4 - to / 4, columns = from % 4 - to % 4;
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

using Ways = std::array<std::array<std::uint8_t, 16>, 16>;

constexpr Ways make_ways() {  // [cell][tile]: what the tile adds to Manhattan there
    Ways ways{};
    for (int cell = 0; cell < 16; ++cell)
        for (int tile = 1; tile < 16; ++tile) ways[cell][tile] = way(cell, tile);
    return ways;
}

inline constexpr std::array<Moves, 16> moves_of = make_moves();
inline constexpr Ways ways = make_ways();

using Changes = std::array<std::array<std::array<std::int8_t, 16>, 4>, 16>;

constexpr Changes make_changes() {  // [blank][which of its moves][tile]: what the move does to Manhattan
    Changes changes{};
    for (int blank = 0; blank < 16; ++blank)
        for (int at = 0; at < moves_of[blank].count; ++at)
            for (int tile = 1; tile < 16; ++tile)
                changes[blank][at][tile] = ways[blank][tile] - ways[moves_of[blank].cells[at]][tile];
    return changes;
}

inline constexpr Changes changes = make_changes();

inline int tile_at(State state, int cell) { return static_cast<int>(state >> (4 * cell) & 15); }

inline State moved(State state, int blank, int cell) {
    const State tile = state >> (4 * cell) & 15;
    return state ^ (tile << (4 * cell)) ^ (tile << (4 * blank));
}

inline int manhattan(State state) {
    int sum = 0;
    for (int cell = 0; cell < 16; ++cell) sum += ways[cell][tile_at(state, cell)];
    return sum;
}

// What Manhattan changes by when the blank goes the way `at` of its moves: from scratch, or of the one tile that moves.
template <bool incremental>
inline int change(State state, int h, int blank, int at) {
    const int cell = moves_of[blank].cells[at];
    if constexpr (incremental) return changes[blank][at][tile_at(state, cell)];
    return manhattan(moved(state, blank, cell)) - h;
}

inline int blank_of(State state) {
    int cell = 0;
    while (tile_at(state, cell) != 0) ++cell;
    return cell;
}

inline State parse(std::string_view text) {  // sixteen numbers with commas between them
    State state = 0;
    unsigned seen = 0;
    std::size_t from = 0;
    for (int cell = 0; cell < 16; ++cell) {
        const std::size_t end = text.find(',', from);
        const int tile = std::atoi(std::string(text.substr(from, end - from)).c_str());
        if (tile < 0 || tile > 15) throw std::invalid_argument("no tile: " + std::string(text));
        state |= static_cast<State>(tile) << (4 * cell);
        seen |= 1u << tile;
        if ((end == std::string_view::npos) != (cell == 15))
            throw std::invalid_argument("not 16 tiles: " + std::string(text));
        from = end + 1;
    }
    if (seen != 0xFFFF) throw std::invalid_argument("a tile is missing: " + std::string(text));
    return state;
}

}  // namespace fifteen
