#include "amdgpu/program.h"

#include <algorithm>

#include "amdgpu/counting.h"
#include "clmm/base/reject.h"
#include "herd/barriers.h"
#include "herd/structure_builder.h"

namespace clmm::targets::amdgpu {
namespace {

using litmus::EventId;
using litmus::TermId;
using litmus::TermOp;

constexpr unsigned kWidth = 32;

/// What relations are about, beside the thread.
struct Attributes {
    EventId event;
    bool is_vector = false;  ///< goes through, or is about, the compute unit's vector cache
    bool is_global = false;  ///< … or any of the caches behind it
};

/// All waves, one instruction after another.
class Waves {
public:
    Waves(const litmus::FrontEnd& language, const litmus::LitmusTest& test, const Program& program)
        : builder_(language, test, program.file, kWidth),
          terms_(builder_.terms()),
          test_(test),
          program_(program),
          counting_(builder_) {}

    litmus::EventStructure run(unsigned unroll) {
        for (const litmus::Unit& unit : test_.units) {
            const std::size_t column = unit.id.index();
            code_ = &program_.code[column];
            run_thread(builder_, unit.id, *code_, unroll,
                       [&](std::size_t at) { return step(program_.threads[column][at]); });
        }
        meet(builder_, arrivals_);
        relate();
        return builder_.finish();
    }

private:
    Next step(const Instruction& instruction) {
        at_ = &instruction;
        switch (form().kind) {
            case Kind::load:
                load();
                break;
            case Kind::store:
                store();
                break;
            case Kind::atomic:
                atomic();
                break;
            case Kind::wait:
                counting_.wait(at_->left);
                fence(is_wait);
                break;
            case Kind::invalidate:
            case Kind::write_back:
                cache();
                break;
            case Kind::barrier:
            case Kind::barrier_signal:
            case Kind::barrier_wait:
                barrier();
                break;
            case Kind::move:
                builder_.set(operand(0).name, value(operand(1)));
                break;
            case Kind::compute:
                compute();
                break;
            case Kind::compare:
                compare();
                break;
            case Kind::branch:
            case Kind::jump:
                return branch();
            case Kind::nothing:
                break;
        }
        return {};
    }

    [[nodiscard]] const Form& form() const { return *at_->form; }
    [[nodiscard]] const Operand& operand(std::size_t i) const { return at_->operands[i]; }
    TermId number(std::int64_t value) {
        return terms_.constant(static_cast<std::uint64_t>(value), kWidth);
    }

    /// What is used has been waited for: compilers put the s_waitcnt there.
    RegisterValue value(const Operand& from) {
        if (from.kind == Operand::Kind::number) return {number(from.value)};
        return used(from.name);
    }
    RegisterValue used(const std::string& name) {
        RegisterValue held = builder_.get(name);
        counting_.use(held.reads);
        return held;
    }

    // ---- accesses ----

    [[nodiscard]] const Operand& memory() const {
        return *std::ranges::find(at_->operands, Operand::Kind::location, &Operand::kind);
    }
    [[nodiscard]] bool is_local() const { return program_.lds.contains(memory().name); }
    Pointee place() { return builder_.place(find_location(test_, memory().name, memory().span)); }

    EventId mark(EventId event) {
        const bool is_scalar_load = form().space == Space::scalar;
        const Level level = is_local() ? Level::system : at_->level;
        if (level >= Level::group) builder_.put(at_group, event);
        if (level >= Level::agent) builder_.put(at_agent, event);
        if (level >= Level::system) builder_.put(at_system, event);
        const Family family = program_.processor->family;
        const bool has_group_cache = family == Family::gfx942 || family == Family::gfx11;
        if (is_local() || !has_group_cache) builder_.put(through_group, event);
        if (is_local() || family == Family::gfx11 ||
            (family == Family::gfx90a && program_.fine.contains(memory().name)))
            builder_.put(through_agent, event);
        if (is_local()) builder_.put(in_lds, event);
        if (is_scalar_load) builder_.put(is_scalar, event);
        attributes_.push_back({event, !is_scalar_load && !is_local(), !is_local()});
        std::string words = is_local() ? "lds" : is_scalar_load ? "scalar" : "";
        if (!at_->words.empty()) words += (words.empty() ? "" : ".") + at_->words;
        if (!words.empty()) builder_.qualify(event, words);
        counting_.order(event);
        return event;
    }

    void count(std::vector<EventId> events) {
        counting_.issue(std::move(events),
                        counters_of(form(), program_.processor->family, at_->returns),
                        form().space == Space::global || form().space == Space::lds);
    }

