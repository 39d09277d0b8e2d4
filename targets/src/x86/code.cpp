// Tests of x86 as machine code.

#include <algorithm>
#include <array>
#include <map>

#include "clmm/base/reject.h"
#include "clmm/targets/x86_code.h"
#include "x86/encoder.h"
#include "x86/front_end.h"
#include "x86/program.h"

namespace clmm::targets {
namespace x86 {
namespace {

/// By their numbers in machine code, as words and as addresses.
constexpr std::array<std::string_view, 16> kWordNames{"EAX",  "ECX",  "EDX",  "EBX", "ESP",  "EBP",
                                                      "ESI",  "EDI",  "R8D",  "R9D", "R10D", "R11D",
                                                      "R12D", "R13D", "R14D", "R15D"};
constexpr std::array<std::string_view, 16> kAddressNames{"rax", "rcx", "rdx", "rbx", "rsp", "rbp",
                                                         "rsi", "rdi", "r8",  "r9",  "r10", "r11",
                                                         "r12", "r13", "r14", "r15"};
constexpr std::uint8_t kAccumulator = 0, kStack = 4, kResults = 6, kAddresses = 7;
constexpr std::array<std::uint8_t, 6> kPreserved{3, 5, 12, 13, 14, 15};

std::uint8_t number_of(std::string_view name) {
    return static_cast<std::uint8_t>(std::ranges::find(kWordNames, name) - kWordNames.begin());
}

[[noreturn]] void refuse_code(std::string message, Span span, std::string hint = {}) {
    reject("E-UNSUPPORTED", std::move(message), span, std::move(hint));
}

/// Opcodes of an operation with two operands: register into target, target into register, and
/// what extends 0x81, number into target.
struct Forms {
    std::uint8_t to_target, to_register, extension;
};
Forms forms_of(Opcode opcode) {
    switch (opcode) {
        case Opcode::bit_or:
            return {0x09, 0x0B, 1};
        case Opcode::bit_and:
            return {0x21, 0x23, 4};
        case Opcode::sub:
            return {0x29, 0x2B, 5};
        case Opcode::bit_xor:
            return {0x31, 0x33, 6};
        default:
            return {0x01, 0x03, 0};  // ADD
    }
}

/// Which registers of the machine a thread's registers and addresses are in.
class Allocation {
public:
    Allocation(const litmus::LitmusTest& test, const Program& program, std::size_t column)
        : test_(test) {
        for (const InitialValue& each : program.file.initial) take(each, column);
        for (const Instruction& each : program.threads[column]) {
            if (each.opcode == Opcode::cmpxchg) use(kAccumulator, each.span);
            for (const Operand& operand : each.operands) take(operand);
        }
        for (std::size_t i = 0; i < locations_.size(); ++i) addresses_.push_back(free(spans_[i]));
        if (const auto found = registers_.find(kStack); found != registers_.end())
            found->second = free(stack_);
        spare_ = addresses_.empty() ? free(stack_) : addresses_.front();
    }

    /// By the number of the test's register: that of the machine's.
    [[nodiscard]] const std::map<std::uint8_t, std::uint8_t>& registers() const {
        return registers_;
    }
    [[nodiscard]] std::uint32_t initial(std::uint8_t reg) const {
        const auto found = initial_.find(reg);
        return found == initial_.end() ? 0 : found->second;
    }
    /// Of the test, in the order of their addresses.
    [[nodiscard]] const std::vector<std::size_t>& locations() const { return locations_; }
    [[nodiscard]] std::uint8_t address(std::size_t index) const { return addresses_[index]; }
    /// One that holds nothing when the thread ends.
    [[nodiscard]] std::uint8_t spare() const { return spare_; }

    [[nodiscard]] Target target(const Operand& operand) const {
        if (operand.kind == Operand::Kind::reg) return {registers_.at(number_of(operand.name))};
        const auto found = std::ranges::find(locations_, index_of(operand.name));
        return {addresses_[static_cast<std::size_t>(found - locations_.begin())], true};
    }

private:
    void take(const InitialValue& each, std::size_t column) {
        if (each.value.kind == Atom::Kind::address)
            refuse_code("addresses as values are not executed", each.value.span,
                        "the machine's addresses have 64 bits, registers of tests 32");
        if (each.target.kind != Atom::Kind::reg || each.target.unit != test_.units[column].number)
            return;
        const std::uint8_t reg = number_of(each.target.name);
        use(reg, each.target.span);
        initial_[reg] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(each.value.constant));
    }

