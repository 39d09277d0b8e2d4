#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/check_arguments.h"
#include "inputs.h"
#include "process/part.h"
#include "search/state_file.h"

namespace clmm::cli {

/// What a search finds, in files: what an earlier one of the same left, and those of all parts.
/// `Found` is the search's result so far; report/ writes and reads it.
template <class Found>
class KeptSearch {
public:
    using Read = Result<Found> (*)(const SourcePtr& file, const std::string& key);
    using Write = std::string (*)(const Found& found, const std::string& key);

    /// Keeps `check` and `err` by reference. `path`: the file of this search; empty: none.
    KeptSearch(const CheckArguments& check, const std::string& path, Read read, Write write,
               std::ostream& err)
        : check_(check), state_(path, err), read_(read), write_(write) {}

    /// What the file has; nothing where there is none. `key`: what it has to be about.
    [[nodiscard]] Result<std::optional<Found>> earlier(const std::string& key) const {
        const auto file = state_.earlier();
        using Answer = Result<std::optional<Found>>;
        if (!file) return Answer::failure(file.diagnostics());
        if (!*file) return std::optional<Found>();
        auto known = read_(*file, key);
        if (!known) return Answer::failure(known.diagnostics());
        return std::optional<Found>(std::move(known).value());
    }

    /// What searches of all parts found, in their order.
    [[nodiscard]] Result<std::vector<Found>> parts(
        const std::function<std::string(Shard)>& key_of) const {
        std::vector<Found> found;
        for (std::size_t i = 0; i < check_.parts.size(); ++i) {
            const auto file = read_source(check_.parts[i]);
            if (!file) return Result<std::vector<Found>>::failure(file.diagnostics());
            auto part = read_(*file, key_of({i + 1, check_.parts.size()}));
            if (!part) return Result<std::vector<Found>>::failure(part.diagnostics());
            found.push_back(std::move(part).value());
        }
        return found;
    }

    /// Whether it is time to save().
    [[nodiscard]] bool is_due() { return state_.is_due(); }
    /// False, with a message, where the file cannot be written.
    [[nodiscard]] bool save(const Found& found, const std::string& key, bool is_finished) const {
        return !state_.is_kept() ||
               state_.write(part_of(write_(found, key), check_, is_finished, {"--timeout"}));
    }

private:
    const CheckArguments& check_;
    StateFile state_;
    Read read_;
    Write write_;
};

}  // namespace clmm::cli
