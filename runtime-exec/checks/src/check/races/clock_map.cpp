#include "check/races/clock_map.h"

#include <algorithm>
#include <bit>

namespace clmm::runtime::check {

void dispose(ClockMapNode* node) {
    *node->account -= sizeof(ClockMapNode);
    delete node;
}

namespace {

using Node = Counted<ClockMapNode>;

Node make(ClockMapNode node, Account& account) {
    node.account = &account;
    account += sizeof(ClockMapNode);
    return Node(new ClockMapNode(std::move(node)));
}

Node leaf(std::uint64_t key, std::uint32_t count, Account& account) {
    return make({.count = count, .key = key, .left = {}, .right = {}}, account);
}

std::uint64_t above(std::uint64_t key, std::uint64_t bit) { return key & ~(bit | (bit - 1)); }

Node branch(std::uint64_t key, std::uint64_t bit, Node left, Node right, Account& account) {
    if (!left) return right;
    if (!right) return left;
    return make(
        {.key = above(key, bit), .bit = bit, .left = std::move(left), .right = std::move(right)},
        account);
}

bool is_below(std::uint64_t key, const ClockMapNode& node) {
    return above(key, node.bit) == node.key;
}

/// Of two subtrees that differ in a bit above both.
Node side_by_side(const Node& a, const Node& b, Account& account) {
    const std::uint64_t bit = std::bit_floor(a->key ^ b->key);
    return (a->key & bit) == 0 ? branch(a->key, bit, a, b, account)
                               : branch(a->key, bit, b, a, account);
}

Node join(const Node& a, const Node& b, Account& account);

/// `b` lies in one half of `a`, a branch.
Node join_half(const Node& a, const Node& b, Account& account) {
    const bool on_left = (b->key & a->bit) == 0;
    const Node& half = on_left ? a->left : a->right;
    Node changed = join(half, b, account);
    if (changed == half) return a;
    return on_left ? branch(a->key, a->bit, std::move(changed), a->right, account)
                   : branch(a->key, a->bit, a->left, std::move(changed), account);
}

Node join_leaves(const Node& a, const Node& b) { return a->count >= b->count ? a : b; }

Node join(const Node& a, const Node& b, Account& account) {
    if (!a || a == b) return b;
    if (!b) return a;
    if (a->bit == b->bit && a->key == b->key) {
        if (a->bit == 0) return join_leaves(a, b);
        Node left = join(a->left, b->left, account);
        Node right = join(a->right, b->right, account);
        if (left == a->left && right == a->right) return a;
        if (left == b->left && right == b->right) return b;
        return branch(a->key, a->bit, std::move(left), std::move(right), account);
    }
    if (a->bit > b->bit && is_below(b->key, *a)) return join_half(a, b, account);
    if (b->bit > a->bit && is_below(a->key, *b)) return join_half(b, a, account);
    return side_by_side(a, b, account);
}

Node remove(const Node& node, std::uint64_t prefix, unsigned shift, Account& account) {
    if (!node) return node;
    if (node->bit < std::uint64_t{1} << shift) return node->key >> shift == prefix ? Node() : node;
    if (!is_below(prefix << shift, *node)) return node;
    const bool on_left = (prefix << shift & node->bit) == 0;
    const Node& half = on_left ? node->left : node->right;
    Node changed = remove(half, prefix, shift, account);
    if (changed == half) return node;
    return on_left ? branch(node->key, node->bit, std::move(changed), node->right, account)
                   : branch(node->key, node->bit, node->left, std::move(changed), account);
}

}  // namespace

std::uint32_t ClockMap::get(std::uint64_t key) const {
    const ClockMapNode* node = root_.get();
    while (node != nullptr && node->bit != 0) {
        if (!is_below(key, *node)) return 0;
        node = (key & node->bit) == 0 ? node->left.get() : node->right.get();
    }
    return node != nullptr && node->key == key ? node->count : 0;
}

ClockMap ClockMap::raised(std::uint64_t key, std::uint32_t count, Account& account) const {
    return ClockMap(join(root_, leaf(key, count, account), account));
}

ClockMap ClockMap::joined(const ClockMap& other, Account& account) const {
    return ClockMap(join(root_, other.root_, account));
}

ClockMap ClockMap::without(std::uint64_t key, unsigned shift, Account& account) const {
    return ClockMap(remove(root_, key >> shift, shift, account));
}

}  // namespace clmm::runtime::check
