#include "clmm/hardware/topology.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

#include "processor_set.h"

namespace clmm::hardware {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

/// The number at the start of a text: of `0-3,8`, which is ascending, the least.
std::optional<unsigned> leading_number(const std::string& text) {
    unsigned number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failed == std::errc() ? std::optional(number) : std::nullopt;
}

/// Of the first of the files that there is.
std::optional<unsigned> least_of(const fs::path& folder, std::initializer_list<const char*> files) {
    for (const char* file : files)
        if (const auto number = leading_number(first_line(folder / file))) return number;
    return std::nullopt;
}

struct Cache {
    unsigned level = 0;
    unsigned least = 0;
};

/// The cache of the highest level that holds data.
std::optional<Cache> last_cache(const fs::path& folder) {
    std::optional<Cache> last;
    for (unsigned index = 0; fs::exists(folder / ("index" + std::to_string(index))); ++index) {
        const fs::path cache = folder / ("index" + std::to_string(index));
        const auto level = leading_number(first_line(cache / "level"));
        const auto least = leading_number(first_line(cache / "shared_cpu_list"));
        if (!level || !least || first_line(cache / "type") == "Instruction") continue;
        if (!last || *level > last->level) last = Cache{*level, *least};
    }
    return last;
}

}  // namespace

Nearness nearness(const Processor& a, const Processor& b) {
    if (a.package != b.package) return Nearness::machine;
    if (a.core == b.core) return Nearness::core;
    return a.cache == b.cache ? Nearness::cache : Nearness::package;
}

std::string name_of(Nearness nearness, const Topology& topology) {
    switch (nearness) {
        case Nearness::core:
            return "same core (SMT)";
        case Nearness::cache:
            return "same L" + std::to_string(topology.cache_level);
        case Nearness::package:
            return "same socket";
        case Nearness::machine:
            break;
    }
    return "other socket";
}

Topology read_topology(const fs::path& folder, std::vector<unsigned> allowed) {
    std::ranges::sort(allowed);
    Topology out;
    for (const unsigned number : allowed) {
        const fs::path own = folder / ("cpu" + std::to_string(number));
        Processor processor{.number = number, .core = number, .cache = number, .package = 0};
        processor.core =
            least_of(own / "topology", {"core_cpus_list", "thread_siblings_list"}).value_or(number);
        processor.package =
            least_of(own / "topology", {"package_cpus_list", "core_siblings_list"}).value_or(0);
        if (const auto cache = last_cache(own / "cache")) {
            processor.cache = cache->least;
            out.cache_level = std::max(out.cache_level, cache->level);
        }
        out.processors.push_back(processor);
    }
    return out;
}

Topology this_topology() {
    // The kernel may know more processors than the usual set has room for.
    for (std::size_t room = CPU_SETSIZE; room <= (std::size_t{1} << 20U); room *= 2) {
        ProcessorSet set(room);
        if (sched_getaffinity(0, set.bytes(), set.data()) == 0)
            return read_topology("/sys/devices/system/cpu", set.numbers());
    }
    return {};
}

}  // namespace clmm::hardware
