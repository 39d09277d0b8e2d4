#include <array>
#include <string>

#include "cross/targets/processor.h"

/// Tests of processors in the languages of their assembly.
namespace clmm::oracle::processor {
namespace {

/// How a machine's instructions are spelled. `%d` is a register that is set, `%s` one that is
/// read, `%n` a number, `%a` an address.
struct Spelling {
    const char* first_line;
    std::array<const char*, 2> locations;  ///< registers that point to x and y
    const char* results;                   ///< a register's name without its number
    int first_result;
    const char* zero;     ///< 0 that depends on a register
    const char* address;  ///< a location and that
    const char* set;      ///< a number
    const char* data;     ///< a number and that 0
};

constexpr Spelling kSpellings[] = {
    {"AArch64",
     {"X20", "X21"},
     "X",
     0,
     "EOR X10,%s,%s",
     "ADD X11,%s,X10",
     "MOV W12,#%n",
     "ADD W12,W10,#%n"},
    {"RISCV", {"x28", "x29"}, "x", 10, "xor x5,%s,%s", "add x6,%s,x5", "li x7,%n", "addi x7,x5,%n"},
    {"PPC", {"r2", "r3"}, "r", 10, "xor r5,%s,%s", "add r6,r5,%s", "li r7,%n", "addi r7,r5,%n"},
    {"X86", {"x", "y"}, "R", 8, "", "", "", ""},
};

const Spelling& spelling(Machine machine) { return kSpellings[static_cast<int>(machine)]; }

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what))
        text.replace(at, what.size(), by);
    return text;
}

std::string result(Machine machine, int at) {
    const Spelling& how = spelling(machine);
    return how.results + std::to_string(how.first_result + at) +
           (machine == Machine::x86 ? "D" : "");
}

/// The lines of a thread, instruction by instruction.
class Text {
public:
    explicit Text(const Program& test) : machine_(test.machine), how_(spelling(test.machine)) {}

    std::vector<std::string> operator()(const Thread& thread, int number) {
        lines_ = {"P" + std::to_string(number)};
        for (std::size_t i = 0; i < thread.body.size(); ++i) {
            const Instruction& each = thread.body[i];
            const int at = static_cast<int>(i);
            if (each.kind == Kind::fence)
                add(std::string(each.fence));
            else if (each.kind == Kind::branch)
                branch(each, at, thread);
            else if (machine_ == Machine::x86)
                x86(each, result(machine_, at));
            else
                access(each, at);
        }
        return lines_;
    }

private:
    void add(std::string line) { lines_.push_back(std::move(line)); }

    void branch(const Instruction& of, int at, const Thread& thread) {
        const std::string label = "L" + std::to_string(at);
        const std::string tested = result(machine_, of.on);
        if (machine_ == Machine::armv8) add("CBNZ " + tested + "," + label);
        if (machine_ == Machine::riscv) add("bnez " + tested + "," + label);
        if (machine_ == Machine::power) {
            const Kind kind = thread.body[static_cast<std::size_t>(of.on)].kind;
            if (kind != Kind::conditional) add("cmpwi " + tested + ",0");
            add("bne " + label);
        }
        add(label + ":");
    }

    /// The register that points to its location, after what makes it so.
    std::string address(const Instruction& of) {
        const std::string location = how_.locations[static_cast<std::size_t>(of.location)];
        if (of.dependency != Dependency::address) return location;
        add(replaced(how_.zero, "%s", result(machine_, of.on)));
        add(replaced(how_.address, "%s", location));
        const std::string sum = how_.address;
        return sum.substr(4, sum.find(',') - 4);
    }

    /// The register that holds its value.
    std::string value(const Instruction& of) {
        const bool depends = of.dependency == Dependency::data;
        if (depends) add(replaced(how_.zero, "%s", result(machine_, of.on)));
        const std::string made =
            replaced(depends ? how_.data : how_.set, "%n", std::to_string(of.value));
        add(made);
        const std::size_t space = made.find(' ');
        return made.substr(space + 1, made.find(',') - space - 1);
    }

    void access(const Instruction& of, int at) {
        const bool writes = of.kind != Kind::load && of.kind != Kind::reserve;
        const std::string held = writes ? value(of) : "";
        const std::string place = address(of);
        if (machine_ == Machine::armv8) armv8(of, at, held, place);
        if (machine_ == Machine::riscv) riscv(of, result(machine_, at), held, place);
        if (machine_ == Machine::power) power(of, result(machine_, at), held, place);
    }

