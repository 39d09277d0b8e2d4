// Kernels as plain C++ functions: the work-items of a group take turns between barriers, the groups
// run one after the other. The text of the kernels is included after this.
#pragma once

#include <ucontext.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include "builtins.h"

namespace kernels {

struct Item {
    ucontext_t context{};
    std::unique_ptr<char[]> stack;
    bool ended = false;
};

struct Launch {
    ulong global = 1, local = 1, group = 0, item = 0;
    ucontext_t scheduler{};
    std::vector<Item> items;
    std::function<void()> kernel;
};
inline Launch launch;

inline void enter() {
    launch.kernel();
    launch.items[launch.item].ended = true;
    swapcontext(&launch.items[launch.item].context, &launch.scheduler);
}

/// Lets each item of the group go on to its next barrier, or its end; false once all have ended.
inline bool next_interval() {
    std::size_t ended = 0;
    for (launch.item = 0; launch.item < launch.local; ++launch.item) {
        swapcontext(&launch.scheduler, &launch.items[launch.item].context);
        ended += launch.items[launch.item].ended ? 1 : 0;
    }
    if (ended != 0 && ended != launch.local)
        std::abort();  // a divergent barrier: the generator's mistake
    return ended == 0;
}

inline void run(ulong global, ulong local, std::function<void()> kernel) {
    constexpr std::size_t kStack = 256 * 1024;
    launch.global = global;
    launch.local = local;
    launch.kernel = std::move(kernel);
    for (launch.group = 0; launch.group < global / local; ++launch.group) {
        launch.items = std::vector<Item>(local);
        for (Item& item : launch.items) {
            item.stack = std::make_unique<char[]>(kStack);
            getcontext(&item.context);
            item.context.uc_stack.ss_sp = item.stack.get();
            item.context.uc_stack.ss_size = kStack;
            makecontext(&item.context, enter, 0);
        }
        while (next_interval()) {
        }
    }
}

inline ulong get_global_id(uint) { return launch.group * launch.local + launch.item; }
inline ulong get_local_id(uint) { return launch.item; }
inline ulong get_group_id(uint) { return launch.group; }
inline ulong get_global_size(uint) { return launch.global; }
inline ulong get_local_size(uint) { return launch.local; }
inline ulong get_num_groups(uint) { return launch.global / launch.local; }
inline void barrier(int) { swapcontext(&launch.items[launch.item].context, &launch.scheduler); }
constexpr int CLK_LOCAL_MEM_FENCE = 1, CLK_GLOBAL_MEM_FENCE = 2;

template <class T>
void atomic_add(T* at, T x) {
    *at = static_cast<T>(static_cast<uint>(*at) + static_cast<uint>(x));
}
template <class T>
void atomic_sub(T* at, T x) {
    *at = static_cast<T>(static_cast<uint>(*at) - static_cast<uint>(x));
}
template <class T>
void atomic_inc(T* at) {
    atomic_add(at, T{1});
}
template <class T>
void atomic_or(T* at, T x) {
    *at |= x;
}
template <class T>
void atomic_and(T* at, T x) {
    *at &= x;
}
template <class T>
void atomic_xor(T* at, T x) {
    *at ^= x;
}
template <class T>
void atomic_min(T* at, T x) {
    *at = x < *at ? x : *at;
}
template <class T>
void atomic_max(T* at, T x) {
    *at = x > *at ? x : *at;
}

/// A line of hexadecimal digits: the bytes of a buffer.
template <class T>
void print(const char* name, const std::vector<T>& buffer) {
    std::printf("%s ", name);
    const auto* bytes = reinterpret_cast<const uchar*>(buffer.data());
    for (std::size_t i = 0; i < buffer.size() * sizeof(T); ++i) std::printf("%02x", bytes[i]);
    std::printf("\n");
}

}  // namespace kernels

#define kernel
#define global
#define local
#define private
#define constant const
#define LOCAL static  // a variable of the group: groups run one after the other
#define VEC(type, ...) vector_of<type>(__VA_ARGS__)
#define CHOSEN(c, a, b) chosen(c, a, b)
#define PART(x) ((x).get())
