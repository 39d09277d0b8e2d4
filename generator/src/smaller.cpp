#include "clmm/generator/smaller.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>

namespace clmm::generator {
namespace {

using Body = std::vector<Statement>;
using Use = std::function<void(Body)>;

/// Every body with one change, in its place among the others.
void changed(const Body& body, const Use& use) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        const auto replaced = [&](const Body& by) {
            Body made(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(i));
            made.insert(made.end(), by.begin(), by.end());
            made.insert(made.end(), body.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.end());
            use(std::move(made));
        };
        const Statement& each = body[i];
        replaced({});
        if (each.kind != Kind::branch) continue;
        replaced(each.when_true);
        if (!each.when_false.empty()) replaced(each.when_false);
        const auto inside = [&](Body Statement::*part) {
            changed(each.*part, [&](Body made) {
                Statement copy = each;
                copy.*part = std::move(made);
                replaced({std::move(copy)});
            });
        };
        inside(&Statement::when_true);
        inside(&Statement::when_false);
    }
}

void names_in(const Body& body, std::set<std::string>& names) {
    for (const Statement& each : body) {
        names.insert(object_of(each.location));
        names_in(each.when_true, names);
        names_in(each.when_false, names);
    }
}

Program without_unused(Program program) {
    std::set<std::string> names;
    for (const Thread& each : program.threads) names_in(each.body, names);
    std::erase_if(program.locations,
                  [&](const Location& each) { return !names.contains(object_of(each.name)); });
    return program;
}

}  // namespace

std::vector<Program> smaller(const Program& program) {
    std::vector<Program> all;
    const auto add = [&](Program made) { all.push_back(without_unused(std::move(made))); };
    for (std::size_t i = 0; program.threads.size() > 1 && i < program.threads.size(); ++i) {
        Program made = program;
        made.threads.erase(made.threads.begin() + static_cast<std::ptrdiff_t>(i));
        // Threads are counted from 0 on in a test's text.
        for (std::size_t at = 0; at < made.threads.size(); ++at)
            made.threads[at].number = static_cast<std::uint32_t>(at);
        add(std::move(made));
    }
    for (std::size_t i = 0; i < program.threads.size(); ++i)
        changed(program.threads[i].body, [&](Body body) {
            Program made = program;
            made.threads[i].body = std::move(body);
            add(std::move(made));
        });
    return all;
}

}  // namespace clmm::generator
