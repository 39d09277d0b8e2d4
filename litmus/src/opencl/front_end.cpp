#include "clmm/litmus/front_end.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "clmm/litmus/opencl_changes.h"
#include "clmm/litmus/opencl_events.h"
#include "clmm/litmus/strength.h"
#include "memory/address_use.h"
#include "opencl/strengthenings.h"
#include "opencl/vocabulary.h"
#include "unfold/program.h"

namespace clmm::litmus {
namespace {

const char* text(Order order) {
    switch (order) {
        case Order::none:
            return "na";
        case Order::relaxed:
            return "rlx";
        case Order::acquire:
            return "acq";
        case Order::release:
            return "rel";
        case Order::acq_rel:
            return "ar";
        case Order::seq_cst:
            return "sc";
    }
    return "";
}

std::string text(Scope scope) {
    switch (scope) {
        case Scope::none:
            return "";
        case Scope::work_item:
            return ".wi";
        case Scope::sub_group:
            return ".sg";
        case Scope::work_group:
            return ".wg";
        case Scope::device:
            return ".dev";
        case Scope::all:
            return ".all";
    }
    return "";
}

const char* call_name(Tags tags) {
    if (tags.has(Tag::group_function)) return "Group";
    if (tags.has(Tag::command)) return "start";
    if (tags.has(Tag::kernel_end)) return "end";
    if (tags.has(Tag::group_end)) return "group-end";
    if (tags.has(Tag::completion)) return "complete";
    return "call";
}

std::string letters(Regions regions) {
    std::string result;
    if (regions.global) result += 'G';
    if (regions.local) result += 'L';
    if (regions.image) result += 'I';
    return result;
}

std::string words(Regions regions, std::string_view separator) {
    std::string result;
    for (const auto& [present, word] :
         {std::pair{regions.global, "global"}, std::pair{regions.local, "local"},
          std::pair{regions.image, "image"}})
        if (present) result += (result.empty() ? "" : std::string(separator)) + word;
    return result;
}

bool is_call(const Event& event) { return event.kind == EventKind::other; }

bool several_kernels(const EventStructure& structure) {
    return std::ranges::any_of(structure.units, [&](const Unit& unit) {
        return unit.kind == UnitKind::work_item && unit.kernel != structure.units[0].kernel;
    });
}

bool shares_sub_group(const EventStructure& structure, const Unit& unit) {
    const auto items = [&](auto&& same) {
        return std::ranges::count_if(structure.units,
                                     [&](const Unit& other) { return same(other, unit); });
    };
    return items(same_sub_group) > 1 && items(same_sub_group) < items(same_work_group);
}

class OpenClFrontEnd final : public FrontEnd {
public:
    std::string_view name() const override { return "OpenCL C"; }
    bool begins_with(std::string_view word) const override {
        return word == "OPENCL" || word == "OpenCL" || word == "C";
    }
    Result<LitmusTest> read(SourcePtr source) const override { return read_test(source); }
    Result<std::string> dump_tree(SourcePtr source) const override {
        return litmus::dump_tree(std::move(source));
    }
    Result<EventStructure> unfold(const LitmusTest& test,
                                  const UnfoldOptions& options) const override {
        return unfold_program(test, options);
    }

    const Vocabulary& vocabulary() const override { return opencl_vocabulary(); }
    BitSet members(const EventStructure& structure, std::size_t set) const override {
        return opencl_members(structure, set);
    }
    BitMatrix pairs(const EventStructure& structure, std::size_t relation) const override {
        return opencl_pairs(structure, relation);
    }
    std::string_view default_model(const LitmusTest& test) const override {
        return test.language == Language::c ? "rc11" : "opencl-3.0";
    }
    std::vector<std::string_view> models(const LitmusTest& test) const override {
        if (test.language == Language::c) return {"c11", "rc11", "sc"};
        return {"opencl-2.0", "opencl-3.0", "opencl-3.1", "opencl-scoped"};
    }
    bool has_strengths() const override { return true; }
    std::unique_ptr<const Strengthenings> strengthenings(
        const EventStructure& structure) const override {
        return opencl_strengthenings(structure);
    }
    std::shared_ptr<const ChangeSpace> changes(const LitmusTest& test,
                                               const EventStructure& structure) const override {
        return std::make_shared<OpenClChangeSpace>(test, structure);
    }
    Synchronisation synchronisation(const EventStructure& structure, EventId event) const override;

