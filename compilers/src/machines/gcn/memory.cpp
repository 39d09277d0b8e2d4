#include <algorithm>
#include <array>

#include "machines/gcn/access.h"

/// Accesses of memory: vectors', scalar loads, and the thread's own memory.
namespace clmm::compilers::gcn {
namespace {

// ---- global and flat ----

void atomic(Wave& wave, Accessing& access, TermId address, std::size_t data, bool returns,
            bool compares) {
    const auto values = Wave::registers(access.operand(data));
    if (values.size() != (compares ? 2U : 1U)) unknown_instruction(wave.line);
    if (wave.machine.is_private(address)) unknown_instruction(wave.line);
    const TermId value = wave.read(values[0]);
    const TermId old =
        compares ? wave.machine.compare_exchange(
                       address, wave.read(values[1]), value,
                       access.code(returns ? "$D, [$A], $V, $E" : "[$A], $V, $E"), wave.line.span)
                 : wave.machine.exchange(address, value, returns,
                                         access.code(returns ? "$D, [$A], $V" : "[$A], $V"),
                                         wave.line.span);
    if (returns) wave.write(access.operand(0), old);
}

bool global(Wave& wave, std::string_view name, bool is_flat) {
    const Counted counted(wave);
    Accessing access(wave, access_of(wave));
    const auto address = [&](std::size_t at) {
        return is_flat ? access.plain_address(at, 64) : access.address(at, at + 1);
    };
    bool is_store = false;
    if (name.starts_with("load_")) {
        const Size size = size_of(name.substr(5));
        if (size.words == 0) return false;
        access.load(address(1), size, access.operand(0), access.code("$D, [$A]"));
    } else if (name.starts_with("store_")) {
        const Size size = size_of(name.substr(6));
        if (size.words == 0) return false;
        is_store = true;
        const TermId where = is_flat ? access.plain_address(0, 64) : access.address(0, 2);
        access.store(where, size, access.operand(1), access.code("[$A], $V"));
    } else if (name.starts_with("atomic_")) {
        const bool returns = access.access().returns;
        const std::size_t first = returns ? 1 : 0;
        const TermId where =
            is_flat ? access.plain_address(first, 64) : access.address(first, first + 2);
        atomic(wave, access, where, first + 1, returns, name.starts_with("atomic_cmpswap"));
        is_store = !returns;
    } else {
        return false;
    }
    counted.in(is_store ? Counter::stores : Counter::vector, !is_flat);
    if (is_flat) counted.in(Counter::lds, false);
    return true;
}

// ---- the thread's own memory ----

/// A vector register whose other lanes hold scalar ones is spilled with them.
void keep_lanes(Wave& wave, TermId address, const Piece& piece, bool is_load) {
    const auto known = wave.terms.address(address);
    const auto registers = Wave::registers(piece);
    if (!known || registers.size() != 1 || !wave.runs_all_lanes()) return;
    const std::string place = "spill" + std::to_string(known->offset);
    wave.copy_lanes(is_load ? place : registers[0], is_load ? registers[0] : place);
}

TermId scratch_address(Wave& wave, const Accessing& access, std::size_t from) {
    TermId sum = wave.terms.binary(Op::add, wave.machine.world().stack,
                                   wave.number(access.access().offset, 64));
    for (std::size_t i = from; i < access.access().operands.size(); ++i) {
        const Piece& each = access.operand(i);
        if (each.text == "off") continue;
        sum = wave.terms.binary(Op::add, sum, wave.terms.resized(wave.read(each, 32), 64));
    }
    return sum;
}

/// The thread's own memory. `operands` gives the register, then what the address is the sum of.
bool own_memory(Wave& wave, std::string_view name, Access (*operands)(const Wave&, bool is_load)) {
    const Counted counted(wave);
    const bool is_load = name.starts_with("load_");
    if (!is_load && !name.starts_with("store_")) return false;
    const Size size = size_of(name.substr(is_load ? 5 : 6));
    if (size.words == 0) return false;
    Accessing access(wave, operands(wave, is_load));
    const TermId where = scratch_address(wave, access, 1);
    if (is_load)
        access.load(where, size, access.operand(0), {});
    else
        access.store(where, size, access.operand(0), {});
    keep_lanes(wave, where, access.operand(0), is_load);
    counted.in(is_load ? Counter::vector : Counter::stores);
    return true;
}

/// `scratch_store_dword off, v1, s33 offset:8`, `scratch_load_dword v1, off, s33`.
Access of_scratch(const Wave& wave, bool is_load) {
    Access made = access_of(wave);
    if (made.operands.size() != 3) expect_operands(wave.line, 3);
    if (!is_load) std::swap(made.operands[0], made.operands[1]);
    return made;
}

/// `buffer_store_dword v0, off, s[0:3], s33 offset:4`: the resource is that of the stack, which
/// kernels find in the first registers.
Access of_stack_buffer(const Wave& wave, bool /*is_load*/) {
    Access made = access_of(wave);
    const bool is_stack = made.operands.size() == 4 && made.operands[1].text == "off" &&
                          made.operands[2].text == "s[0:3]";
    if (!is_stack || !wave.machine.find("scratch"))
        refuse("a buffer that is not the thread's stack", wave.line.span);
    made.operands.erase(made.operands.begin() + 2);
    return made;
}

// ---- scalar loads ----

/// Arguments of the kernel, and locations that the compiler takes to be the same for all lanes.
bool scalar_load(Wave& wave, std::string_view type) {
    const Counted counted(wave);
    Accessing access(wave, access_of(wave));
    const Size size = size_of(type);
    const auto to = Wave::registers(access.operand(0));
    if (size.words == 0 || size.bits != 32 || to.size() != size.words) return false;
    const Piece& index = access.operand(2);
    const TermId offset =
        index.text == "null" ? wave.number(0, 64) : wave.terms.resized(wave.read(index, 32), 64);
    TermId where = wave.terms.binary(Op::add, wave.read(access.operand(1), 64), offset);
    where = wave.terms.binary(Op::add, where, wave.number(access.access().offset, 64));
    const auto known = wave.terms.address(where);
    const auto arguments = wave.machine.find("arguments");
    const std::string* const label = known ? wave.machine.world().label_of(known->base) : nullptr;
    if (label != nullptr && label->starts_with(kTableEntry) && to.size() == 2) {
        wave.write(access.operand(0),
                   wave.machine.world().label(label->substr(kTableEntry.size())));
    } else if (known && arguments && known->base == wave.terms[*arguments].value) {
        for (unsigned i = 0; i < size.words; ++i) {
            const auto word = wave.machine.private_at({known->base, known->offset + 4 * i});
            if (word)
                wave.write(to[i], *word);
            else
                wave.machine.forget(to[i]);
        }
    } else {
        access.load(where, size, access.operand(0), access.code("$D, [$A]"));
    }
    counted.in(wave.family == Family::gfx12 ? Counter::scalar : Counter::lds, false);
    return true;
}

}  // namespace

bool memory(Wave& wave) {
    const std::string_view name = wave.line.name;
    const auto behind = [&](std::string_view prefix) { return name.substr(prefix.size()); };
    if (name == "global_inv" || name == "global_wb" || name.starts_with("buffer_wb") ||
        name.starts_with("buffer_inv") || name.starts_with("buffer_gl"))
        return false;
    if (name.starts_with("global_")) return global(wave, behind("global_"), false);
    if (name.starts_with("flat_")) return global(wave, behind("flat_"), true);
    if (name.starts_with("scratch_")) return own_memory(wave, behind("scratch_"), of_scratch);
    if (name.starts_with("buffer_")) return own_memory(wave, behind("buffer_"), of_stack_buffer);
    if (name.starts_with("ds_")) return lds(wave, behind("ds_"));
    if (name.starts_with("s_load_")) return scalar_load(wave, behind("s_load_"));
    return false;
}

}  // namespace clmm::compilers::gcn
