// In place of src/campaign, in a build without SQLite: no campaign can be opened.
#include "clmm/base/features.h"
#include "clmm/hardware/campaign.h"

namespace clmm::hardware {
namespace {

Diagnostic missing() { return built_without(Feature::sqlite, "a database of runs"); }

}  // namespace

struct Campaign::Database {};

Campaign::Campaign(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Campaign::Campaign(Campaign&&) noexcept = default;
Campaign& Campaign::operator=(Campaign&&) noexcept = default;
Campaign::~Campaign() = default;

Result<Campaign> Campaign::open(const std::string& /*path*/) {
    return Result<Campaign>::failure(missing());
}

Result<Campaign> Campaign::open_existing(const std::string& path) { return open(path); }

Result<std::optional<RunRecord>> Campaign::find(const RunRecord& /*wanted*/) {
    return Result<std::optional<RunRecord>>::failure(missing());
}

Result<bool> Campaign::add(const RunRecord& /*record*/) { return Result<bool>::failure(missing()); }

Result<std::vector<RunRecord>> Campaign::runs() {
    return Result<std::vector<RunRecord>>::failure(missing());
}

Result<bool> Campaign::add(const Part& /*part*/) { return Result<bool>::failure(missing()); }

Result<std::vector<Campaign::Part>> Campaign::parts() {
    return Result<std::vector<Part>>::failure(missing());
}

Result<Campaign::Merged> Campaign::merge(Campaign& /*other*/) {
    return Result<Merged>::failure(missing());
}

}  // namespace clmm::hardware
