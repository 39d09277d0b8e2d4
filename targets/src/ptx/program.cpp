#include "ptx/program.h"

#include <algorithm>
#include <array>
#include <map>

#include "clmm/base/reject.h"
#include "herd/structure_builder.h"

namespace clmm::targets::ptx {
namespace {

using litmus::EventId;
using litmus::TermId;

/// What relations are about, beside the thread.
struct Attributes {
    EventId event;
    Scope scope = Scope::none;
    std::string address = {};  ///< the generic address of an access
};

/// All threads, one instruction after another.
class Unfolding {
public:
    Unfolding(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
              const Program& program)
        : builder_(language, test, program.file, gpu::kWidth),
          terms_(builder_.terms()),
          test_(test),
          program_(program) {}

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
        switch (at_->kind) {
            case Kind::load:
                load();
                break;
            case Kind::store:
                write(operand(0), value(1), write_order());
                break;
            case Kind::atom:
            case Kind::reduction:
                atom();
                break;
            case Kind::fence:
            case Kind::proxy_fence:
                fence();
                break;
            case Kind::barrier:
                barrier();
                break;
            case Kind::move:
                builder_.set(operand(0).name, value(1));
                break;
            case Kind::compute:
                gpu::compute(builder_, at_->operation, at_->operands);
                break;
            case Kind::branch:
                return gpu::branch(builder_, *code_, at_->condition, at_->operands);
            case Kind::jump:
                return gpu::branch(builder_, *code_, {}, at_->operands);
        }
        return {};
    }

    [[nodiscard]] const Operand& operand(std::size_t i) const { return at_->operands[i]; }

    RegisterValue value(std::size_t i) { return gpu::value_of(builder_, operand(i)); }

    // ---- accesses ----

    [[nodiscard]] Order read_order() const {
        if (at_->order == Order::acq_rel || at_->order == Order::acquire) return Order::acquire;
        return at_->order == Order::weak ? Order::weak : Order::relaxed;
    }
    [[nodiscard]] Order write_order() const {
        if (at_->order == Order::acq_rel || at_->order == Order::release) return Order::release;
        return at_->order == Order::weak ? Order::weak : Order::relaxed;
    }

    /// The name behind a surface's, texture's or constant's.
    [[nodiscard]] std::string generic_address(const std::string& name) const {
        const auto& aliases = program_.file.aliases;
        const auto found = std::ranges::find(aliases, name, &Alias::name);
        if (found == aliases.end() || found->kind == "generic") return name;
        return generic_address(found->of);
    }

    Pointee place(const Operand& location) {
        const std::string root = root_of(program_.file, location.name, location.span);
        return builder_.place(find_location(test_, root, location.span));
    }

    EventId mark(EventId event, Order order, const std::string& address) {
        static constexpr std::array<const char*, 6> kWords{"weak", "rlx",     "acq",
                                                           "rel",  "acq_rel", "sc"};
        static constexpr std::array<const char*, 4> kScopeWords{"", ".cta", ".gpu", ".sys"};
        static constexpr std::array<const char*, 4> kProxyWords{"", ".sur", ".tex", ".con"};
        builder_.put(first_order + static_cast<std::size_t>(order), event);
        if (at_->scope != Scope::none)
            builder_.put(first_scope + static_cast<std::size_t>(at_->scope) - 1, event);
        builder_.put(first_proxy + static_cast<std::size_t>(at_->proxy), event);
        attributes_.push_back({event, at_->scope, address});
        if (!address.empty())
            builder_.qualify(event, std::string(kWords[static_cast<std::size_t>(order)]) +
                                        kScopeWords[static_cast<std::size_t>(at_->scope)] +
                                        kProxyWords[static_cast<std::size_t>(at_->proxy)]);
        return event;
    }

    EventId read(const Operand& location) {
        return mark(builder_.read(place(location), at_->span, {}), read_order(),
                    generic_address(location.name));
    }

    EventId write(const Operand& location, const RegisterValue& stored, Order order) {
        return mark(builder_.write(place(location), stored.term, at_->span, {.data = stored.reads}),
                    order, generic_address(location.name));
    }

