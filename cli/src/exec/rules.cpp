#include "exec/rules.h"

#include <string_view>
#include <utility>
#include <vector>

#include "clmm/enumerator/engines.h"
#include "exec/values/argument.h"
#include "inputs.h"

namespace clmm::cli {
namespace {

using runtime::Rules;

template <class Value>
using Readings = std::vector<std::pair<std::string_view, Value>>;

template <class Value>
Value value_of(const model::MemoryModel& model, std::string_view name,
               const Readings<Value>& readings) {
    const std::string_view wanted = model.value_of(name);
    for (const auto& [text, value] : readings)
        if (text == wanted) return value;
    reject(nullptr, {}, "E-UNSUPPORTED",
           "races and weak memory are not followed by the model '" + model.program.name + "'" +
               (wanted.empty() ? ": it has no switch '" + std::string(name) + "'"
                               : ", with " + std::string(name) + "=" + std::string(wanted)),
           "opencl-2.0, opencl-3.0, opencl-3.1 and opencl-scoped are followed");
}

/// What the model of kernels that are run says. Throws ExecError.
template <class Work>
auto with_model_of_kernels(const std::vector<std::string>& models,
                           const std::vector<std::string>& variants, Work&& work) {
    ModelStore store(variants);
    const ModelStore::Loaded model = store.get(model_of_kernels(models));
    if (!*model) throw ExecError{model->diagnostics()};
    return work(model->value());
}

}  // namespace

Rules rules_of(const model::MemoryModel& model) {
    using Inclusive = Rules::InclusiveScope;
    using Device = Rules::DeviceScope;
    using Local = Rules::LocalScope;
    using User = Rules::UserEvent;
    using Sync = Rules::AtomicSync;
    using Sequence = Rules::ReleaseSequence;
    using Regions = Rules::CrossingRegions;
    using Joins = Rules::CrossingJoins;
    Rules out;
    out.inclusive_scope = value_of<Inclusive>(
        model, "inclusive-scope", {{"same", Inclusive::same}, {"mutual", Inclusive::mutual}});
    out.device_scope = value_of<Device>(model, "device-scope",
                                        {{"kernel-instance", Device::kernel_instance},
                                         {"parent-and-child", Device::parent_and_child},
                                         {"descendants", Device::descendants},
                                         {"device", Device::device}});
    out.local_scope = value_of<Local>(
        model, "local-scope", {{"narrowed", Local::narrowed}, {"as-written", Local::as_written}});
    out.atomic_sync =
        value_of<Sync>(model, "atomic-sync", {{"incl", Sync::incl}, {"text", Sync::text}});
    out.release_sequence = value_of<Sequence>(model, "release-sequence",
                                              {{"c11", Sequence::c11}, {"c20", Sequence::c20}});
    out.crossing_regions =
        value_of<Regions>(model, "crossing-regions",
                          {{"sc-or-two-flag-fences", Regions::sc_or_two_flag_fences},
                           {"two-flag-fences", Regions::two_flag_fences}});
    out.crossing_joins =
        value_of<Joins>(model, "crossing-joins", {{"no", Joins::no}, {"yes", Joins::yes}});
    out.user_event =
        value_of<User>(model, "user-event",
                       {{"commands", User::commands}, {"all-that-wait", User::all_that_wait}});
    // What barriers with CLK_IMAGE_MEM_FENCE order is not followed.
    static_cast<void>(value_of<bool>(model, "image-barrier", {{"unordered", false}}));
    return out;
}

std::string model_of_kernels(const std::vector<std::string>& models) {
    if (models.size() > 1)
        reject(nullptr, {}, "E-SELECT", "this command is about one model", "name one with --model");
    return models.empty() ? std::string(enumerator::default_model(litmus::LitmusTest()))
                          : models.front();
}

Rules rules_of_kernels(const std::vector<std::string>& models,
                       const std::vector<std::string>& variants) {
    return with_model_of_kernels(models, variants, rules_of);
}

bool rejects_work_item_scope(const std::vector<std::string>& models,
                             const std::vector<std::string>& variants) {
    return with_model_of_kernels(models, variants, [](const model::MemoryModel& model) {
        return model.value_of("work-item-scope") == "reject";
    });
}

}  // namespace clmm::cli
