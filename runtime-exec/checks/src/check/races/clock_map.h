#pragma once

#include <cstdint>
#include <utility>

namespace clmm::runtime::check {

/// A pointer to a value that counts its owners in `owners`, and that `dispose` frees when the last
/// one is gone. Not for several threads.
template <class T>
class Counted {
public:
    Counted() = default;
    explicit Counted(T* to) : to_(to) { take(); }
    Counted(const Counted& other) : to_(other.to_) { take(); }
    Counted(Counted&& other) noexcept : to_(std::exchange(other.to_, nullptr)) {}
    Counted& operator=(Counted other) noexcept {
        std::swap(to_, other.to_);
        return *this;
    }
    ~Counted() {
        if (to_ != nullptr && --to_->owners == 0) dispose(to_);
    }

    [[nodiscard]] T* get() const { return to_; }
    T* operator->() const { return to_; }
    T& operator*() const { return *to_; }
    explicit operator bool() const { return to_ != nullptr; }
    friend bool operator==(const Counted&, const Counted&) = default;
    /// Gives up the value without disposing of it; the caller does where it was the last owner.
    [[nodiscard]] T* abandon() { return std::exchange(to_, nullptr); }

private:
    void take() {
        if (to_ != nullptr) ++to_->owners;
    }
    T* to_ = nullptr;
};

/// Bytes in use, which nodes report on as they come and go.
using Account = std::uint64_t;

struct ClockMapNode;
void dispose(ClockMapNode* node);

/// A leaf (`bit` 0) holds a count; a branch the keys that agree with `key` above `bit`, those
/// without the bit on the left.
struct ClockMapNode {
    std::uint32_t owners = 0;
    std::uint32_t count = 0;
    std::uint64_t key = 0;
    std::uint64_t bit = 0;
    Counted<ClockMapNode> left, right;
    Account* account = nullptr;
};

/// A persistent map of 64-bit keys to counts; keys that are not there have 0. Maps that were made
/// of one another share what they have in common.
///
/// Idea     Okasaki and Gill, "Fast Mergeable Integer Maps", 1998, with the highest bit first, so
///          that keys with a common prefix are one subtree.
/// Cost     O(64) at worst, O(log n) usually; `join` is proportional to what the two do not share.
/// Tests    tests/unit/runtime-exec/check/races_clock_map_test.cpp
class ClockMap {
public:
    ClockMap() = default;

    [[nodiscard]] std::uint32_t get(std::uint64_t key) const;
    /// With at least `count` at the key.
    [[nodiscard]] ClockMap raised(std::uint64_t key, std::uint32_t count, Account& account) const;
    /// The greater of both counts at each key.
    [[nodiscard]] ClockMap joined(const ClockMap& other, Account& account) const;
    /// Without the keys whose bits from `shift` up are those of `key`.
    [[nodiscard]] ClockMap without(std::uint64_t key, unsigned shift, Account& account) const;
    /// Whether both share all they have; equal maps made apart need not.
    [[nodiscard]] bool is(const ClockMap& other) const { return root_ == other.root_; }
    [[nodiscard]] bool empty() const { return !root_; }

private:
    explicit ClockMap(Counted<ClockMapNode> root) : root_(std::move(root)) {}
    Counted<ClockMapNode> root_;
};

}  // namespace clmm::runtime::check