    void armv8(const Instruction& of, int at, const std::string& held, const std::string& place) {
        const std::string memory = ",[" + place + "]";
        const std::string got = of.has_result ? "W" + std::to_string(at) : "WZR";
        const std::string both =
            std::string(of.acquires ? "A" : "") + (of.releases ? "L" : "") + " ";
        if (of.kind == Kind::load)
            add((of.acquires ? "LDAR " : of.acquires_pc ? "LDAPR " : "LDR ") + got + memory);
        if (of.kind == Kind::store) add((of.releases ? "STLR " : "STR ") + held + memory);
        if (of.kind == Kind::reserve) add((of.acquires ? "LDAXR " : "LDXR ") + got + memory);
        if (of.kind == Kind::conditional)
            add((of.releases ? "STLXR " : "STXR ") + got + "," + held + memory);
        if (of.kind == Kind::add) add("LDADD" + both + held + "," + got + memory);
        if (of.kind == Kind::exchange) add("SWP" + both + held + "," + got + memory);
        if (of.kind == Kind::compare) {
            add("MOV " + got + ",#" + std::to_string(of.expected));
            add("CAS" + both + got + "," + held + memory);
        }
    }

    void riscv(const Instruction& of, const std::string& got, const std::string& held,
               const std::string& place) {
        const std::string words = std::string(of.acquires || of.releases ? "." : "") +
                                  (of.acquires ? "aq" : "") + (of.releases ? "rl" : "") + " ";
        const std::string memory = ",(" + place + ")";
        if (of.kind == Kind::load) add("lw" + words + got + ",0(" + place + ")");
        if (of.kind == Kind::store) add("sw" + words + held + ",0(" + place + ")");
        if (of.kind == Kind::reserve) add("lr.w" + words + got + memory);
        if (of.kind == Kind::conditional) add("sc.w" + words + got + "," + held + memory);
        if (of.kind == Kind::add) add("amoadd.w" + words + got + "," + held + memory);
        if (of.kind == Kind::exchange) add("amoswap.w" + words + got + "," + held + memory);
        if (of.kind == Kind::compare) {
            add("li " + got + "," + std::to_string(of.expected));
            add("amocas.w" + words + got + "," + held + memory);
        }
    }

    void power(const Instruction& of, const std::string& got, const std::string& held,
               const std::string& place) {
        if (of.kind == Kind::load) add("lwz " + got + ",0(" + place + ")");
        if (of.kind == Kind::store) add("stw " + held + ",0(" + place + ")");
        if (of.kind == Kind::reserve) add("lwarx " + got + ",r0," + place);
        if (of.kind == Kind::conditional) add("stwcx. " + held + ",r0," + place);
    }

    void x86(const Instruction& of, const std::string& got) {
        const std::string memory =
            std::string("[") + how_.locations[static_cast<std::size_t>(of.location)] + "]";
        const std::string number = "$" + std::to_string(of.value);
        const std::string lock = of.is_locked ? "LOCK " : "";
        if (of.kind == Kind::load) return add("MOV " + got + "," + memory);
        if (of.kind == Kind::store) return add("MOV " + memory + "," + number);
        if (of.kind == Kind::compare) {
            add("MOV EAX,$" + std::to_string(of.expected));
            add("MOV EBX," + number);
            add(lock + "CMPXCHG " + memory + ",EBX");
            return add("MOV " + got + ",EAX");
        }
        add("MOV " + got + "," + number);
        if (of.kind == Kind::exchange) return add("XCHG " + memory + "," + got);
        add(lock + "XADD " + memory + "," + got);
    }

    Machine machine_;
    const Spelling& how_;
    std::vector<std::string> lines_;
};

}  // namespace

Printed to_litmus(const Program& test) {
    const Spelling& how = spelling(test.machine);
    std::string head = std::string(how.first_line) + " generated\n{ ";
    for (int l = 0; l < test.locations; ++l) head += location_name(l) + "=0; ";
    for (std::size_t t = 0; t < test.threads.size() && test.machine != Machine::x86; ++t)
        for (int l = 0; l < test.locations; ++l)
            head += std::to_string(t) + ":" + how.locations[static_cast<std::size_t>(l)] + "=" +
                    location_name(l) + "; ";
    std::vector<std::vector<std::string>> columns;
    for (const Thread& thread : test.threads)
        columns.push_back(Text(test)(thread, static_cast<int>(columns.size())));
    return targets::in_columns(
        head + "}\n", columns, effects(test), test.locations,
        [&](std::size_t at) { return result(test.machine, static_cast<int>(at)); });
}

}  // namespace clmm::oracle::processor