    std::string_view header(const LitmusTest& test) const override {
        return test.language == Language::c ? "C" : "OPENCL";
    }
    std::string_view title(const LitmusTest& test) const override {
        return test.language == Language::c ? "C" : "OpenCL";
    }
    /// Orders are written rlx acq rel ar sc, na on plain accesses; scopes wi sg wg dev all.
    std::string operation(const EventStructure& structure, EventId event) const override;
    std::string place(const EventStructure& structure, EventId event) const override {
        return is_call(structure[event]) ? std::string()
                                         : words(attributes(structure, event).regions, ", ");
    }
    std::string detail(const EventStructure& structure, EventId event) const override;
    std::vector<std::string> surroundings(const EventStructure& structure,
                                          const Unit& unit) const override;
    std::string column(const Unit& unit) const override;
    std::vector<std::vector<UnitBlock>> blocks(const EventStructure& structure) const override {
        return blocks_by_place(structure.units);
    }
    bool alike(const Location& a, const Location& b) const override {
        return std::tuple(a.space, a.allocation, a.atomic_type) ==
               std::tuple(b.space, b.allocation, b.atomic_type);
    }
};

Synchronisation OpenClFrontEnd::synchronisation(const EventStructure& structure,
                                                EventId event) const {
    const OpenClAttributes& known = attributes(structure, event);
    return {.carries = known.atomic,
            .releases = weaker_or_equal(Order::release, known.order),
            .acquires = weaker_or_equal(Order::acquire, known.order)};
}

std::string OpenClFrontEnd::operation(const EventStructure& structure, EventId id) const {
    const Event& event = structure[id];
    const OpenClAttributes& known = attributes(structure, id);
    const std::string scope = text(known.scope);
    switch (event.kind) {
        case EventKind::read:
            return std::string("R") + text(known.order) + scope;
        case EventKind::write:
            return std::string("W") + (event.initial ? "init" : text(known.order)) + scope;
        case EventKind::fence:
            return std::string("F") + text(known.order) + scope;
        case EventKind::barrier_entry:
            return "Bentry" + scope;
        case EventKind::barrier_exit:
            return "Bexit" + scope;
        case EventKind::other:
            return call_name(known.tags);
    }
    return scope;
}

std::string OpenClFrontEnd::detail(const EventStructure& structure, EventId id) const {
    const Event& event = structure[id];
    const Regions regions = attributes(structure, id).regions;
    if (event.kind == EventKind::read || event.kind == EventKind::write)
        return " (" + words(regions, "+") + ")";
    if (is_call(event)) return " " + event.label;
    return " " + letters(regions) + (event.label.empty() ? "" : " " + event.label);
}

/// Only levels that tell units apart: one kernel, or one sub-group a work-group, goes without
/// saying. A command and its completion are one.
std::vector<std::string> OpenClFrontEnd::surroundings(const EventStructure& structure,
                                                      const Unit& unit) const {
    if (unit.kind == UnitKind::host_thread) return {"host"};
    if (unit.kind != UnitKind::work_item && unit.kind != UnitKind::copy) return {"commands"};
    std::vector<std::string> inside{"device " + std::to_string(unit.device)};
    if (several_kernels(structure)) inside.push_back("kernel " + std::to_string(unit.kernel));
    inside.push_back("work-group " + std::to_string(unit.work_group));
    if (shares_sub_group(structure, unit))
        inside.push_back("sub-group " + std::to_string(unit.sub_group));
    return inside;
}

std::string OpenClFrontEnd::column(const Unit& unit) const {
    constexpr std::string_view kCompletion = "completion of ";
    const bool is_completion =
        unit.kind == UnitKind::completion && unit.name.starts_with(kCompletion);
    return is_completion ? unit.name.substr(kCompletion.size()) : unit.name;
}

}  // namespace

std::optional<std::size_t> Vocabulary::find_set(std::string_view name) const {
    const auto found = std::ranges::find(sets, name, &SetName::name);
    if (found == sets.end()) return std::nullopt;
    return static_cast<std::size_t>(found - sets.begin());
}

std::optional<std::size_t> Vocabulary::find_relation(std::string_view name) const {
    const auto found = std::ranges::find(relations, name, &RelationName::name);
    if (found == relations.end()) return std::nullopt;
    return static_cast<std::size_t>(found - relations.begin());
}

BitSet FrontEnd::members(const EventStructure& structure, std::size_t set) const {
    return set < structure.sets.size() ? structure.sets[set] : BitSet();
}

BitMatrix FrontEnd::pairs(const EventStructure& structure, std::size_t relation) const {
    return relation < structure.relations.size() ? structure.relations[relation] : BitMatrix();
}

std::string FrontEnd::place(const EventStructure& /*structure*/, EventId /*event*/) const {
    return {};
}

std::string FrontEnd::detail(const EventStructure& /*structure*/, EventId /*event*/) const {
    return {};
}

std::vector<std::string> FrontEnd::surroundings(const EventStructure& /*structure*/,
                                                const Unit& /*unit*/) const {
    return {};
}

std::string FrontEnd::column(const Unit& unit) const { return unit.name; }

std::unique_ptr<const Strengthenings> FrontEnd::strengthenings(
    const EventStructure& /*structure*/) const {
    return nullptr;
}

std::shared_ptr<const ChangeSpace> FrontEnd::changes(const LitmusTest& /*test*/,
                                                     const EventStructure& /*structure*/) const {
    return nullptr;
}

Synchronisation FrontEnd::synchronisation(const EventStructure& /*structure*/,
                                          EventId /*event*/) const {
    return {};
}

std::vector<std::vector<UnitBlock>> FrontEnd::blocks(const EventStructure& /*structure*/) const {
    return {};
}

bool FrontEnd::alike(const Location& /*a*/, const Location& /*b*/) const { return true; }

Result<EventStructure> unfold(const LitmusTest& test, const UnfoldOptions& options) {
    auto structure = test.front_end->unfold(test, options);
    if (!structure) return structure;
    if (auto wrong = check_address_use(structure.value(), test.source))
        return Result<EventStructure>::failure(std::move(*wrong));
    return structure;
}

const FrontEnd& opencl() {
    static const OpenClFrontEnd front_end;
    return front_end;
}

}  // namespace clmm::litmus
