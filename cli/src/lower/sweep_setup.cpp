#include "lower/sweep_setup.h"

#include <ostream>

#include "lower/mapping_file.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "search/space_options.h"
#include "selection.h"

namespace clmm::cli {
SweepSetup::SweepSetup(const LowerArguments& arguments, const lowering::Mapping& mapping,
                       std::ostream& err)
    : arguments_(arguments),
      mapping_(mapping),
      err_(err),
      watch_(arguments.check),
      progress_(arguments.check, err),
      models_(source_variants(arguments, mapping)),
      target_models_(target_variants(arguments, mapping)) {}

/// --timeout is that of the whole work here.
bool SweepSetup::prepare() {
    if (!arguments_.output.empty() || !arguments_.check.inputs.empty())
        return told({selection("a test and --output are about one test, --size about all")}, err_);
    if (arguments_.check.models.size() > 1)
        return told({selection("this command is about one source model", "name one with --model")},
                    err_);
    const std::string fallback = mapping_.source_dialect == "C" ? "rc11" : "opencl-3.0";
    source_ = models_.get(!arguments_.check.models.empty() ? arguments_.check.models.front()
                          : mapping_.source_model.empty()  ? fallback
                                                           : mapping_.source_model);
    target_ = target_models_.get(arguments_.target_model.empty() ? mapping_.target_model
                                                                 : arguments_.target_model);
    for (const auto& each : {source_, target_})
        if (!*each) return told(each->diagnostics(), err_);
    options.space = arguments_.space;
    options.space.accesses = arguments_.size;
    options.space.sub_groups = true;  // targets may treat them apart
    const Diagnostics wrong = set_language(options.space, mapping_.source_dialect == "C",
                                           "the source of this mapping is in C");
    if (!wrong.empty()) return told(wrong, err_);
    options.shard = arguments_.check.shard.index;
    options.shards = arguments_.check.shard.count;
    options.jobs = job_count(arguments_.check);
    options.check = search_options(arguments_.check, watch_.flag());
    options.progress = [this](const lowering::SweepResult& now) {
        progress_.show(options.space, options.shards, now.programs, "tests",
                       std::to_string(now.broken) + " broken");
    };
    return true;
}

std::string SweepSetup::made_by() const {
    return options.lowerer == nullptr ? "" : "Compiler " + mapping_.name;
}

std::string SweepSetup::head(const Shard& part) const {
    std::string text = (made_by().empty() ? "Mapping " + mapping_.name : made_by()) + "\nSource " +
                       source().name + "\nTarget " + target().name + "\nTests " +
                       generator::describe(options.space) + "\n";
    if (part.count > 1)
        text += "Part " + std::to_string(part.index) + " of " + std::to_string(part.count) + "\n";
    return text + "\n";
}

}  // namespace clmm::cli
