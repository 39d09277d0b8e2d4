#include "x86/program.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "herd/lexer.h"
#include "herd/structure_builder.h"

namespace clmm::targets::x86 {
namespace {

using litmus::EventId;
using litmus::LocationId;
using litmus::TermId;
using litmus::TermOp;

template <bool kHas64Bits>
std::string canonical(std::string_view name) {
    return register_width(name, kHas64Bits) == 0 ? std::string() : capitals(name);
}

/// One thread, instruction by instruction. Where registers have 64 bits, their lower halves are
/// kept beside them, as registers of their own.
class Thread {
public:
    Thread(StructureBuilder& builder, const litmus::LitmusTest& test, bool has_64_bits)
        : builder_(builder), terms_(builder.terms()), test_(test), has_64_bits_(has_64_bits) {}

    /// Always on to the next one.
    Next run(const Instruction& instruction) {
        at_ = &instruction;
        width_ = instruction.width;
        for (const Operand& each : instruction.operands)
            if (width_ == 0 && each.in_memory()) width_ = builder_.place(location(each)).width;
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

    RegisterValue reg(const std::string& name) {
        RegisterValue value = builder_.get(name);
        value.term = terms_.extend(value.term, register_width(name, has_64_bits_), false);
        return value;
    }

    /// What is written to the lower half clears the upper one. [Intel 64 and IA-32 Architectures
    /// Software Developer's Manual, volume 1, section 3.4.1.1]
    void set(const std::string& name, RegisterValue value) {
        if (has_64_bits_) {
            RegisterValue half = value;
            const unsigned other = register_width(name, true) == kLong ? kWord : kLong;
            half.term = terms_.extend(half.term, other, false);
            builder_.set(other_half(name), std::move(half));
        }
        builder_.set(name, std::move(value));
    }

    /// A location that has as many bits as the instruction's operands.
    Pointee place(const Operand& operand) {
        Pointee found = builder_.place(location(operand));
        if (found.width != width_)
            reject("E-TYPE",
                   "an access of " + std::to_string(width_) + " bits to a location that has " +
                       std::to_string(found.width),
                   operand.span,
                   width_ == kLong ? "declare it: uint64_t x" : "write the instruction with 'q'");
        return found;
    }

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
                return {terms_.constant(static_cast<std::uint64_t>(operand.value), width_), {}};
            case Operand::Kind::reg:
                return reg(operand.name);
            default:
                break;
        }
        const Pointee from = place(operand);
        const EventId event = mark(builder_.read(from, at_->span, address_of(operand)));
        return {builder_.value_of(event), {event}, from.holds_pointers};
    }

    void store(const Operand& operand, const RegisterValue& value) {
        if (operand.kind == Operand::Kind::reg) {
            set(operand.name, value);
            return;
        }
        write(operand, value);
    }

    EventId write(const Operand& operand, const RegisterValue& value) {
        Dependencies on = address_of(operand);
        on.data = value.reads;
        return mark(builder_.write(place(operand), value.term, at_->span, on));
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
            set(destination.name, value);
        set(source.name, old);
    }

    /// EAX is compared with the destination: if they are equal the source is stored there, else
    /// EAX gets what is there.
    void compare_exchange() {
        const RegisterValue old = load(first());
        const std::string kept = width_ == kLong ? "RAX" : "EAX";
        const RegisterValue accumulator = reg(kept);
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
        merge(kept, succeeds, accumulator, old);
    }

    void merge(const std::string& into, TermId when, const RegisterValue& yes,
               const RegisterValue& no) {
        RegisterValue made{terms_.if_then_else(when, yes.term, no.term), yes.reads};
        made.reads.insert(no.reads.begin(), no.reads.end());
        set(into, std::move(made));
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
            set(first().name, made);
        if (at_->opcode == Opcode::xadd) set(second().name, old);
    }

    TermId computed(TermId old, TermId source) {
        const TermId one = terms_.constant(1, width_);
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
    const bool has_64_bits_;
    const Instruction* at_ = nullptr;
    unsigned width_ = 0;  ///< of the instruction's operands
};

/// Whether the instructions are AT&T's: they have a register `%eax` or an address `(x)`.
bool is_att(std::string_view text, const Program& program) {
    for (const Code& code : program.code)
        for (const Span& span : code.instructions)
            for (Lexer lexer(text, span.begin, span.end); !lexer.at_end(); lexer.take())
                if (lexer.peek().is("%") || lexer.peek().is("(")) return true;
    return false;
}

/// What the other halves of registers begin with. Throws Rejected (E-NAME, E-TYPE).
void add_other_halves(TestFile& file) {
    const std::size_t count = file.initial.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (file.initial[i].target.kind != Atom::Kind::reg) continue;
        InitialValue half = file.initial[i];
        const bool is_word = register_width(half.target.name, true) == kWord;
        half.target.name = other_half(half.target.name);
        half.type.clear();
        const bool is_twice = std::ranges::any_of(file.initial, [&](const InitialValue& each) {
            return each.target.kind == Atom::Kind::reg && each.target.unit == half.target.unit &&
                   each.target.name == half.target.name;
        });
        if (is_twice)
            reject("E-NAME", "'" + to_text(half.target) + "' is a part of another initial value",
                   half.target.span);
        if (half.value.kind == Atom::Kind::address) {
            if (is_word)
                reject("E-TYPE", "an address has 64 bits", half.value.span,
                       "write " + half.target.name + " in place of " + file.initial[i].target.name);
            continue;  // what the lower half of an address is nobody knows
        }
        const auto low = static_cast<std::uint64_t>(half.value.constant) & 0xffff'ffffU;
        half.value.constant = static_cast<std::int64_t>(low);
        file.initial.push_back(std::move(half));
    }
}

void add_instructions(std::string_view text, const Dialect& dialect, Program& program) {
    program.threads =
        read_threads(program, [&](Span span) { return parse_instruction(text, span, dialect); });
    for (const auto& thread : program.threads)
        for (const Instruction& instruction : thread)
            for (const Operand& operand : instruction.operands)
                if (operand.kind == Operand::Kind::location)
                    program.locations.push_back(operand.name);
}

}  // namespace

Program parse_program(std::string_view text) {
    Program program;
    targets::parse_program(
        text, {canonical<false>, "EAX, EBX, ECX, EDX, ESI, EDI, EBP, ESP and R8D to R15D"},
        program);
    add_instructions(text, {}, program);
    return program;
}

Program parse_program_64(std::string_view text) {
    Program program;
    program.has_64_bits = true;
    targets::parse_program(text,
                           {canonical<true>,
                            "RAX, RBX, RCX, RDX, RSI, RDI, RBP, RSP, R8 to R15, and their lower "
                            "halves EAX to ESP and R8D to R15D"},
                           program);
    add_other_halves(program.file);
    add_instructions(text, {.has_64_bits = true, .is_att = is_att(text, program)}, program);
    return program;
}

litmus::EventStructure unfold(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                              const Program& program, unsigned unroll) {
    StructureBuilder builder(language, test, program.file, program.has_64_bits ? kLong : kWord);
    run_threads(builder, test, program, program.threads, unroll,
                [&](const Code& /*code*/) { return Thread(builder, test, program.has_64_bits); });
    return builder.finish();
}

}  // namespace clmm::targets::x86
