#include "x86/program.h"

#include "clmm/base/reject.h"
#include "herd/lexer.h"
#include "herd/structure_builder.h"

namespace clmm::targets::x86 {
namespace {

using litmus::EventId;
using litmus::LocationId;
using litmus::TermId;
using litmus::TermOp;

constexpr unsigned kWidth = 32;

std::string canonical(std::string_view name) {
    return is_register(name) ? capitals(name) : std::string();
}

/// One thread, instruction by instruction.
class Thread {
public:
    Thread(StructureBuilder& builder, const litmus::LitmusTest& test)
        : builder_(builder), terms_(builder.terms()), test_(test) {}

    /// Always on to the next one.
    Next run(const Instruction& instruction) {
        at_ = &instruction;
        execute();
        return {};
    }

private:
    void execute() {
        switch (at_->opcode) {
            case Opcode::mov:
                return store(first(), load(second()));
            case Opcode::xchg:
                return exchange();
            case Opcode::cmpxchg:
                return compare_exchange();
            case Opcode::mfence:
                return fence(mfence);
            case Opcode::lfence:
                return fence(lfence);
            case Opcode::sfence:
                return fence(sfence);
            default:
                return modify();
        }
    }

    [[nodiscard]] const Operand& first() const { return at_->operands.front(); }
    [[nodiscard]] const Operand& second() const { return at_->operands.back(); }

    RegisterValue reg(const std::string& name) { return builder_.get(name); }

    /// Where a memory operand points. What a register holds must be known from the text.
    LocationId location(const Operand& operand) {
        if (operand.kind == Operand::Kind::location)
            return find_location(test_, operand.name, operand.span);
        const TermId address = reg(operand.name).term;
        if (terms_.is_constant(address))
            for (const litmus::Location& each : test_.locations)
                if (each.address == terms_[address].payload) return each.id;
        reject("E-ADDRESS", "it is not known which location " + operand.name + " points to here",
               operand.span, "an address comes from the initial state: 0:" + operand.name + "=x");
    }

    Dependencies address_of(const Operand& operand) {
        if (operand.kind == Operand::Kind::indirect) return {.addr = reg(operand.name).reads};
        return {};
    }

    RegisterValue load(const Operand& operand) {
        switch (operand.kind) {
            case Operand::Kind::immediate:
                return {terms_.constant(static_cast<std::uint64_t>(operand.value), kWidth), {}};
            case Operand::Kind::reg:
                return reg(operand.name);
            default:
                break;
        }
        const Pointee from = builder_.place(location(operand));
        const EventId event = mark(builder_.read(from, at_->span, address_of(operand)));
        return {builder_.value_of(event), {event}, from.holds_pointers};
    }

    void store(const Operand& operand, const RegisterValue& value) {
        if (operand.kind == Operand::Kind::reg) {
            builder_.set(operand.name, value);
            return;
        }
        write(operand, value);
    }

    EventId write(const Operand& operand, const RegisterValue& value) {
        Dependencies on = address_of(operand);
        on.data = value.reads;
        return mark(builder_.write(builder_.place(location(operand)), value.term, at_->span, on));
    }

    EventId mark(EventId event) {
        if (!at_->locked) return event;
        builder_.put(locked, event);
        builder_.qualify(event, "lock");
        return event;
    }

    void fence(Set set) { builder_.put(set, builder_.fence(at_->name, at_->span)); }

    /// The read and the write of a locked instruction are one; otherwise others may come between.
    void join(const RegisterValue& read, EventId write) {
        if (at_->locked) builder_.join(*read.reads.begin(), write);
    }

    void exchange() {
        const bool is_swapped = second().in_memory();
        const Operand& destination = is_swapped ? second() : first();
        const Operand& source = is_swapped ? first() : second();
        const RegisterValue old = load(destination);
        const RegisterValue value = reg(source.name);
        if (destination.in_memory())
            join(old, write(destination, value));
        else
            builder_.set(destination.name, value);
        builder_.set(source.name, old);
    }

    /// EAX is compared with the destination: if they are equal the source is stored there, else
    /// EAX gets what is there.
    void compare_exchange() {
        const RegisterValue old = load(first());
        const RegisterValue accumulator = reg("EAX");
        const TermId succeeds = terms_.equal(old.term, accumulator.term);
        const RegisterValue value = reg(second().name);
        if (first().in_memory()) {
            const EventId written = write(first(), value);
            builder_.guard(written, succeeds);
            std::set<EventId> decided = old.reads;
            decided.insert(accumulator.reads.begin(), accumulator.reads.end());
            builder_.control(written, decided);
            join(old, written);
        } else {
            merge(first().name, succeeds, value, old);
        }
        merge("EAX", succeeds, accumulator, old);
    }

    void merge(const std::string& into, TermId when, const RegisterValue& yes,
               const RegisterValue& no) {
        RegisterValue made{terms_.if_then_else(when, yes.term, no.term), yes.reads};
        made.reads.insert(no.reads.begin(), no.reads.end());
        builder_.set(into, std::move(made));
    }

    /// Instructions that compute a new value of their destination.
    void modify() {
        const RegisterValue old = load(first());
        const RegisterValue source = at_->operands.size() == 2 ? load(second()) : RegisterValue{};
        RegisterValue made{computed(old.term, source.term), old.reads};
        made.reads.insert(source.reads.begin(), source.reads.end());
        if (first().in_memory())
            join(old, write(first(), made));
        else
            builder_.set(first().name, made);
        if (at_->opcode == Opcode::xadd) builder_.set(second().name, old);
    }

    TermId computed(TermId old, TermId source) {
        const TermId one = terms_.constant(1, kWidth);
        switch (at_->opcode) {
            case Opcode::inc:
                return terms_.binary(TermOp::add, old, one);
            case Opcode::dec:
                return terms_.binary(TermOp::subtract, old, one);
            case Opcode::neg:
                return terms_.unary(TermOp::negate, old);
            case Opcode::bit_not:
                return terms_.unary(TermOp::bit_not, old);
            case Opcode::sub:
                return terms_.binary(TermOp::subtract, old, source);
            case Opcode::bit_and:
                return terms_.binary(TermOp::bit_and, old, source);
            case Opcode::bit_or:
                return terms_.binary(TermOp::bit_or, old, source);
            case Opcode::bit_xor:
                return terms_.binary(TermOp::bit_xor, old, source);
            default:
                return terms_.binary(TermOp::add, old, source);  // ADD, XADD
        }
    }

    StructureBuilder& builder_;
    litmus::TermPool& terms_;
    const litmus::LitmusTest& test_;
    const Instruction* at_ = nullptr;
};

}  // namespace

Program parse_program(std::string_view text) {
    Program program;
    targets::parse_program(
        text, {canonical, "EAX, EBX, ECX, EDX, ESI, EDI, EBP, ESP and R8D to R15D"}, program);
    program.threads =
        read_threads(program, [&](Span span) { return parse_instruction(text, span); });
    for (const auto& thread : program.threads)
        for (const Instruction& instruction : thread)
            for (const Operand& operand : instruction.operands)
                if (operand.kind == Operand::Kind::location)
                    program.locations.push_back(operand.name);
    return program;
}

litmus::EventStructure unfold(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                              const Program& program, unsigned unroll) {
    StructureBuilder builder(language, test, program.file, kWidth);
    run_threads(builder, test, program, program.threads, unroll,
                [&](const Code& /*code*/) { return Thread(builder, test); });
    return builder.finish();
}

}  // namespace clmm::targets::x86
