#include "explanation_changes.h"

#include "clmm/report/witness.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using enumerator::Strengthening;
using litmus::Order;
using litmus::Scope;

std::string word(Order order) {
    switch (order) {
        case Order::acquire:
            return "memory_order_acquire";
        case Order::release:
            return "memory_order_release";
        case Order::acq_rel:
            return "memory_order_acq_rel";
        case Order::seq_cst:
            return "memory_order_seq_cst";
        default:
            return "memory_order_relaxed";
    }
}

std::string word(Scope scope) {
    switch (scope) {
        case Scope::sub_group:
            return "memory_scope_sub_group";
        case Scope::work_group:
            return "memory_scope_work_group";
        case Scope::device:
            return "memory_scope_device";
        case Scope::all:
            return "memory_scope_all_svm_devices";
        default:
            return "memory_scope_work_item";
    }
}

std::string change(const Strengthening& of) {
    switch (of.what) {
        case Strengthening::What::order:
            return "had " + word(of.order);
        case Strengthening::What::scope:
            return "had " + word(of.scope);
        case Strengthening::What::region:
            return of.location ? "were in global memory" : "had both memory flags";
        case Strengthening::What::atomic:
            return "were accessed by atomic operations only";
    }
    return {};
}

}  // namespace

std::vector<ToldChange> changes_of(const enumerator::Stronger& stronger, const CheckResult& result,
                                   const model::Execution& execution) {
    const std::vector<std::string> names = action_names(result.structure, execution);
    std::vector<ToldChange> told;
    for (const Strengthening& each : stronger.strengthenings) {
        std::string subject;
        Span span{};
        if (each.location) {
            subject = result.structure.locations[each.location->index()].name;
        } else {
            for (const litmus::EventId event : each.events) {
                const std::string& name = names[event.index()];
                if (!name.empty()) subject += (subject.empty() ? "" : " and ") + name;
            }
            span = result.structure[each.events.front()].span;
            if (subject.empty()) subject = "what does not take place here";
        }
        const std::string text = subject + " " + change(each);
        told.push_back({text, std::move(subject), span});
    }
    return told;
}

}  // namespace clmm::report