    void load() {
        const EventId event = read(operand(1));
        builder_.set(operand(0).name, {builder_.value_of(event), {event}});
    }

    void atom() {
        const std::size_t location = at_->kind == Kind::atom ? 1 : 0;
        const RegisterValue given = value(location + 1);
        const EventId loaded = read(operand(location));
        if (at_->kind == Kind::reduction) builder_.put(reduction, loaded);
        const RegisterValue old{builder_.value_of(loaded), {loaded}};
        RegisterValue stored = given;
        const bool compares = at_->operation == Operation::compare_and_swap;
        if (compares) {
            stored = value(location + 2);
        } else if (at_->operation != Operation::exchange) {
            stored.term = computed(terms_, at_->operation, old.term, given.term);
            stored.reads.insert(loaded);
        }
        const EventId written = write(operand(location), stored, write_order());
        if (compares) {
            builder_.guard(written, terms_.equal(old.term, given.term));
            std::set<EventId> decides = given.reads;
            decides.insert(loaded);
            builder_.control(written, decides);
        }
        builder_.join(loaded, written);
        if (at_->kind == Kind::atom) builder_.set(operand(0).name, old);
    }

    // ---- fences and barriers ----

    void fence() {
        const EventId event = builder_.fence(at_->mnemonic, at_->span);
        if (at_->is_alias_fence) {
            builder_.put(alias, event);
            builder_.put(first_proxy, event);
            attributes_.push_back({event});
            return;
        }
        if (at_->kind == Kind::fence) {
            mark(event, at_->order, {});
            return;
        }
        builder_.put(first_proxy + static_cast<std::size_t>(at_->proxy), event);
        attributes_.push_back({event});
    }

    void barrier() {
        arrivals_.push_back(gpu::arrive(builder_, test_.units[builder_.unit().index()],
                                        at_->mnemonic, at_->operands, at_->arrives_only,
                                        at_->span));
        attributes_.push_back({arrivals_.back().entry});
        if (arrivals_.back().exit) attributes_.push_back({*arrivals_.back().exit});
    }

    // ---- relations ----

    [[nodiscard]] const litmus::Unit& unit_of(EventId event) const {
        return test_.units[builder_.structure()[event].unit.index()];
    }

    /// Whether the scope of an event of `a`'s thread has the other thread in it.
    static bool includes(Scope scope, const litmus::Unit& a, const litmus::Unit& b) {
        switch (scope) {
            case Scope::none:
                return false;
            case Scope::cta:
                return a.device == b.device && a.work_group == b.work_group;
            case Scope::gpu:
                return a.device == b.device;
            case Scope::sys:
                break;
        }
        return true;
    }

    void relate() {
        for (const Attributes& a : attributes_) {
            for (const Attributes& b : attributes_) {
                const litmus::Unit& left = unit_of(a.event);
                const litmus::Unit& right = unit_of(b.event);
                if (includes(a.scope, left, right) && includes(b.scope, right, left))
                    builder_.relate(scopes_include, a.event, b.event);
                if (includes(Scope::cta, left, right)) builder_.relate(same_cta, a.event, b.event);
                if (!a.address.empty() && a.address == b.address)
                    builder_.relate(same_address, a.event, b.event);
            }
        }
    }

    StructureBuilder builder_;
    litmus::TermPool& terms_;
    const litmus::LitmusTest& test_;
    const Program& program_;
    const Code* code_ = nullptr;
    const Instruction* at_ = nullptr;
    std::vector<Attributes> attributes_;
    std::vector<Arrival> arrivals_;
};

}  // namespace

Program parse_program(std::string_view text) {
    Program program;
    targets::parse_program(text, {gpu::register_name, "r0, r1 and so on"}, program);
    add_aliased(program);
    program.threads =
        read_threads(program, [&](Span span) { return parse_instruction(text, span); });
    for (const auto& thread : program.threads)
        for (const Instruction& made : thread)
            if (made.kind != Kind::branch && made.kind != Kind::jump)
                gpu::add_locations(program, made.operands);
    return program;
}

litmus::EventStructure unfold(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                              const Program& program, unsigned unroll) {
    return Unfolding(language, test, program).run(unroll);
}

}  // namespace clmm::targets::ptx