    void load() {
        const Pointee from = place();
        const EventId event = mark(builder_.read(from, at_->span, {}));
        count({event});
        builder_.set(operand(0).name, {builder_.value_of(event), {event}, from.holds_pointers});
    }

    EventId write(const RegisterValue& stored) {
        return mark(builder_.write(place(), stored.term, at_->span, {.data = stored.reads}));
    }

    void store() { count({write(value(operand(1)))}); }

    void atomic() {
        const std::size_t first = at_->returns ? 2 : 1;
        const RegisterValue given = value(operand(first));
        const bool compares = form().operation == Operation::compare_and_swap;
        RegisterValue stored = given;
        RegisterValue expected;
        if (compares) {
            // ds_cmpst has what it compares with before what it stores; all others behind it.
            expected = value(operand(first + 1));
            if (form().name.starts_with("ds_cmpst_")) std::swap(stored, expected);
        }
        const EventId loaded = mark(builder_.read(place(), at_->span, {}));
        const RegisterValue old{builder_.value_of(loaded), {loaded}};
        if (!compares && form().operation != Operation::exchange) {
            stored.term = computed(terms_, form().operation, old.term, given.term);
            stored.reads.insert(loaded);
        }
        const EventId written = write(stored);
        if (compares) {
            builder_.guard(written, terms_.equal(old.term, expected.term));
            std::set<EventId> decides = expected.reads;
            decides.insert(loaded);
            builder_.control(written, decides);
        }
        builder_.join(loaded, written);
        count({loaded, written});
        if (at_->returns) builder_.set(operand(0).name, old);
    }

    // ---- caches, counters, barriers ----

    EventId fence(std::optional<Set> set) {
        std::string text(form().name);
        for (const Operand& each : at_->operands)
            text += (&each == &at_->operands.front() ? " " : ", ") +
                    (each.kind == Operand::Kind::number ? std::to_string(each.value) : each.name);
        if (form().shape == "c") {
            if (at_->left[0]) text += " vmcnt(" + std::to_string(*at_->left[0]) + ")";
            if (at_->left[2]) text += " lgkmcnt(" + std::to_string(*at_->left[2]) + ")";
        }
        if (!at_->words.empty()) text += " " + at_->words;
        const EventId event = builder_.fence(text, at_->span);
        if (set) builder_.put(*set, event);
        counting_.order(event);
        return event;
    }

    void cache() {
        const bool is_invalidation = form().kind == Kind::invalidate;
        const EventId event = fence({});
        const auto put = [&](Cache cache, Set set) {
            if ((at_->caches & cache) != 0) builder_.put(set, event);
        };
        if (is_invalidation) put(kUnit, invalidates_unit);
        if (is_invalidation) put(kScalarCache, invalidates_scalar);
        put(kGroup, is_invalidation ? invalidates_group : writes_back_group);
        put(kAgent, is_invalidation ? invalidates_agent : writes_back_agent);
        attributes_.push_back({event, is_invalidation, true});
        if (!is_invalidation) count({event});
    }

    void barrier() {
        const litmus::Unit& unit = test_.units[builder_.unit().index()];
        if (form().kind != Kind::barrier_wait) {
            for (const EventId event : builder_.path().events)
                if (builder_.structure()[event].kind == litmus::EventKind::barrier_entry &&
                    builder_.structure()[event].span.begin == at_->span.begin)
                    reject("E-LOOP", "a barrier in a loop: which of its turns meet is not known",
                           at_->span, "write the turns one after another");
            arrive(unit);
        }
        if (form().kind != Kind::barrier_signal) leave();
    }

    /// The first of a wave meets the first of the others, and so on.
    void arrive(const litmus::Unit& unit) {
        const auto instance = static_cast<std::int64_t>(
            std::ranges::count_if(builder_.path().events, [&](EventId event) {
                return builder_.structure()[event].kind == litmus::EventKind::barrier_entry;
            }));
        const EventId entry =
            builder_.fence(std::string(form().name), at_->span, litmus::EventKind::barrier_entry);
        counting_.order(entry);
        arrivals_.push_back({.unit = unit.id,
                             .instance = instance,
                             .entry = entry,
                             .exit = {},
                             .reached = builder_.path().guard,
                             .passes = terms_.boolean(true),
                             .id = number(0),
                             .quorum = {},
                             .group = unit.device << 16U | unit.work_group,
                             .span = at_->span});
    }

