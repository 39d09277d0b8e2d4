#include "clmm/comparison/observed.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "clmm/base/reject.h"
#include "clmm/comparison/answer.h"
#include "clmm/comparison/csv.h"

namespace clmm::comparison {
namespace {

std::string in_lower_case(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

/// Where a table has what is asked for.
struct Columns {
    std::size_t test, state, count;
    std::optional<std::size_t> device, allowed;
    std::size_t needed;  ///< fields of a row
};

class StatesTable {
public:
    StatesTable(const SourcePtr& csv, std::string_view device) : csv_(csv), device_(device) {}

    Result<std::vector<Observed>> operator()() {
        try {
            for (std::size_t at = 0; at < csv_->text().size();) {
                const std::size_t end = std::min(csv_->text().find('\n', at), csv_->text().size());
                std::string_view line = std::string_view(csv_->text()).substr(at, end - at);
                if (line.ends_with('\r')) line.remove_suffix(1);
                here_ = {static_cast<std::uint32_t>(at),
                         static_cast<std::uint32_t>(at + line.size())};
                read_line(line);
                at = end + 1;
            }
            require(columns_.has_value(), "E-TABLE", "this table is empty", Span{});
        } catch (const Rejected& rejected) {
            return Result<std::vector<Observed>>::failure(rejected.in(csv_));
        }
        std::erase_if(tests_, [](const Observed& each) { return each.states.empty(); });
        return std::move(tests_);
    }

private:
    void read_line(std::string_view line) {
        if (line.empty()) return;
        const std::vector<std::string> fields = csv_fields(line);
        if (!columns_)
            columns_ = head(fields);
        else
            read_row(fields);
    }

    [[nodiscard]] Columns head(const std::vector<std::string>& fields) const {
        const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
            const auto found = std::ranges::find(fields, name);
            if (found == fields.end()) return std::nullopt;
            return static_cast<std::size_t>(found - fields.begin());
        };
        const auto needed = [&](std::string_view name) {
            const auto at = find(name);
            require(at.has_value(), "E-TABLE",
                    "this table has no column '" + std::string(name) + "'", here_,
                    "a table of states has the columns test, state and count");
            return *at;
        };
        return {needed("test"), needed("state"), needed("count"),
                find("device"), find("allowed"), fields.size()};
    }

    void read_row(const std::vector<std::string>& fields) {
        require(fields.size() == columns_->needed, "E-TABLE",
                "a row has " + std::to_string(columns_->needed) + " fields here, and this one " +
                    std::to_string(fields.size()),
                here_);
        if (columns_->device && !is_called(fields[*columns_->device], device_)) return;
        const std::string& state = fields[columns_->state];
        if (state.empty()) return;  // a test that was not run
        const std::string& text = fields[columns_->count];
        std::uint64_t count = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
        require(error == std::errc() && end == text.data() + text.size(), "E-TABLE",
                quote(text) + " is no number of sightings", here_);
        if (count == 0 || (columns_->allowed && fields[*columns_->allowed] == "filtered")) return;
        Observed& test = of(fields[columns_->test]);
        test.instances += count;
        test.states[normal_state(state)] += count;
    }

    Observed& of(const std::string& name) {
        const auto [known, is_new] = numbers_.emplace(name, tests_.size());
        if (is_new) tests_.push_back({name, nullptr});
        return tests_[known->second];
    }

    SourcePtr csv_;
    std::string_view device_;
    Span here_;
    std::optional<Columns> columns_;
    std::vector<Observed> tests_;
    std::map<std::string, std::size_t> numbers_;
};

}  // namespace

void Observed::add(const Observed& other) {
    instances += other.instances;
    for (const auto& [state, count] : other.states) states[state] += count;
}

bool is_called(std::string_view name, std::string_view part) {
    return in_lower_case(name).find(in_lower_case(part)) != std::string::npos;
}

Result<std::vector<Observed>> read_states_table(const SourcePtr& csv, std::string_view device) {
    return StatesTable(csv, device)();
}

}  // namespace clmm::comparison
