#include <array>
#include <cmath>

#include "cross/targets/draw.h"
#include "cross/targets/processor.h"

/// Tests of processors: small ones by number, larger ones by seed.
namespace clmm::oracle::processor {
namespace {

using targets::Draw;

std::vector<std::string_view> fences(Machine machine) {
    switch (machine) {
        case Machine::armv8:
            return {"DMB SY", "DMB LD", "DMB ST",  "ISB",      "DSB SY",
                    "DSB LD", "DSB ST", "DMB NSH", "DSB NSHST"};
        case Machine::riscv:
            return {"fence rw,rw", "fence rw,w", "fence r,rw", "fence w,w",
                    "fence r,r",   "fence w,r",  "fence r,w",  "fence rw,r",
                    "fence w,rw",  "fence.tso",  "fence.i"};
        case Machine::power:
            return {"sync", "lwsync", "isync", "eieio"};
        case Machine::x86:
            break;
    }
    return {"MFENCE", "LFENCE", "SFENCE"};
}

/// What has no annotations there stays without.
bool has_annotations(Machine machine) {
    return machine == Machine::armv8 || machine == Machine::riscv;
}

bool has_dependencies(Machine machine) { return machine != Machine::x86; }

std::vector<Instruction> small_accesses(Machine machine) {
    std::vector<Instruction> all{{.kind = Kind::load}, {.kind = Kind::store}};
    if (machine == Machine::power) return all;
    all.push_back({.kind = Kind::exchange});
    if (machine == Machine::x86) {
        all.push_back({.kind = Kind::add});
        all.push_back({.kind = Kind::add, .is_locked = false});
        return all;
    }
    all.push_back({.kind = Kind::load, .acquires = true});
    all.push_back({.kind = Kind::store, .releases = true});
    all.push_back({.kind = Kind::exchange, .acquires = true});
    all.push_back({.kind = Kind::exchange, .releases = true});
    all.push_back({.kind = Kind::exchange, .acquires = true, .releases = true});
    if (machine == Machine::armv8) {
        all.push_back({.kind = Kind::load, .acquires_pc = true});
        all.push_back({.kind = Kind::add, .acquires = true, .has_result = false});
    }
    return all;
}

/// Between two accesses: nothing, a fence, a dependency, a branch, a branch and a fence.
std::uint64_t small_links(Machine machine) {
    const std::uint64_t plain = 1 + fences(machine).size();
    return has_dependencies(machine) ? plain + 4 : plain;
}

std::uint64_t digit(std::uint64_t& number, std::uint64_t base) {
    const std::uint64_t found = number % base;
    number /= base;
    return found;
}

std::string_view instruction_fence(Machine machine) {
    if (machine == Machine::armv8) return "ISB";
    return machine == Machine::power ? "isync" : "fence.i";
}

bool has_result(const Instruction& of, Machine machine) {
    if (of.kind == Kind::conditional) return machine != Machine::power;
    return is_access(of.kind) && of.kind != Kind::store && of.has_result;
}

void add_linked(std::vector<Instruction>& body, Instruction second, std::uint64_t link,
                Machine machine) {
    const auto kinds = fences(machine);
    if (link > 0 && link <= kinds.size())
        body.push_back({.kind = Kind::fence, .fence = kinds[link - 1]});
    if (link > kinds.size() && has_result(body.front(), machine)) {
        const std::uint64_t way = link - kinds.size() - 1;
        const bool stores = second.kind != Kind::load;
        if (way >= 2) body.push_back({.kind = Kind::branch, .on = 0});
        if (way == 3) body.push_back({.kind = Kind::fence, .fence = instruction_fence(machine)});
        if (way < 2) {
            second.on = 0;
            second.dependency = way == 1 && stores ? Dependency::data : Dependency::address;
        }
    }
    body.push_back(second);
}

/// Draws the parts of a larger test.
class Drawing {
public:
    Drawing(Machine machine, std::uint64_t seed)
        : machine_(machine), draw_(seed), is_one_location_(draw_.once_in(6)) {}

    Program operator()() {
        Program test{machine_, 2, {}};
        const int threads = draw_.of(2, 2, 2, 3, 3);
        for (int t = 0; t < threads; ++t) {
            body_ = {};
            const int accesses = threads == 2 ? draw_.of(2, 3, 3, 4) : draw_.of(1, 2, 2, 3);
            for (int i = 0; i < accesses; ++i) add(i > 0);
            test.threads.push_back({body_});
        }
        return test;
    }

private:
    void add(bool may_link) {
        if (may_link && draw_.once_in(3)) {
            const auto all = fences(machine_);
            body_.push_back(
                {.kind = Kind::fence,
                 .fence =
                     all[static_cast<std::size_t>(draw_.below(static_cast<int>(all.size())))]});
        }
        if (may_link && has_dependencies(machine_) && draw_.once_in(4)) branch();
        Instruction made = access();
        if (has_dependencies(machine_) && draw_.once_in(2)) depend(made);
        body_.push_back(made);
    }

