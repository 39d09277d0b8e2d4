// The program's operator new and delete, which these tests are linked with (not where sanitizers
// watch each block).
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

namespace {

struct Block {
    unsigned char* bytes;
    std::size_t size;
    unsigned char mark;
};

Block take(std::size_t size, unsigned char mark) {
    auto* const bytes = static_cast<unsigned char*>(::operator new(size));
    std::memset(bytes, mark, size);
    return {bytes, size, mark};
}

bool is_whole(const Block& block) {
    return std::all_of(block.bytes, block.bytes + block.size,
                       [&](unsigned char byte) { return byte == block.mark; });
}

void give_back(const Block& block, bool with_size) {
    if (with_size)
        ::operator delete(block.bytes, block.size);
    else
        ::operator delete(block.bytes);
}

/// Takes and gives back at random; false where a block was changed by another one's owner.
bool work(unsigned seed, std::vector<Block>& kept) {
    std::mt19937 random(seed);
    for (int step = 0; step < 20'000; ++step) {
        if (kept.size() < 300 && random() % 2 == 0) {
            kept.push_back(take(random() % 1500, static_cast<unsigned char>(random())));
        } else if (!kept.empty()) {
            std::swap(kept[random() % kept.size()], kept.back());
            if (!is_whole(kept.back())) return false;
            give_back(kept.back(), random() % 2 == 0);
            kept.pop_back();
        }
    }
    return std::ranges::all_of(kept, is_whole);
}

void give_back_all(const std::vector<Block>& blocks) {
    for (const Block& block : blocks) give_back(block, true);
}

TEST(SmallBlocks, EverySizeIsAlignedAndItsOwn) {
    std::vector<Block> blocks;
    for (std::size_t size = 0; size <= 2000; ++size)
        blocks.push_back(take(size, static_cast<unsigned char>(size)));
    for (const Block& block : blocks) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.bytes) % alignof(std::max_align_t), 0U);
        EXPECT_TRUE(is_whole(block)) << block.size;
    }
    std::ranges::sort(blocks, {}, &Block::bytes);
    EXPECT_EQ(std::ranges::adjacent_find(blocks, {}, &Block::bytes), blocks.end());
    give_back_all(blocks);
}

TEST(SmallBlocks, OneThreadAtRandom) {
    std::vector<Block> kept;
    EXPECT_TRUE(work(1, kept));
    give_back_all(kept);
}

TEST(SmallBlocks, WhatOneThreadTakesAnotherGivesBack) {
    for (unsigned round = 0; round < 3; ++round) {
        std::vector<std::vector<Block>> kept(4);
        std::vector<char> is_right(kept.size());
        std::vector<std::thread> threads;
        for (unsigned i = 0; i < kept.size(); ++i)
            threads.emplace_back([&, i] { is_right[i] = work(10 * round + i, kept[i]); });
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(std::ranges::count(is_right, 0), 0);
        for (const std::vector<Block>& each : kept) {
            EXPECT_TRUE(std::ranges::all_of(each, is_whole));
            give_back_all(each);
        }
    }
}

/// More than a thread keeps of one size.
TEST(SmallBlocks, ManyOfOneSize) {
    std::vector<Block> blocks;
    for (int i = 0; i < 50'000; ++i) blocks.push_back(take(48, static_cast<unsigned char>(i)));
    EXPECT_TRUE(std::ranges::all_of(blocks, is_whole));
    give_back_all(blocks);
    blocks.clear();
    for (int i = 0; i < 50'000; ++i) blocks.push_back(take(40, static_cast<unsigned char>(i)));
    EXPECT_TRUE(std::ranges::all_of(blocks, is_whole));
    give_back_all(blocks);
}

TEST(SmallBlocks, AChildGoesOn) {
    std::vector<Block> kept;
    ASSERT_TRUE(work(2, kept));
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) _exit(work(3, kept) ? 0 : 1);
    EXPECT_TRUE(work(4, kept));
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    give_back_all(kept);
}

}  // namespace
