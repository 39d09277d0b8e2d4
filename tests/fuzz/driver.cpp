// The harnesses without libFuzzer: what once went wrong is replayed, then seeds are mutated.
//
//   fuzzer NAME [--finds DIR] [--runs N] [--seed S] [--from DIR]... [--last FILE]
//
// Exit code 77: there are no seeds.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "harness.h"
#include "mutate.h"
#include "seeds.h"

namespace clmm::fuzz {
namespace {

namespace fs = std::filesystem;

struct Arguments {
    const Harness* harness = nullptr;
    std::string finds, last;
    std::vector<std::string> from;
    std::uint64_t runs = 0, seed = 1;
};

std::uint64_t number_of(const std::string& text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::optional<Arguments> arguments_of(const std::vector<std::string>& words) {
    Arguments made;
    for (const Harness& each : harnesses())
        if (!words.empty() && each.name == words.front()) made.harness = &each;
    if (made.harness == nullptr) return std::nullopt;
    for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
        if (words[i] == "--finds") made.finds = words[i + 1];
        if (words[i] == "--runs") made.runs = number_of(words[i + 1]);
        if (words[i] == "--seed") made.seed = number_of(words[i + 1]);
        if (words[i] == "--from") made.from.push_back(words[i + 1]);
        if (words[i] == "--last") made.last = words[i + 1];
    }
    return made;
}

/// A file with the text that is eaten: who crashes on it cannot write it any more.
class Last {
public:
    explicit Last(const std::string& path)
        : file_(path.empty() ? -1 : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644)) {}
    ~Last() {
        if (file_ >= 0) ::close(file_);
    }
    Last(const Last&) = delete;
    Last& operator=(const Last&) = delete;

    void keep(const std::string& text) const {
        if (file_ < 0) return;
        const auto size = static_cast<ssize_t>(text.size());
        if (::pwrite(file_, text.data(), text.size(), 0) != size || ::ftruncate(file_, size) != 0)
            broken("the last text is kept", "no space");
    }

private:
    int file_;
};

int run(const Arguments& arguments) {
    const Last last(arguments.last);
    const auto eat = [&](const std::string& text) {
        last.keep(text);
        return arguments.harness->eat(text);
    };
    std::size_t finds = 0;
    if (!arguments.finds.empty() && fs::exists(arguments.finds))
        for (const std::string& text : texts_below(arguments.finds)) {
            static_cast<void>(eat(text));
            ++finds;
        }
    const std::vector<std::string> seeds = seeds_of(*arguments.harness, arguments.from);
    if (seeds.empty() && finds == 0) return 77;
    constexpr std::size_t kMost = 20'000;
    std::mt19937 random(static_cast<std::mt19937::result_type>(arguments.seed));
    std::uint64_t read = 0;
    for (std::uint64_t i = 0; i < arguments.runs && !seeds.empty(); ++i)
        if (eat(mutated(seeds[random() % seeds.size()], seeds, random, kMost))) ++read;
    std::printf("%.*s: %zu finds, %zu seeds, %llu runs, %llu of which were read\n",
                static_cast<int>(arguments.harness->name.size()), arguments.harness->name.data(),
                finds, seeds.size(), static_cast<unsigned long long>(arguments.runs),
                static_cast<unsigned long long>(read));
    return 0;
}

}  // namespace
}  // namespace clmm::fuzz

int main(int argc, char** argv) {
    const auto arguments = clmm::fuzz::arguments_of({argv + 1, argv + argc});
    if (arguments) return clmm::fuzz::run(*arguments);
    std::fprintf(stderr,
                 "fuzzer NAME [--finds DIR] [--runs N] [--seed S] [--from DIR]... [--last FILE]\n");
    for (const auto& each : clmm::fuzz::harnesses())
        std::fprintf(stderr, "  %-10.*s %.*s\n", static_cast<int>(each.name.size()),
                     each.name.data(), static_cast<int>(each.about.size()), each.about.data());
    return 2;
}