    /// Some instruction with a result, or -1.
    int earlier() {
        if (body_.empty()) return -1;
        const int at = draw_.below(static_cast<int>(body_.size()));
        return has_result(body_[static_cast<std::size_t>(at)], machine_) ? at : -1;
    }

    void branch() {
        int on = earlier();
        // Power's status is in the condition register, until something is compared.
        if (machine_ == Machine::power && body_.back().kind == Kind::conditional)
            on = static_cast<int>(body_.size()) - 1;
        if (on < 0) return;
        body_.push_back({.kind = Kind::branch, .on = on});
        if (draw_.once_in(2))
            body_.push_back({.kind = Kind::fence, .fence = instruction_fence(machine_)});
    }

    void depend(Instruction& made) {
        made.on = earlier();
        if (made.on < 0) return;
        const bool stores = made.kind != Kind::load && made.kind != Kind::reserve;
        made.dependency = stores && draw_.once_in(2) ? Dependency::data : Dependency::address;
    }

    Kind kind() {
        if (awaits_conditional() && !draw_.once_in(4)) return Kind::conditional;
        const Kind plain = draw_.of(Kind::load, Kind::load, Kind::store);
        switch (machine_) {
            case Machine::power:
                return draw_.of(plain, plain, plain, Kind::reserve);
            case Machine::x86:
                return draw_.of(plain, plain, plain, Kind::add, Kind::exchange, Kind::compare);
            default:
                return draw_.of(plain, plain, plain, plain, Kind::add, Kind::exchange,
                                Kind::compare, Kind::reserve);
        }
    }
    [[nodiscard]] bool awaits_conditional() const {
        for (auto each = body_.rbegin(); each != body_.rend(); ++each) {
            if (each->kind == Kind::conditional) return false;
            if (each->kind == Kind::reserve) return true;
        }
        return false;
    }
    [[nodiscard]] int reserved() const {
        for (auto each = body_.rbegin(); each != body_.rend(); ++each)
            if (each->kind == Kind::reserve) return each->location;
        return 0;
    }

    Instruction access() {
        Instruction made{.kind = kind(), .expected = draw_.of(0, 1, 2)};
        made.location = is_one_location_ ? 0 : draw_.below(2);
        if (made.kind == Kind::conditional) made.location = reserved();
        made.value = made.kind == Kind::add ? 8 : ++stored_;
        if (has_annotations(machine_)) annotate(made);
        if (machine_ == Machine::x86 && made.kind != Kind::exchange)
            made.is_locked = !draw_.once_in(4);
        return made;
    }

    void annotate(Instruction& made) {
        const bool reads = made.kind != Kind::store && made.kind != Kind::conditional;
        const bool writes = made.kind != Kind::load && made.kind != Kind::reserve;
        made.acquires = reads && draw_.once_in(3);
        made.releases = writes && draw_.once_in(3);
        if (machine_ != Machine::armv8) return;
        made.acquires_pc = made.kind == Kind::load && !made.acquires && draw_.once_in(4);
        if (is_single(made.kind)) made.has_result = !draw_.once_in(4);
        // Compared with the zero register.
        if (made.kind == Kind::compare && !made.has_result) made.expected = 0;
    }

    Machine machine_;
    Draw draw_;
    bool is_one_location_;
    std::vector<Instruction> body_;
    int stored_ = 0;
};

/// Accesses, a single instruction's two, in one order of all of them.
int accesses(const Program& test) {
    int all = 0;
    for (const Thread& thread : test.threads)
        for (const Instruction& each : thread.body) all += is_access(each.kind) ? 1 : 0;
    return all;
}

bool is_small_enough(const Program& test) {
    const auto orders = [](int writes) { return std::tgamma(writes + 1.0); };
    return accesses(test) <= 7 && targets::effort(effects(test), orders) <= 3000;
}

}  // namespace

std::uint64_t small_tests(Machine machine) {
    const std::uint64_t letters = small_accesses(machine).size();
    const std::uint64_t thread = letters * letters * small_links(machine);
    return thread * thread;
}

/// The other thread takes the locations the other way round.
Program small_test(Machine machine, std::uint64_t number) {
    const std::vector<Instruction> alphabet = small_accesses(machine);
    Program test{machine, 2, {}};
    int stored = 0;
    const auto access = [&](int location) {
        Instruction made = alphabet[digit(number, alphabet.size())];
        made.location = location;
        made.value = ++stored;
        return made;
    };
    for (const int first : {0, 1}) {
        Thread thread{{access(first)}};
        const Instruction second = access(1 - first);
        add_linked(thread.body, second, digit(number, small_links(machine)), machine);
        test.threads.push_back(thread);
    }
    return test;
}

Program random_test(Machine machine, std::uint64_t seed) {
    for (std::uint64_t again = 0;; ++again) {
        Program test = Drawing(machine, seed + (again << 40U))();
        if (is_small_enough(test)) return test;
    }
}

}  // namespace clmm::oracle::processor
