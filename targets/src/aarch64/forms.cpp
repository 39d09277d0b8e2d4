#include <array>

#include "aarch64/instruction.h"

namespace clmm::targets::aarch64 {
namespace {

struct Size {
    std::string_view suffix;
    unsigned width;
};
constexpr std::array kSizes{Size{"", 0}, Size{"B", 8}, Size{"H", 16}};

struct Named {
    std::string_view name;
    Operation operation;
};
/// Atomic memory operations: LDADD, STADD and so on.
constexpr std::array kAtomic{
    Named{"ADD", Operation::add},           Named{"CLR", Operation::bit_clear},
    Named{"EOR", Operation::bit_xor},       Named{"SET", Operation::bit_or},
    Named{"SMAX", Operation::signed_max},   Named{"SMIN", Operation::signed_min},
    Named{"UMAX", Operation::unsigned_max}, Named{"UMIN", Operation::unsigned_min}};

constexpr std::array kComputing{
    Named{"ADD", Operation::add},        Named{"SUB", Operation::sub},
    Named{"AND", Operation::bit_and},    Named{"ORR", Operation::bit_or},
    Named{"EOR", Operation::bit_xor},    Named{"BIC", Operation::bit_clear},
    Named{"LSL", Operation::shift_left}, Named{"LSR", Operation::shift_right}};

constexpr std::array<std::string_view, 17> kConditions{"EQ", "NE", "CS", "HS", "CC", "LO",
                                                       "MI", "PL", "VS", "VC", "HI", "LS",
                                                       "GE", "LT", "GT", "LE", "AL"};

/// "Arm Architecture Reference Manual for A-profile", DDI 0487, chapter C6.
class Forms {
public:
    std::vector<Form> operator()() && {
        for (const Size& size : kSizes) accesses(size);
        for (const Size& size : kSizes) atomics(size);
        for (const Named& each : kComputing)
            add({std::string(each.name), Kind::compute, each.operation});
        for (const auto& [name, operation] :
             {Named{"ADDS", Operation::add}, Named{"SUBS", Operation::sub},
              Named{"ANDS", Operation::bit_and}})
            add({.name = std::string(name),
                 .kind = Kind::compute,
                 .operation = operation,
                 .sets_flags = true});
        for (const auto& [name, operation] :
             {Named{"CMP", Operation::sub}, Named{"CMN", Operation::add},
              Named{"TST", Operation::bit_and}})
            add({.name = std::string(name),
                 .kind = Kind::compare,
                 .operation = operation,
                 .sets_flags = true});
        control();
        return std::move(all_);
    }

private:
    void add(Form form) { all_.push_back(std::move(form)); }
    void add(std::string_view name, const Size& size, Form like) {
        like.name = std::string(name) + std::string(size.suffix);
        like.width = size.width;
        add(std::move(like));
    }

    void accesses(const Size& size) {
        for (const char* name : {"LDR", "LDUR"}) add(name, size, {.kind = Kind::load});
        add("LDAR", size, {.kind = Kind::load, .acquire = true});
        for (const char* name : {"LDAPR", "LDAPUR"})
            add(name, size, {.kind = Kind::load, .acquire_pc = true});
        for (const char* name : {"STR", "STUR"}) add(name, size, {.kind = Kind::store});
        for (const char* name : {"STLR", "STLUR"})
            add(name, size, {.kind = Kind::store, .release = true});
        add("LDXR", size, {.kind = Kind::load_exclusive});
        add("LDAXR", size, {.kind = Kind::load_exclusive, .acquire = true});
        add("STXR", size, {.kind = Kind::store_exclusive});
        add("STLXR", size, {.kind = Kind::store_exclusive, .release = true});
    }

    void atomics(const Size& size) {
        for (const bool acquire : {false, true}) {
            for (const bool release : {false, true}) {
                const std::string order = std::string(acquire ? "A" : "") + (release ? "L" : "");
                const auto form = [&](Kind kind, Operation operation) {
                    return Form{.kind = kind,
                                .operation = operation,
                                .acquire = acquire,
                                .release = release};
                };
                add("SWP" + order, size, form(Kind::swap, Operation::none));
                add("CAS" + order, size, form(Kind::compare_and_swap, Operation::none));
                for (const Named& each : kAtomic) {
                    const std::string name = std::string(each.name) + order;
                    add("LD" + name, size, form(Kind::fetch, each.operation));
                    if (!acquire) add("ST" + name, size, form(Kind::no_fetch, each.operation));
                }
            }
        }
    }

    void control() {
        for (const char* name : {"MOV", "MOVZ"}) add({.name = name, .kind = Kind::move});
        for (const char* name : {"DMB", "DSB"}) add({.name = name, .kind = Kind::barrier});
        add({.name = "ISB", .kind = Kind::isb});
        add({.name = "NOP", .kind = Kind::nothing});
        add({.name = "CLREX", .kind = Kind::clear_exclusive});
        add({.name = "B", .kind = Kind::jump});
        for (const std::string_view condition : kConditions)
            add({.name = "B." + std::string(condition), .kind = Kind::branch});
        add({.name = "CBZ", .kind = Kind::zero_branch});
        add({.name = "CBNZ", .kind = Kind::zero_branch, .negated = true});
        add({.name = "TBZ", .kind = Kind::bit_branch});
        add({.name = "TBNZ", .kind = Kind::bit_branch, .negated = true});
    }

    std::vector<Form> all_;
};

}  // namespace

const std::vector<Form>& forms() {
    static const std::vector<Form> all = Forms()();
    return all;
}

}  // namespace clmm::targets::aarch64
