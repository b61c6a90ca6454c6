// A* with Manhattan: nodes as a structure of arrays, an open-addressing hash table, a bucket queue.
//
// Among equal f the smaller h goes first, then the newest, as in astarlib.AStar; successors are made in the same order.
// So the counts are the same: the goal is not expanded, duplicates are generated, a state is stored once.
#include <algorithm>
#include <vector>

#include "arrays.hpp"
#include "fifteen.hpp"
#include "measured.hpp"

namespace {

using fifteen::State;
using Index = std::uint32_t;

constexpr Index none = 0;  // nodes are counted from 1

// All nodes, in the order in which they were made. A cheaper path to a state makes another node; the old one is stale.
struct Nodes {
    Array<State> state;
    Array<Index> parent, below;  // below: the node under this one in its bucket
    Array<std::uint8_t> g, h, blank, stale;
    std::uint64_t count = 1;

    Index add(State at, Index from, int cost, int estimate, int cell) {
        if (count >= state.size()) grow();
        const Index node = static_cast<Index>(count++);
        state[node] = at;
        parent[node] = from;
        g[node] = static_cast<std::uint8_t>(cost);
        h[node] = static_cast<std::uint8_t>(estimate);
        blank[node] = static_cast<std::uint8_t>(cell);
        stale[node] = 0;
        return node;
    }

    void grow() {
        const std::uint64_t size = state.size() == 0 ? 1 << 16 : 2 * state.size();
        if (size > UINT32_MAX) throw std::length_error("more than 2^32 nodes");
        state.resize(size);
        parent.resize(size);
        below.resize(size);
        g.resize(size);
        h.resize(size);
        blank.resize(size);
        stale.resize(size);
    }
};

// The newest node of each state, at most half full. A slot holds part of the hash, too, so that a look at the slot of
// another state seldom goes on to its node.
class Table {
  public:
    struct Slot {
        Index node;
        std::uint32_t tag;
    };

    Table() { slots_.make_zero(std::uint64_t{1} << (64 - shift_)); }

    static std::uint64_t hash(State state) { return (state ^ state >> 32) * 0x9E3779B97F4A7C15; }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash >> shift_], 1); }

    Slot& find(const Nodes& nodes, State state, std::uint64_t hash) {  // its slot, or the empty one where it belongs
        const auto tag = static_cast<std::uint32_t>(hash);
        std::uint64_t at = hash >> shift_;
        for (;; at = after(at)) {
            Slot& slot = slots_[at];
            if (slot.node == none || (slot.tag == tag && nodes.state[slot.node] == state)) return slot;
        }
    }

    void make_room(const Nodes& nodes, std::uint64_t count) {
        if (2 * count <= slots_.size()) return;
        Array<Slot> old;
        std::swap(old, slots_);
        slots_.make_zero(2 * old.size());
        --shift_;
        for (std::uint64_t from = 0; from < old.size(); ++from) {
            if (old[from].node == none) continue;
            std::uint64_t at = hash(nodes.state[old[from].node]) >> shift_;
            while (slots_[at].node != none) at = after(at);
            slots_[at] = old[from];
        }
    }

  private:
    int shift_ = 64 - 17;
    Array<Slot> slots_;

    std::uint64_t after(std::uint64_t at) const { return (at + 1) & (slots_.size() - 1); }
};

// A stack for each (f, h), linked through the nodes.
class Buckets {
  public:
    Buckets() { tops_.fill(none); least_h_.fill(255); }

    void push(Nodes& nodes, Index node, int f, int h) {
        Index& top = tops_[f << 7 | h];
        nodes.below[node] = top;
        top = node;
        least_h_[f] = std::min<std::uint8_t>(least_h_[f], h);
        least_f_ = std::min(least_f_, f);
    }

    Index pop(const Nodes& nodes) {  // none when all are empty
        for (; least_f_ < most_f; ++least_f_) {
            for (std::uint8_t& h = least_h_[least_f_]; h < 128; ++h) {
                Index& top = tops_[least_f_ << 7 | h];
                if (top == none) continue;
                const Index node = top;
                top = nodes.below[node];
                return node;
            }
        }
        return none;
    }

  private:
    static constexpr int most_f = 256;
    std::array<Index, most_f << 7> tops_;
    std::array<std::uint8_t, most_f> least_h_;
    int least_f_ = most_f;
};

template <bool incremental>
class AStar {
  public:
    measured::Answer solve(State start) {
        const std::uint64_t hash = Table::hash(start);
        const int blank = fifteen::blank_of(start);
        take(start, hash, table_.find(nodes_, start, hash), none, 0, fifteen::manhattan(start), blank);
        stored_ = 1;
        measured::Answer answer;
        while (true) {
            const Index node = buckets_.pop(nodes_);
            if (node == none) throw std::runtime_error("there is no solution");
            if (nodes_.stale[node]) continue;
            if (nodes_.state[node] == fifteen::goal) {
                for (Index at = node; nodes_.parent[at] != none; at = nodes_.parent[at]) ++answer.cost;
                break;
            }
            answer.generated += expand(node);
            ++answer.expanded;
        }
        answer.stored = stored_;
        return answer;
    }

  private:
    Nodes nodes_;
    Table table_;
    Buckets buckets_;
    std::uint64_t stored_ = 0;

    int expand(Index node) {
        table_.make_room(nodes_, stored_ + 4);
        const State state = nodes_.state[node];
        const int blank = nodes_.blank[node], g = nodes_.g[node] + 1, h = nodes_.h[node];
        const fifteen::Moves& moves = fifteen::moves_of[blank];
        std::array<State, 4> next;
        std::array<std::uint64_t, 4> hash;
        for (int at = 0; at < moves.count; ++at) {  // all lookups begin before the first is needed
            next[at] = fifteen::moved(state, blank, moves.cells[at]);
            hash[at] = Table::hash(next[at]);
            table_.prefetch(hash[at]);
        }
        for (int at = 0; at < moves.count; ++at) {
            Table::Slot& slot = table_.find(nodes_, next[at], hash[at]);
            if (slot.node == none) {
                const int next_h = h + fifteen::change<incremental>(state, h, blank, at);
                take(next[at], hash[at], slot, node, g, next_h, moves.cells[at]);
                ++stored_;
            } else if (g < nodes_.g[slot.node]) {
                nodes_.stale[slot.node] = 1;
                take(next[at], hash[at], slot, node, g, nodes_.h[slot.node], moves.cells[at]);
            }
        }
        return moves.count;
    }

    void take(State state, std::uint64_t hash, Table::Slot& slot, Index parent, int g, int h, int blank) {
        slot = {nodes_.add(state, parent, g, h, blank), static_cast<std::uint32_t>(hash)};
        buckets_.push(nodes_, slot.node, g + h, h);
    }
};

template <bool incremental>
measured::Answer solve(State start) {
    return AStar<incremental>().solve(start);
}

}  // namespace

int main(int count, char** words) { return measured::run(count, words, solve<false>, solve<true>); }
