#include "execute/handlers/print.h"

#include <cstdio>
#include <cstring>

#include "clmm/runtime/error.h"
#include "execute/block.h"
#include "execute/group_run.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

/// Reads one conversion behind its '%'; false if it is none.
bool read_conversion(const std::string& format, std::size_t& at, PrintPiece& piece) {
    const auto take_while = [&](const char* set) {
        std::string out;
        while (at < format.size() && std::string(set).find(format[at]) != std::string::npos)
            out += format[at++];
        return out;
    };
    piece.flags = take_while("-+ #0");
    piece.flags += take_while("0123456789");
    if (at < format.size() && format[at] == '.') {
        piece.flags += format[at++];
        piece.flags += take_while("0123456789");
    }
    if (at < format.size() && format[at] == 'v') {
        ++at;
        const std::string lanes = take_while("0123456789");
        if (lanes != "2" && lanes != "3" && lanes != "4" && lanes != "8" && lanes != "16")
            return false;
        piece.lanes = static_cast<unsigned>(std::stoul(lanes));
    }
    piece.length = take_while("hl");
    if (at >= format.size()) return false;
    piece.conversion = format[at++];
    const bool known = std::string("diouxXfFeEgGaAcsp").find(piece.conversion) != std::string::npos;
    const bool length_known = piece.length.empty() || piece.length == "hh" || piece.length == "h" ||
                              piece.length == "l" || piece.length == "hl";
    return known && length_known && (piece.length != "hl" || piece.lanes > 1);
}

}  // namespace

std::vector<PrintPiece> parse_format(const std::string& format) {
    std::vector<PrintPiece> out(1);
    for (std::size_t at = 0; at < format.size();) {
        const char c = format[at++];
        if (c != '%') {
            out.back().before += c;
        } else if (at < format.size() && format[at] == '%') {
            out.back().before += '%';
            ++at;
        } else {
            if (!read_conversion(format, at, out.back())) return {};
            out.emplace_back();
        }
    }
    return out;
}

bool is_printable_width(const PrintPiece& piece) {
    std::uint64_t number = 0;
    for (const char c : piece.flags) {
        const bool is_digit = c >= '0' && c <= '9';
        number = is_digit ? 10 * number + static_cast<std::uint64_t>(c - '0') : 0;
        if (number > kWidestField) return false;
    }
    return true;
}

namespace {

template <class T>
std::string formatted(const std::string& directive, T value) {
    const int size = std::snprintf(nullptr, 0, directive.c_str(), value);
    std::string out(static_cast<std::size_t>(size > 0 ? size : 0) + 1, '\0');
    std::snprintf(out.data(), out.size(), directive.c_str(), value);
    out.pop_back();
    return out;
}

std::uint64_t element_bits(const Register& reg, unsigned size, unsigned lane) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, reg.data + std::size_t{lane} * size, size);
    return bits;
}

std::string print_element(const PrintPiece& piece, Scalar scalar, std::uint64_t bits) {
    const std::string start = "%" + piece.flags;
    const std::string letter(1, piece.conversion);
    if (is_floating(scalar)) {
        const double value = scalar == Scalar::f64 ? read_bytes<double>(&bits)
                                                   : static_cast<double>(read_bytes<float>(&bits));
        return formatted(start + letter, value);
    }
    const std::int64_t value = with_type(scalar, [&](auto element) {
        return static_cast<std::int64_t>(read_bytes<decltype(element)>(&bits));
    });
    if (piece.conversion == 'c') return formatted(start + "c", static_cast<int>(value));
    if (piece.conversion == 'p') return formatted(start + "p", pointer_to<void>(bits));
    // As wide as the operand, whatever the length modifier says of its promotion.
    if (piece.length == "hh")
        return piece.conversion == 'd' || piece.conversion == 'i'
                   ? formatted(start + letter, static_cast<int>(static_cast<signed char>(value)))
                   : formatted(start + letter,
                               static_cast<unsigned>(static_cast<unsigned char>(value)));
    if (piece.length == "h")
        return piece.conversion == 'd' || piece.conversion == 'i'
                   ? formatted(start + letter, static_cast<int>(static_cast<short>(value)))
                   : formatted(start + letter,
                               static_cast<unsigned>(static_cast<unsigned short>(value)));
    if (piece.length == "l") return formatted(start + "l" + letter, static_cast<long>(value));
    return formatted(start + letter, static_cast<int>(value));
}

/// What lies at an address in program-scope memory, where string literals are.
std::string text_at(Block& block, std::uint64_t address) {
    const MemoryArgument memory = block.group().instance().environment->program_scope();
    const std::uint64_t begin = address_of(memory.base);
    if (address < begin || address - begin >= memory.size)
        throw Error(ErrorCode::invalid_operation,
                    "what a conversion %s is given points to no string literal");
    const auto* text = pointer_to<const char>(address);
    return {text, strnlen(text, memory.size - (address - begin))};
}

std::string line_of(Block& block, const PrintCall& call, const std::vector<PrintPiece>& pieces,
                    unsigned lane) {
    std::string out;
    std::size_t next = 0;
    for (const PrintPiece& piece : pieces) {
        out += piece.before;
        if (piece.conversion == '\0') continue;
        const PrintCall::Operand& operand = call.operands[next++];
        if (operand.is_string) {
            out += formatted("%" + piece.flags + "s", operand.text.c_str());
            continue;
        }
        const unsigned size = register_size(operand.scalar);
        if (piece.conversion == 's') {
            const std::uint64_t address =
                element_bits(block.reg(operand.registers.front()), size, lane);
            out += formatted("%" + piece.flags + "s", text_at(block, address).c_str());
            continue;
        }
        for (std::size_t i = 0; i < operand.registers.size(); ++i) {
            if (i > 0) out += ',';
            out += print_element(piece, operand.scalar,
                                 element_bits(block.reg(operand.registers[i]), size, lane));
        }
    }
    return out;
}

void run_print(Block& block, const Instruction& i) {
    const PrintCall& call = block.code().prints[static_cast<std::size_t>(i.immediate)];
    for (const PrintCall::Operand& operand : call.operands)
        for (const std::uint32_t reg : operand.registers)
            block.fill(block.reg(reg), register_size(operand.scalar));
    Register& result = block.reg(call.result);
    block.keep_others(result, i);
    const std::vector<PrintPiece> pieces = parse_format(call.format);
    block.for_active([&](unsigned lane) {
        block.group().instance().environment->print(line_of(block, call, pieces, lane));
        result.elements<std::int32_t>()[lane] = 0;
    });
}

}  // namespace

namespace handlers {

Handler print() { return &run_print; }

}  // namespace handlers
}  // namespace clmm::runtime