    void leave() {
        const auto mine =
            std::ranges::find_if(arrivals_.rbegin(), arrivals_.rend(), [&](const Arrival& each) {
                return each.unit == builder_.unit() && !each.exit &&
                       builder_.path().events.contains(each.entry);
            });
        if (mine == arrivals_.rend())
            reject("E-TYPE", "no s_barrier_signal stands before this", at_->span);
        mine->passes = terms_.choice(1);
        builder_.path().guard = terms_.land(builder_.path().guard, mine->passes);
        mine->exit = builder_.fence(std::string(form().name) + " done", at_->span,
                                    litmus::EventKind::barrier_exit);
        counting_.order(*mine->exit);
    }

    // ---- values and control ----

    void compute() {
        RegisterValue a = value(operand(1));
        RegisterValue b = value(operand(2));
        a.term = computed(terms_, form().operation, a.term, b.term);
        a.reads.merge(b.reads);
        a.is_address = false;
        builder_.set(operand(0).name, std::move(a));
    }

    void compare() {
        const bool names_result = form().scalar.empty();
        RegisterValue a = value(operand(names_result ? 1 : 0));
        RegisterValue b = value(operand(names_result ? 2 : 1));
        a.term = terms_.extend(holds(terms_, form().condition, a.term, b.term), kWidth, false);
        a.reads.merge(b.reads);
        a.is_address = false;
        builder_.set(names_result ? operand(0).name : std::string(form().scalar), std::move(a));
    }

    Next branch() {
        const Operand& label = at_->operands.back();
        Next next{.kind = Next::Kind::jump, .target = code_->find(label.name, label.span)};
        if (form().kind == Kind::jump) return next;
        RegisterValue held = used(std::string(form().scalar));
        next.kind = Next::Kind::branch;
        next.taken = holds(terms_, form().condition, held.term, number(0));
        next.depends_on = std::move(held.reads);
        return next;
    }

    // ---- relations ----

    [[nodiscard]] const litmus::Unit& unit_of(EventId event) const {
        return test_.units[builder_.structure()[event].unit.index()];
    }

    void relate() {
        for (const Attributes& a : attributes_)
            for (const Attributes& b : attributes_) relate(a, b);
    }

    void relate(const Attributes& a, const Attributes& b) {
        const litmus::Unit& left = unit_of(a.event);
        const litmus::Unit& right = unit_of(b.event);
        if (left.device != right.device) return;
        const bool is_global = a.is_global && b.is_global;
        const bool is_group = left.work_group == right.work_group;
        const bool is_wave = is_group && left.sub_group == right.sub_group;
        const bool is_unit = program_.processor->splits_groups ? is_wave : is_group;
        if (is_global) builder_.relate(same_agent, a.event, b.event);
        if (is_global && is_group) builder_.relate(same_group, a.event, b.event);
        if (is_wave) builder_.relate(same_wave, a.event, b.event);
        if (is_unit && a.is_vector && b.is_vector) builder_.relate(same_unit, a.event, b.event);
    }

    StructureBuilder builder_;
    litmus::TermPool& terms_;
    const litmus::LitmusTest& test_;
    const Program& program_;
    Counting counting_;
    const Code* code_ = nullptr;
    const Instruction* at_ = nullptr;
    std::vector<Attributes> attributes_;
    std::vector<Arrival> arrivals_;
};

/// A location is in LDS, or it is not.
void note_location(const Instruction& made, Program& program,
                   std::set<std::string, std::less<>>& global) {
    const auto found = std::ranges::find(made.operands, Operand::Kind::location, &Operand::kind);
    if (found == made.operands.end()) return;
    program.locations.push_back(found->name);
    const Space space = made.form->space;
    if (space == Space::lds) program.lds.insert(found->name);
    if (space == Space::global || space == Space::scalar) global.insert(found->name);
    if (program.lds.contains(found->name) && global.contains(found->name))
        reject("E-TYPE", "'" + found->name + "' is in LDS here and in global memory elsewhere",
               found->span, "ds_ instructions go to LDS, global_ and s_ ones to global memory");
    if (space != Space::lds && (made.form->kind == Kind::atomic || made.level >= Level::agent) &&
        made.form->kind != Kind::store)
        program.fine.insert(found->name);
}

}  // namespace

Program parse_program(std::string_view text) {
    Program program;
    program.processor = find_processor(Lexer(text).peek().text);
    targets::parse_program(text, {register_name, "v0, v1 and so on, s0 and so on, vcc, scc"},
                           program);
    std::set<std::string, std::less<>> global;
    program.threads = read_threads(
        program, [&](Span span) { return parse_instruction(*program.processor, text, span); });
    for (const auto& thread : program.threads)
        for (const Instruction& instruction : thread) note_location(instruction, program, global);
    return program;
}

litmus::EventStructure unfold(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                              const Program& program, unsigned unroll) {
    return Waves(language, test, program).run(unroll);
}

}  // namespace clmm::targets::amdgpu
