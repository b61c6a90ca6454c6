// An array of plain values that grows. Large ones are offered to the system for huge pages.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

template <typename Item>
class Array {
  public:
    Array() = default;
    Array(Array&& other) noexcept { *this = std::move(other); }
    Array& operator=(Array&& other) noexcept {
        std::swap(items_, other.items_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~Array() { std::free(items_); }

    std::uint64_t size() const { return size_; }
    Item& operator[](std::uint64_t at) { return items_[at]; }
    const Item& operator[](std::uint64_t at) const { return items_[at]; }

    void resize(std::uint64_t size) {  // what is new holds anything
        hold(std::realloc(items_, size * sizeof(Item)), size);
    }

    void make_zero(std::uint64_t size) {  // the system's fresh pages are zero: they need not be written
        std::free(std::exchange(items_, nullptr));
        hold(std::calloc(size, sizeof(Item)), size);
    }

  private:
    Item* items_ = nullptr;
    std::uint64_t size_ = 0;

    void hold(void* items, std::uint64_t size) {
        if (items == nullptr) throw std::bad_alloc();
        items_ = static_cast<Item*>(items);
        size_ = size;
        offer_huge_pages(size * sizeof(Item));
    }

    void offer_huge_pages([[maybe_unused]] std::uint64_t bytes) {
#ifdef MADV_HUGEPAGE
        constexpr std::uintptr_t huge = 1 << 21;
        const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(items_) + huge - 1) & ~(huge - 1);
        const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(items_) + bytes) & ~(huge - 1);
        if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
    }
};