    void take(const Operand& operand) {
        if (operand.kind == Operand::Kind::indirect)
            refuse_code("an address in a register is not executed", operand.span,
                        "name the location: [x]");
        if (operand.kind == Operand::Kind::reg) use(number_of(operand.name), operand.span);
        if (operand.kind != Operand::Kind::location) return;
        const std::size_t index = index_of(operand.name);
        if (std::ranges::find(locations_, index) != locations_.end()) return;
        locations_.push_back(index);
        spans_.push_back(operand.span);
    }

    void use(std::uint8_t reg, Span span) {
        registers_.emplace(reg, reg);
        if (reg == kStack) stack_ = span;
    }

    [[nodiscard]] std::size_t index_of(const std::string& name) const {
        return std::ranges::find(test_.locations, name, &litmus::Location::name)->id.index();
    }

    /// From the last one down: the first ones have shorter instructions.
    std::uint8_t free(Span span) {
        for (std::uint8_t reg = kWordNames.size(); reg-- > 0;) {
            const auto has_it = [&](const auto& each) { return each.second == reg; };
            if (reg == kStack || std::ranges::any_of(registers_, has_it) ||
                std::ranges::find(addresses_, reg) != addresses_.end())
                continue;
            return reg;
        }
        refuse_code("the thread has more registers and locations than the machine has registers",
                    span, "together there may be 15");
    }

    const litmus::LitmusTest& test_;
    std::map<std::uint8_t, std::uint8_t> registers_;
    std::map<std::uint8_t, std::uint32_t> initial_;
    std::vector<std::size_t> locations_;
    std::vector<Span> spans_;  ///< by location: where it is named first
    std::vector<std::uint8_t> addresses_;
    Span stack_{0, 0};  ///< where ESP is named
    std::uint8_t spare_ = 0;
};

class ThreadCode {
public:
    ThreadCode(const litmus::LitmusTest& test, const Program& program, std::size_t column)
        : test_(test), instructions_(program.threads[column]), allocation_(test, program, column) {}

    X86Thread operator()() && {
        enter();
        for (const Instruction& each : instructions_) {
            begin(std::string(test_.source->text().substr(each.span.begin,
                                                          each.span.end - each.span.begin)),
                  true);
            write(each);
        }
        leave();
        made_.code = std::move(out_.bytes);
        return std::move(made_);
    }

private:
    void begin(std::string text, bool is_of_the_test = false) {
        made_.lines.push_back({out_.bytes.size(), std::move(text), is_of_the_test});
    }
    static std::string address_name(std::uint8_t number) {
        return std::string(kAddressNames[number]);
    }
    static std::string at(std::uint8_t base, std::size_t displacement) {
        return "[" + address_name(base) + "+" + std::to_string(displacement) + "]";
    }

    void push(std::uint8_t number) {
        begin("push " + address_name(number));
        out_.short_form(0x50, number);
    }
    void pop(std::uint8_t number) {
        begin("pop " + address_name(number));
        out_.short_form(0x58, number);
    }

    /// Keeps what the ABI wants kept, and where results go; takes addresses and starts registers.
    /// The register that the addresses come from is written last.
    void enter() {
        for (const std::uint8_t each : kPreserved) push(each);
        push(kResults);
        const auto& locations = allocation_.locations();
        for (const bool is_last : {false, true}) {
            for (std::size_t i = 0; i < locations.size(); ++i)
                if ((allocation_.address(i) == kAddresses) == is_last) take_address(i);
            for (const auto& [reg, number] : allocation_.registers())
                if ((number == kAddresses) == is_last) start(reg, number);
        }
        made_.locations = locations;
    }

    void take_address(std::size_t index) {
        const std::uint8_t number = allocation_.address(index);
        begin("mov " + address_name(number) + ", " + at(kAddresses, 8 * index) + "  ; " +
              test_.locations[allocation_.locations()[index]].name);
        out_.wide_form(0x8B, number, {kAddresses, true, static_cast<std::uint8_t>(8 * index)});
    }

    void start(std::uint8_t reg, std::uint8_t number) {
        const std::uint32_t value = allocation_.initial(reg);
        std::string text = "mov " + std::string(kWordNames[number]) + ", " + std::to_string(value);
        if (number != reg) text += "  ; in place of " + std::string(kWordNames[reg]);
        begin(std::move(text));
        out_.short_form(0xB8, number);
        out_.immediate(value);
    }

    void leave() {
        const std::uint8_t results = allocation_.spare();
        pop(results);
        for (const auto& [reg, number] : allocation_.registers()) {
            const std::size_t place = 4 * made_.registers.size();
            begin("mov " + at(results, place) + ", " + std::string(kWordNames[number]));
            out_.form(0x89, number, {results, true, static_cast<std::uint8_t>(place)});
            made_.registers.emplace_back(kWordNames[reg]);
        }
        for (auto each = kPreserved.rbegin(); each != kPreserved.rend(); ++each) pop(*each);
        begin("ret");
        out_.put({0xC3});
    }

