#include "search/space_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <vector>

#include "clmm/targets/languages.h"
#include "selection.h"

namespace clmm::cli {
namespace {

using generator::MemoryOrder;
using generator::MemoryScope;
using generator::Modification;

/// `--rmw exchange,add`, `--scopes work_group,device`.
template <class T>
CLI::Option* add_words(CLI::App& command, const std::string& name,
                       const std::function<void(std::vector<T>)>& take, const std::vector<T>& known,
                       const std::string& help) {
    const auto parse = [take, known, name](const std::vector<std::string>& words) {
        std::vector<T> chosen;
        for (const std::string& word : words) {
            if (word == "none") continue;
            const auto found = std::ranges::find_if(
                known, [&](const T& each) { return generator::word_of(each) == word; });
            if (found == known.end())
                throw CLI::ValidationError(name + ": unknown word '" + word + "'");
            chosen.push_back(*found);
        }
        take(std::move(chosen));
    };
    return command.add_option_function<std::vector<std::string>>(name, parse, help)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("WORD[,WORD…]");
}

/// Weaker orders and narrower scopes come first, whatever the order of words.
template <class T>
std::vector<T> sorted(std::vector<T> words) {
    std::ranges::sort(words);
    const auto rest = std::ranges::unique(words);
    words.erase(rest.begin(), rest.end());
    return words;
}

void keep_orders(generator::Space& space, const std::vector<MemoryOrder>& orders) {
    for (auto* list :
         {&space.load_orders, &space.store_orders, &space.modify_orders, &space.fence_orders})
        std::erase_if(*list, [&](MemoryOrder each) {
            return std::ranges::find(orders, each) == orders.end();
        });
}

void declare_operations(CLI::App& command, generator::Space& space, const std::string& group) {
    const std::string operations =
        space.modifications.empty() ? "none"
                                    : std::string(generator::word_of(space.modifications.front()));
    add_words<Modification>(
        command, "--rmw", [&space](auto words) { space.modifications = std::move(words); },
        {Modification::exchange, Modification::add, Modification::subtract, Modification::bit_or,
         Modification::bit_xor, Modification::bit_and},
        "read-modify-writes (default " + operations + "), or none")
        ->group(group);
    add_words<MemoryOrder>(
        command, "--orders", [&space](const auto& words) { keep_orders(space, words); },
        {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::release, MemoryOrder::acq_rel,
         MemoryOrder::seq_cst},
        "orders of accesses and fences (default all)")
        ->group(group);
    command.add_flag("--cas", space.compare_exchange, "also compare-exchanges")->group(group);
    command
        .add_flag("--dependencies", space.dependencies,
                  "also stores of computed values, and accesses under conditions")
        ->group(group);
}

}  // namespace

generator::Space small_space() {
    generator::Space space;
    space.accesses = 4;
    space.fences = 1;
    space.plain = false;
    space.unused_results = false;
    space.modifications.clear();
    return space;
}

void declare_space_options(CLI::App& command, generator::Space& space, const std::string& group) {
    command
        .add_option("--threads", space.threads,
                    "at most so many threads (default " + std::to_string(space.threads) + ")")
        ->type_name("N")
        ->check(CLI::Range(2, 4))
        ->group(group);
    command
        .add_option("--fences", space.fences,
                    "at most so many fences (default " + std::to_string(space.fences) + ")")
        ->type_name("N")
        ->check(CLI::Range(0, 6))
        ->group(group);
    declare_operations(command, space, group);
    add_words<MemoryScope>(
        command, "--scopes", [&space](auto words) { space.scopes = sorted(std::move(words)); },
        {MemoryScope::sub_group, MemoryScope::work_group, MemoryScope::device,
         MemoryScope::all_devices},
        "scopes of OpenCL C (default all_devices)")
        ->group(group);
    command.add_flag("--places", space.places, "also threads that share work-groups or devices")
        ->group(group);
    command.add_flag("--regions", space.regions, "also local memory")->group(group);
    command
        .add_flag("--barriers", space.barriers, "also a barrier of a work-group (with --places)")
        ->group(group);
    if (space.plain)
        command
            .add_flag_callback(
                "--no-plain", [&space] { space.plain = false; }, "no accesses that are not atomic")
            ->group(group);
    else
        command.add_flag("--plain", space.plain, "also accesses that are not atomic")->group(group);
}

bool is_about_c(const std::string& model) {
    const auto test = targets::read_test(
        std::make_shared<Source>("C", "C t\n{ [x]=0; }\nP0 (atomic_int* x) { int r0 = 0; }\n"));
    if (!test) return false;
    const auto names = test->front_end->models(*test);
    return std::ranges::find(names, model) != names.end();
}

Diagnostics set_language(generator::Space& space, bool is_c, const std::string& hint) {
    space.dialect = is_c ? generator::Dialect::c : generator::Dialect::opencl;
    const bool has_scopes = space.scopes != std::vector{MemoryScope::all_devices};
    if (is_c && (has_scopes || space.places || space.regions || space.barriers))
        return {selection("tests in C have no scopes, work-groups, regions and barriers", hint)};
    return {};
}

}  // namespace clmm::cli
