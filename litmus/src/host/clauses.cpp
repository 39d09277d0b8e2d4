#include "host/clauses.h"

#include <string_view>

#include "read/diagnose.h"

namespace clmm::litmus {
namespace {

enum class Clause { none, wait, event, elements, range };

Clause clause_of(std::string_view name) {
    if (name == "wait") return Clause::wait;
    if (name == "event") return Clause::event;
    if (name == "elements") return Clause::elements;
    if (name == "global_size" || name == "local_size" || name == "global_offset" ||
        name == "sub_group_size")
        return Clause::range;
    return Clause::none;
}

bool takes(TakenClauses taken, Clause clause) {
    switch (clause) {
        case Clause::wait:
        case Clause::event:
            return taken.list;
        case Clause::elements:
            return taken.elements;
        case Clause::range:
            return taken.range;
        case Clause::none:
            break;
    }
    return true;
}

}  // namespace

CallParts split_call(const syntax::Call& call, TakenClauses taken) {
    CallParts parts;
    bool behind_clauses = false;
    for (const auto& argument : call.arguments) {
        const auto* inner = std::get_if<syntax::Call>(&argument->node);
        const Clause clause = inner != nullptr ? clause_of(inner->function) : Clause::none;
        if (!takes(taken, clause))
            reject("E-TYPE", "'" + call.function + "' takes no " + inner->function + "(…)",
                   argument->span);
        if (clause == Clause::none) {
            if (behind_clauses)
                reject("E-TYPE", "an argument behind a clause", argument->span,
                       "clauses such as wait(…) come last");
            parts.arguments.push_back(argument.get());
            continue;
        }
        behind_clauses = true;
        if (clause == Clause::range) parts.range.push_back(argument.get());
        auto& list = clause == Clause::elements ? parts.elements : parts.waits;
        if (clause == Clause::wait || clause == Clause::elements)
            for (const auto& each : inner->arguments) list.push_back(each.get());
        if (clause == Clause::event) {
            if (inner->arguments.size() != 1)
                reject("E-TYPE", "event(…) names one variable", argument->span);
            parts.event = inner->arguments[0].get();
        }
    }
    return parts;
}

}  // namespace clmm::litmus