    [[nodiscard]] Target target(const Operand& operand) const {
        return allocation_.target(operand);
    }
    [[nodiscard]] std::uint8_t reg(const Operand& operand) const { return target(operand).number; }

    void write(const Instruction& at) {
        switch (at.opcode) {
            case Opcode::mfence:
                return out_.put({0x0F, 0xAE, 0xF0});
            case Opcode::lfence:
                return out_.put({0x0F, 0xAE, 0xE8});
            case Opcode::sfence:
                return out_.put({0x0F, 0xAE, 0xF8});
            case Opcode::mov:
                return move(at);
            case Opcode::xchg: {
                const bool is_swapped = at.operands[1].in_memory();
                return out_.form(0x87, reg(at.operands[is_swapped ? 0 : 1]),
                                 target(at.operands[is_swapped ? 1 : 0]), at.has_prefix);
            }
            case Opcode::xadd:
                return into_target(0x0FC1, at);
            case Opcode::cmpxchg:
                return into_target(0x0FB1, at);
            case Opcode::inc:
                return unary(0xFF, 0, at);
            case Opcode::dec:
                return unary(0xFF, 1, at);
            case Opcode::bit_not:
                return unary(0xF7, 2, at);
            case Opcode::neg:
                return unary(0xF7, 3, at);
            default:
                return compute(at);
        }
    }

    void into_target(std::uint16_t opcode, const Instruction& at) {
        out_.form(opcode, reg(at.operands[1]), target(at.operands[0]), at.has_prefix);
    }
    void unary(std::uint16_t opcode, std::uint8_t extension, const Instruction& at) {
        out_.form(opcode, extension, target(at.operands[0]), at.has_prefix);
    }
    /// The first operand's register gets what the second one's target holds.
    void into_register(std::uint16_t opcode, const Instruction& at) {
        out_.form(opcode, reg(at.operands[0]), target(at.operands[1]));
    }

    void move(const Instruction& at) {
        if (at.operands[1].kind == Operand::Kind::immediate) {
            unary(0xC7, 0, at);
            out_.immediate(at.operands[1].value);
        } else if (at.operands[1].in_memory()) {
            into_register(0x8B, at);
        } else {
            into_target(0x89, at);
        }
    }

    void compute(const Instruction& at) {
        const Forms forms = forms_of(at.opcode);
        if (at.operands[1].kind == Operand::Kind::immediate) {
            unary(0x81, forms.extension, at);
            out_.immediate(at.operands[1].value);
        } else if (at.operands[1].in_memory()) {
            into_register(forms.to_register, at);
        } else {
            into_target(forms.to_target, at);
        }
    }

    const litmus::LitmusTest& test_;
    const std::vector<Instruction>& instructions_;
    const Allocation allocation_;
    Encoder out_;
    X86Thread made_;
};

std::string hex(std::size_t value, std::size_t digits) {
    std::string text;
    for (std::size_t i = digits; i-- > 0;) text += "0123456789abcdef"[value >> (4 * i) & 0xFU];
    return text;
}

}  // namespace
}  // namespace x86

bool is_x86(const litmus::LitmusTest& test) { return test.front_end == &x86::front_end(); }

Result<std::vector<X86Thread>> x86_code(const litmus::LitmusTest& test) {
    try {
        const auto& program =
            *static_cast<const x86::Program*>(static_cast<const Program*>(test.program.get()));
        std::vector<X86Thread> threads;
        for (std::size_t column = 0; column < program.threads.size(); ++column)
            threads.push_back(x86::ThreadCode(test, program, column)());
        return threads;
    } catch (const Rejected& rejected) {
        return Result<std::vector<X86Thread>>::failure(rejected.in(test.source));
    }
}

std::string listing(const litmus::LitmusTest& test, const std::vector<X86Thread>& threads) {
    constexpr std::size_t kBytesColumn = 36;  // eleven bytes are the longest here
    std::string out;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        const X86Thread& thread = threads[i];
        out += "P" + std::to_string(test.units[i].number) + ":\n";
        for (std::size_t l = 0; l < thread.lines.size(); ++l) {
            const X86Thread::Line& line = thread.lines[l];
            const std::size_t end =
                l + 1 < thread.lines.size() ? thread.lines[l + 1].begin : thread.code.size();
            std::string bytes;
            for (std::size_t at = line.begin; at < end; ++at)
                bytes += x86::hex(thread.code[at], 2) + " ";
            bytes.resize(std::max(bytes.size(), kBytesColumn), ' ');
            out += (line.is_of_the_test ? "* " : "  ") + x86::hex(line.begin, 4) + "  " + bytes +
                   line.text + "\n";
        }
    }
    return out;
}

}  // namespace clmm::targets
