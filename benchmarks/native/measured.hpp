// Runs a search on each board of the command line and prints one line of JSON, as the harness expects it.
#pragma once

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "fifteen.hpp"

namespace measured {

struct Answer {
    int cost = 0;
    std::uint64_t expanded = 0, generated = 0, stored = 0, generated_before_last = 0;
};

inline double seconds_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Resident memory now (VmRSS) or at most (VmHWM). On Linux getrusage tells that of the process that started this one.
inline long bytes(const char* name) {
    if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
        char line[256];
        long kibibytes = -1;
        while (kibibytes < 0 && std::fgets(line, sizeof line, status) != nullptr)
            if (std::strncmp(line, name, std::strlen(name)) == 0) kibibytes = std::atol(line + std::strlen(name) + 1);
        std::fclose(status);
        if (kibibytes >= 0) return kibibytes * 1024;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// Costs and counts are sums over all boards.
inline void print(const std::vector<Answer>& answers, double seconds, double wall, double prepared, long before) {
    Answer sum;
    for (const Answer& one : answers) {
        sum.cost += one.cost;
        sum.expanded += one.expanded;
        sum.generated += one.generated;
        sum.stored += one.stored;
        sum.generated_before_last += one.generated_before_last;
    }
    std::printf("{\"seconds\": %.9f, \"wall\": %.9f, \"prepared\": %.9f, ", seconds, wall, prepared);
    std::printf("\"bytes_before\": %ld, \"bytes_peak\": %ld, ", before, bytes("VmHWM"));
    std::printf("\"answer\": {\"cost\": %d, \"boards\": %zu, ", sum.cost, answers.size());
    std::printf("\"expanded\": %llu, ", static_cast<unsigned long long>(sum.expanded));
    if (sum.stored > 0) std::printf("\"stored\": %llu, ", static_cast<unsigned long long>(sum.stored));
    if (sum.generated_before_last > 0)
        std::printf("\"generated_before_last\": %llu, ", static_cast<unsigned long long>(sum.generated_before_last));
    std::printf("\"generated\": %llu}, ", static_cast<unsigned long long>(sum.generated));
    std::printf("\"figures\": {\"expanded per second\": %.0f, ", static_cast<double>(sum.expanded) / seconds);
    std::printf("\"generated per second\": %.0f}, ", static_cast<double>(sum.generated) / seconds);
    std::printf("\"versions\": {\"c++\": \"%s\"}}\n", __VERSION__);
}

// `PROGRAM scratch|incremental BOARD...`
template <typename Search>
int run(int count, char** words, Search scratch, Search incremental) {
    try {
        const std::string_view how = count > 2 ? words[1] : "";
        if (how != "scratch" && how != "incremental") throw std::invalid_argument("scratch|incremental BOARD...");
        std::vector<fifteen::State> boards;
        for (int at = 2; at < count; ++at) boards.push_back(fifteen::parse(words[at]));
        std::vector<Answer> answers;
        const double prepared = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        const long before = bytes("VmRSS");
        const double began = seconds_of(CLOCK_MONOTONIC);
        for (const fifteen::State board : boards) answers.push_back((how == "scratch" ? scratch : incremental)(board));
        const double seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - prepared;
        print(answers, seconds, seconds_of(CLOCK_MONOTONIC) - began, prepared, before);
        return 0;
    } catch (const std::exception& error) {
        std::printf("{\"error\": \"%s\"}\n", error.what());
        return 1;
    }
}

}  // namespace measured
