// IDA* with Manhattan: recursive, scalars only, the move straight back left out.
//
// The counts are those of astarlib.IDAStar with CycleCheck.PARENT: a goal that is reached is not expanded, and an
// expansion generates all its successors at once.
#include <climits>

#include "fifteen.hpp"
#include "measured.hpp"

namespace {

using fifteen::State;

template <bool incremental>
class IDAStar {
  public:
    measured::Answer solve(State start) {
        const int blank = fifteen::blank_of(start), h = fifteen::manhattan(start);
        measured::Answer answer;
        for (threshold_ = h;; threshold_ = next_threshold_) {
            answer.generated_before_last = generated_;
            next_threshold_ = INT_MAX;
            if (search(start, blank, blank, threshold_ - h, h)) break;
        }
        answer.cost = threshold_;
        answer.expanded = expanded_;
        answer.generated = generated_;
        return answer;
    }

  private:
    int threshold_ = 0, next_threshold_ = 0;
    std::uint64_t expanded_ = 0, generated_ = 0;

    // `slack` is what f may still grow by; h is handed down, or found anew where it is not `incremental`.
    bool search(State state, int blank, int before, int slack, int h) {
        if (h == 0) return true;  // Manhattan is 0 at the goal alone
        const fifteen::Moves& moves = fifteen::moves_of[blank];
        ++expanded_;
        generated_ += moves.count - (before != blank);
        for (int at = 0; at < moves.count; ++at) {
            const int cell = moves.cells[at];
            if (cell == before) continue;
            const int change = fifteen::change<incremental>(state, h, blank, at), left = slack - 1 - change;
            if (left < 0) {
                if (threshold_ - left < next_threshold_) next_threshold_ = threshold_ - left;
            } else if (search(fifteen::moved(state, blank, cell), cell, blank, left, h + change)) {
                return true;
            }
        }
        return false;
    }
};

template <bool incremental>
measured::Answer solve(State start) {
    return IDAStar<incremental>().solve(start);
}

}  // namespace

int main(int count, char** words) { return measured::run(count, words, solve<false>, solve<true>); }
