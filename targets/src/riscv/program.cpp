#include "riscv/program.h"

#include "herd/exclusive.h"
#include "herd/structure_builder.h"

namespace clmm::targets::riscv {
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
                write(address(), get(operand(0)));
                break;
            case Kind::store_conditional:
                store_conditional();
                break;
            case Kind::amo:
            case Kind::compare_and_swap:
                atomic();
                break;
            case Kind::fence:
            case Kind::fence_tso:
            case Kind::fence_i:
                fence();
                break;
            case Kind::set:
                set(operand(0), get(operand(1)));
                break;
            case Kind::compute:
                compute();
                break;
            case Kind::nothing:
                break;
            default:
                return branch();
        }
        return {};
    }

private:
    [[nodiscard]] const Form& form() const { return at_->form; }
    [[nodiscard]] const Operand& operand(std::size_t i) const { return at_->operands[i]; }
    TermId number(std::int64_t value) {
        return terms_.constant(static_cast<std::uint64_t>(value), kWidth);
    }

    // ---- registers ----

    RegisterValue get(const Operand& from) {
        if (from.kind == Operand::Kind::immediate) return {number(from.value)};
        if (from.name == kZero) return {number(0)};
        return builder_.get(from.name);
    }

    void set(const Operand& to, RegisterValue held) {
        held.term = terms_.extend(held.term, kWidth, form().is_signed);
        if (to.name != kZero) builder_.set(to.name, std::move(held));
    }

    // ---- memory ----

    RegisterValue address() {
        const Operand& memory = at_->operands.back();
        RegisterValue base = get(memory);
        base.term = terms_.binary(TermOp::add, base.term, number(memory.value));
        return base;
    }

    Pointee place(const RegisterValue& at) {
        return builder_.place(at.term, form().width, at_->operands.back().span);
    }

    /// Of a compare-and-swap that fails nothing releases, of one that succeeds the write does.
    /// ["Zacas": "does not have release semantics, regardless of rl"]
    [[nodiscard]] bool releases(EventId event) const {
        const bool is_read = builder_.structure()[event].kind == litmus::EventKind::read;
        return form().release && !(form().kind == Kind::compare_and_swap && is_read);
    }

    EventId mark(EventId event) {
        const bool is_reserving =
            form().kind == Kind::load_reserved || form().kind == Kind::store_conditional;
        const bool is_amo = form().kind == Kind::amo || form().kind == Kind::compare_and_swap;
        std::string words = is_reserving ? "x" : is_amo ? "amo" : "";
        if (form().acquire) {
            builder_.put(acquire, event);
            words += words.empty() ? "aq" : ".aq";
        }
        if (releases(event)) {
            builder_.put(release, event);
            words += words.empty() ? "rl" : ".rl";
        }
        if (is_reserving) builder_.put(reserving, event);
        if (is_amo) builder_.put(amo, event);
        if (!words.empty()) builder_.qualify(event, words);
        return event;
    }

    EventId read(const Pointee& from, const RegisterValue& at) {
        return mark(builder_.read(from, at_->span, {.addr = at.reads}));
    }

    EventId write(const RegisterValue& at, const RegisterValue& stored) {
        return mark(builder_.write(place(at), stored.term, at_->span,
                                   {.data = stored.reads, .addr = at.reads}));
    }

    void load() {
        const RegisterValue at = address();
        const Pointee from = place(at);
        const EventId event = read(from, at);
        if (form().kind == Kind::load_reserved) reserve(builder_, event, at);
        set(operand(0), {builder_.value_of(event), {event}, from.holds_pointers});
    }

    /// What is computed from its result depends on the store.
    void store_conditional() {
        const RegisterValue at = address();
        const Conditional done =
            targets::store_conditional(builder_, at, place(at), get(operand(1)), at_->span);
        RegisterValue status{terms_.if_then_else(done.succeeds, number(0), number(1))};
        if (done.written) status.reads.insert(mark(*done.written));
        set(operand(0), std::move(status));
    }

    void atomic() {
        const RegisterValue at = address();
        const Pointee to = place(at);
        const EventId loaded = read(to, at);
        const RegisterValue old{builder_.value_of(loaded), {loaded}, to.holds_pointers};
        RegisterValue stored = get(operand(1));
        stored.term = terms_.extend(stored.term, to.width, false);
        if (form().kind == Kind::amo)
            stored.term = computed(terms_, form().operation, old.term, stored.term);
        const EventId written = write(at, stored);
        if (form().kind == Kind::compare_and_swap) {
            const RegisterValue expected = get(operand(0));
            builder_.guard(written,
                           terms_.equal(old.term, terms_.extend(expected.term, to.width, false)));
            builder_.control(written, expected.reads);
        }
        builder_.join(loaded, written);
        set(operand(0), old);
    }

    void fence() {
        const EventId event = builder_.fence(text(), at_->span);
        if (form().kind == Kind::fence_tso) builder_.put(tso, event);
        if (form().kind != Kind::fence) return;
        if (at_->fence.reads_before) builder_.put(before_reads, event);
        if (at_->fence.writes_before) builder_.put(before_writes, event);
        if (at_->fence.reads_after) builder_.put(after_reads, event);
        if (at_->fence.writes_after) builder_.put(after_writes, event);
    }

    [[nodiscard]] std::string text() const {
        std::string text = form().name;
        for (const Operand& each : at_->operands)
            text += (&each == &at_->operands.front() ? " " : ",") + each.name;
        return text;
    }

    // ---- values and control ----

    void compute() {
        RegisterValue a = get(operand(1));
        RegisterValue b = get(operand(2));
        a.term = computed(terms_, form().operation, a.term, b.term);
        a.reads.merge(b.reads);
        a.is_address = false;
        set(operand(0), std::move(a));
    }

    Next branch() {
        const Operand& label = at_->operands.back();
        Next next{.kind = Next::Kind::jump, .target = code_.find(label.name, label.span)};
        if (form().kind == Kind::jump) return next;
        RegisterValue a = get(operand(0));
        RegisterValue b =
            form().kind == Kind::zero_branch ? RegisterValue{number(0)} : get(operand(1));
        next.kind = Next::Kind::branch;
        next.taken = holds(terms_, form().condition, a.term, b.term);
        next.depends_on = std::move(a.reads);
        next.depends_on.merge(b.reads);
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
    targets::parse_program(text, {register_name, "x1 to x31"}, program);
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

}  // namespace clmm::targets::riscv
