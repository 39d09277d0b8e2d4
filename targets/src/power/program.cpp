#include "power/program.h"

#include "clmm/litmus/addresses.h"
#include "herd/exclusive.h"
#include "herd/structure_builder.h"

namespace clmm::targets::power {
namespace {

using litmus::EventId;
using litmus::TermId;
using litmus::TermOp;

constexpr unsigned kWidth = 64;

/// One thread, instruction by instruction.
class Thread {
public:
    Thread(StructureBuilder& builder, const Code& code)
        : builder_(builder), terms_(builder.terms()), code_(code) {}

    Next run(const Instruction& instruction) {
        at_ = &instruction;
        switch (form().kind) {
            case Kind::load:
            case Kind::load_reserved:
                load();
                break;
            case Kind::store:
                store();
                break;
            case Kind::store_conditional:
                store_conditional();
                break;
            case Kind::fence:
                fence();
                break;
            case Kind::set:
                builder_.set(operand(0).name, get(operand(1)));
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

private:
    [[nodiscard]] const Form& form() const { return at_->form; }
    [[nodiscard]] const Operand& operand(std::size_t i) const { return at_->operands[i]; }
    TermId number(std::int64_t value) {
        return terms_.constant(static_cast<std::uint64_t>(value), kWidth);
    }

    RegisterValue get(const Operand& from) {
        if (from.kind == Operand::Kind::immediate) return {number(from.value)};
        return builder_.get(from.name);
    }

    /// As the first summand of an address, and of addi, r0 is the number 0.
    RegisterValue get_or_zero(const Operand& from) {
        return from.name == "r0" ? RegisterValue{number(0)} : get(from);
    }

    RegisterValue sum(RegisterValue a, RegisterValue b) {
        a.term = terms_.binary(TermOp::add, a.term, b.term);
        a.reads.merge(b.reads);
        return a;
    }

    // ---- memory ----

    RegisterValue address() {
        if (form().is_indexed) return sum(get_or_zero(operand(1)), get(operand(2)));
        return sum(get_or_zero(operand(1)), {number(operand(1).value)});
    }

    Pointee place(const RegisterValue& at) {
        return builder_.place(at.term, form().width, operand(1).span);
    }

    void load() {
        const RegisterValue at = address();
        const Pointee from = place(at);
        const EventId event = builder_.read(from, at_->span, {.addr = at.reads});
        if (form().kind == Kind::load_reserved) {
            mark_reserving(event);
            reserve(builder_, event, at);
        }
        builder_.set(
            operand(0).name,
            {terms_.extend(builder_.value_of(event), kWidth, false), {event}, from.holds_pointers});
    }

    void store() {
        const RegisterValue at = address();
        const RegisterValue stored = get(operand(0));
        builder_.write(place(at), stored.term, at_->span, {.data = stored.reads, .addr = at.reads});
    }

    /// What branches on its success depends on the store.
    void store_conditional() {
        const RegisterValue at = address();
        const Conditional done =
            targets::store_conditional(builder_, at, place(at), get(operand(0)), at_->span);
        RegisterValue equal{done.succeeds};
        if (done.written) {
            mark_reserving(*done.written);
            equal.reads.insert(*done.written);
        }
        const RegisterValue no{terms_.boolean(false), equal.reads};
        builder_.set("EQ", equal);
        builder_.set("LT", no);
        builder_.set("GT", no);
    }

    void mark_reserving(EventId event) {
        builder_.put(reserving, event);
        builder_.qualify(event, "x");
    }

    void fence() {
        const std::string_view name = form().name == "hwsync" ? "sync" : form().name;
        const EventId event = builder_.fence(std::string(name), at_->span);
        builder_.put(name == "sync"     ? sync
                     : name == "lwsync" ? lwsync
                     : name == "isync"  ? isync
                                        : eieio,
                     event);
    }

    // ---- values and control ----

    void compute() {
        RegisterValue a = form().source_first ? get(operand(1)) : sum_operand();
        RegisterValue b = get(operand(2));
        a.term = computed(terms_, form().operation, a.term, b.term);
        a.reads.merge(b.reads);
        a.is_address = false;
        builder_.set(operand(0).name, std::move(a));
    }

    RegisterValue sum_operand() {
        const bool is_immediate = operand(2).kind == Operand::Kind::immediate;
        return is_immediate ? get_or_zero(operand(1)) : get(operand(1));
    }

    void compare() {
        RegisterValue a = get(operand(0));
        RegisterValue b = get(operand(1));
        std::set<EventId> reads = a.reads;
        reads.merge(b.reads);
        const TermId left = terms_.extend(a.term, form().width, false);
        const TermId right = terms_.extend(b.term, form().width, false);
        builder_.set("EQ", {litmus::compare(terms_, TermOp::equal, left, right), reads});
        builder_.set("LT", {litmus::compare(terms_, TermOp::signed_less, left, right), reads});
        builder_.set("GT", {litmus::compare(terms_, TermOp::signed_less, right, left), reads});
    }

    RegisterValue flag(const std::string& name) {
        RegisterValue held = builder_.get(name);
        if (terms_[held.term].width != 1) held.term = terms_.boolean(false);
        return held;
    }

    Next branch() {
        const Operand& label = at_->operands.back();
        Next next{.kind = Next::Kind::jump, .target = code_.find(label.name, label.span)};
        if (form().kind == Kind::jump) return next;
        const std::string_view condition = form().name.substr(1);
        const bool is_equality = condition == "eq" || condition == "ne";
        const bool is_less = condition == "lt" || condition == "ge";
        const RegisterValue held = flag(is_equality ? "EQ" : is_less ? "LT" : "GT");
        const bool is_negated = condition == "ne" || condition == "ge" || condition == "le";
        next.kind = Next::Kind::branch;
        next.taken = is_negated ? terms_.lnot(held.term) : held.term;
        next.depends_on = held.reads;
        return next;
    }

    StructureBuilder& builder_;
    litmus::TermPool& terms_;
    const Code& code_;
    const Instruction* at_ = nullptr;
};

}  // namespace

Program parse_program(std::string_view text) {
    Program program;
    targets::parse_program(text, {register_name, "r0 to r31"}, program);
    program.threads =
        read_threads(program, [&](Span span) { return parse_instruction(text, span); });
    return program;
}

litmus::EventStructure unfold(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                              const Program& program, unsigned unroll) {
    StructureBuilder builder(language, test, program.file, kWidth);
    run_threads(builder, test, program, program.threads, unroll,
                [&](const Code& code) { return Thread(builder, code); });
    return builder.finish();
}

}  // namespace clmm::targets::power
