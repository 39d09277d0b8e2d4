#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clmm::hardware::ptx_text {

/// The text of one kernel, line by line. Registers and labels get names of their own, and are
/// declared when the text is taken.
class Writer {
public:
    struct Parameter {
        const char* name;
        bool is_pointer;
    };
    Writer(std::string name, std::vector<Parameter> parameters);

    void line(const std::string& text) { body_ += "    " + text + "\n"; }
    void comment(const std::string& text) { body_ += "    // " + text + "\n"; }

    // ---- values: each returns the register that it is in ----

    /// `add.u32` and so on: `operation` with its operands, which are registers and numbers.
    std::string word(const std::string& operation, const std::string& operands);
    std::string word(const std::string& operation, const std::string& a, const std::string& b) {
        return word(operation, a + ", " + b);
    }
    std::string test(const std::string& comparison, const std::string& a, const std::string& b);
    std::string parameter(const char* name);  ///< of pointers the address in global memory
    /// base + index * 4
    std::string element(const std::string& base, const std::string& index);
    std::string load(const std::string& address) {
        return word("ld.global.u32", "[" + address + "]");
    }
    void store(const std::string& address, const std::string& value);
    /// A register of 32 bits that is written more than once.
    std::string variable(const std::string& value);
    void set(const std::string& variable, const std::string& value) {
        line("mov.b32 " + variable + ", " + value + ";");
    }

    // ---- flow ----

    std::string new_label(const std::string& what);
    void label(const std::string& name) { body_ += name + ":\n"; }
    void jump(const std::string& label) { line("bra " + label + ";"); }
    void jump_if(const std::string& predicate, const std::string& label) {
        line("@" + predicate + " bra " + label + ";");
    }
    void jump_unless(const std::string& predicate, const std::string& label) {
        line("@!" + predicate + " bra " + label + ";");
    }

    /// Declarations of registers that others wrote about: `.reg .b32 %P0_r0;`
    void declare(const std::string& type, const std::string& name) {
        declarations_ += "    .reg " + type + " " + name + ";\n";
    }
    [[nodiscard]] std::string text() const;

private:
    std::string name_;
    std::vector<Parameter> parameters_;
    std::string declarations_, body_;
    unsigned words_ = 0, addresses_ = 0, predicates_ = 0, labels_ = 0;
};

[[nodiscard]] std::string decimal(std::uint64_t value);

}  // namespace clmm::hardware::ptx_text
