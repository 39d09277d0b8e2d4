#include "compile/emitter.h"

#include <algorithm>
#include <cstring>

#include "clmm/base/ensure.h"
#include "execute/handlers/watch.h"
#include "execute/loops/arithmetic.h"

namespace clmm::runtime::compiler {

Reg Emitter::fresh(Scalar scalar) {
    registers_.push_back({.scalar = scalar});
    return static_cast<Reg>(registers_.size() - 1);
}

Reg Emitter::variable(Scalar scalar) {
    const Reg reg = fresh(scalar);
    registers_[reg].is_variable = true;
    registers_[reg].declared = drafts_.size();
    return reg;
}

Reg Emitter::parameter(Scalar scalar) {
    const Reg reg = fresh(scalar);
    registers_[reg].parameter = true;
    return reg;
}

Reg Emitter::constant(Scalar scalar, std::uint64_t bits) {
    const unsigned size = register_size(scalar);
    if (size < 8) bits &= (std::uint64_t{1} << (size * 8)) - 1;
    const auto [known, is_new] = constants_.try_emplace({scalar, bits}, kNoRegister);
    if (is_new) {
        known->second = fresh(scalar);
        registers_[known->second].constant = true;
        registers_[known->second].bits = bits;
    }
    return known->second;
}

Reg Emitter::integer(Scalar scalar, std::int64_t value) {
    if (is_floating(scalar)) return floating(scalar, static_cast<double>(value));
    return constant(scalar, static_cast<std::uint64_t>(value));
}

Reg Emitter::floating(Scalar scalar, double value) {
    if (scalar == Scalar::f64) return constant(scalar, read_bytes<std::uint64_t>(&value));
    const auto narrow = static_cast<float>(value);
    return constant(scalar, read_bytes<std::uint32_t>(&narrow));
}

std::optional<std::uint64_t> Emitter::bits(Reg reg) const {
    if (!registers_[reg].constant) return std::nullopt;
    return registers_[reg].bits;
}

std::optional<std::int64_t> Emitter::value(Reg reg) const {
    if (!registers_[reg].constant || is_floating(registers_[reg].scalar)) return std::nullopt;
    return with_type(registers_[reg].scalar, [&](auto element) {
        return static_cast<std::int64_t>(read_bytes<decltype(element)>(&registers_[reg].bits));
    });
}

std::optional<std::int64_t> Emitter::program_offset(Reg reg) const {
    const auto found = std::find_if(drafts_.rbegin(), drafts_.rend(), [&](const Draft& each) {
        return each.instruction.writes && each.instruction.d == reg;
    });
    if (found == drafts_.rend()) return std::nullopt;
    const Instruction& i = found->instruction;
    if (i.run == handlers::query(handlers::ItemQuery::program_address)) return i.immediate;
    const bool adds = i.loop == loops::binary(loops::Binary::add, Scalar::u64);
    const bool subtracts = i.loop == loops::binary(loops::Binary::subtract, Scalar::u64);
    if (!adds && !subtracts) return std::nullopt;
    const auto base = program_offset(i.a);
    const auto more = value(i.b);
    if (!base || !more) return std::nullopt;
    return adds ? *base + *more : *base - *more;
}

Emitter::Draft& Emitter::add(Handler run, Span span) {
    Draft draft;
    draft.instruction.run = run;
    draft.instruction.span = span;
    return drafts_.emplace_back(draft);
}

void Emitter::set_operands(Instruction& i, std::initializer_list<Reg> operands) {
    ensure(operands.size() <= 3, "an instruction has at most three operands");
    const std::array<std::uint32_t*, 3> names = {&i.a, &i.b, &i.c};
    for (const Reg reg : operands) {
        ensure(reg < registers_.size(), "an operand");
        *names[i.operands] = reg;
        ++i.operands;
        i.sizes[i.operands] = static_cast<std::uint8_t>(register_size(registers_[reg].scalar));
    }
}

/// The register of the same operation on the same values, a few instructions before.
std::optional<Reg> Emitter::known_result(const Operation& operation,
                                         std::initializer_list<Reg> operands) {
    constexpr std::size_t kFarthest = 40;
    const std::size_t end = drafts_.size() > kFarthest ? drafts_.size() - kFarthest : 0;
    for (std::size_t k = drafts_.size(); k-- > end;) {
        const Instruction& i = drafts_[k].instruction;
        if (drafts_[k].ends_block || drafts_[k].jump != Jump::none) return std::nullopt;
        const std::array<Reg, 3> names = {i.a, i.b, i.c};
        const bool same = i.pure && i.run == operation.run && i.loop == operation.loop &&
                          i.operands == operands.size() && !registers_[i.d].is_variable &&
                          std::equal(operands.begin(), operands.end(), names.begin());
        if (same && registers_[i.d].scalar == operation.result) {
            registers_[i.d].shared = true;
            return i.d;
        }
        if (i.writes && std::find(operands.begin(), operands.end(), i.d) != operands.end())
            return std::nullopt;
    }
    return std::nullopt;
}

Reg Emitter::pure(const Operation& operation, std::initializer_list<Reg> operands, Span span) {
    ensure(operation.loop != nullptr, "an operation of this type");
    bool constants = true;
    for (const Reg reg : operands) constants = constants && registers_[reg].constant;
    if (constants && operands.size() > 0) {
        std::array<std::uint64_t, 3> in{};
        std::size_t count = 0;
        for (const Reg reg : operands) in[count++] = registers_[reg].bits;
        std::uint64_t out = 0;
        operation.loop(&out, &in[0], &in[1], &in[2], 1);
        return constant(operation.result, out);
    }
    if (const auto known = known_result(operation, operands)) return *known;
    const Reg d = fresh(operation.result);
    Instruction& i = add(operation.run, span).instruction;
    i.loop = operation.loop;
    i.d = d;
    i.sizes[0] = static_cast<std::uint8_t>(register_size(operation.result));
    i.pure = i.writes = true;
    set_operands(i, operands);
    return d;
}

/// Makes the instruction that computes `from` compute `to`, if nothing since then is in the way.
bool Emitter::computes_into(Reg to, Reg from) {
    constexpr std::size_t kFarthest = 40;
    const RegisterInfo& info = registers_[from];
    if (info.is_variable || info.parameter || info.constant || info.shared) return false;
    if (registers_[to].scalar != info.scalar) return false;
    const std::size_t end = drafts_.size() > kFarthest ? drafts_.size() - kFarthest : 0;
    for (std::size_t k = drafts_.size(); k-- > end;) {
        Draft& draft = drafts_[k];
        Instruction& i = draft.instruction;
        if (draft.ends_block || draft.call >= 0 || draft.print >= 0) return false;
        const auto reads = [&](Reg reg) {
            return (i.operands > 0 && i.a == reg) || (i.operands > 1 && i.b == reg) ||
                   (i.operands > 2 && i.c == reg);
        };
        if (i.writes && i.d == from) {
            // Only a pure instruction may write what it reads.
            if (!i.pure && reads(to)) return false;
            registers_[to].declared = std::min(registers_[to].declared, k);
            i.d = to;
            return true;
        }
        if (reads(from) || reads(to) || (i.writes && i.d == to)) return false;
    }
    return false;
}

void Emitter::move(Reg to, Reg from, Span span, bool keep) {
    if (to == from || (!keep && computes_into(to, from))) return;
    const unsigned size = register_size(registers_[to].scalar);
    Instruction& i = add(handlers::move(), span).instruction;
    i.loop = loops::copy(size);
    i.d = to;
    i.sizes[0] = static_cast<std::uint8_t>(size);
    i.pure = i.writes = true;
    set_operands(i, {from});
}

Reg Emitter::load(Scalar scalar, Reg address, std::int64_t offset, Span span) {
    const Reg d = fresh(scalar);
    Instruction& i = add(handlers::load(scalar), span).instruction;
    i.d = d;
    i.writes = true;
    i.sizes[0] = static_cast<std::uint8_t>(register_size(scalar));
    i.immediate = offset;
    set_operands(i, {address});
    return d;
}

void Emitter::store(Scalar scalar, Reg address, std::int64_t offset, Reg value, Span span) {
    Instruction& i = add(handlers::store(scalar), span).instruction;
    i.immediate = offset;
    set_operands(i, {address, value});
}

void Emitter::copy(Reg to, Reg from, std::uint64_t size, Span span) {
    Instruction& i = add(handlers::copy(), span).instruction;
    i.immediate = static_cast<std::int64_t>(size);
    set_operands(i, {to, from});
}

Reg Emitter::watch(Reg address, std::uint32_t site, Span span) {
    return effect(handlers::watch(), nullptr, Scalar::u64, {address}, site, span);
}

Reg Emitter::query(handlers::ItemQuery what, std::int64_t immediate, Span span) {
    const Reg d = fresh(Scalar::u64);
    Instruction& i = add(handlers::query(what), span).instruction;
    i.d = d;
    i.sizes[0] = 8;
    i.pure = i.writes = true;
    i.immediate = immediate;
    return d;
}

Reg Emitter::effect(Handler run, Loop loop, std::optional<Scalar> result,
                    std::initializer_list<Reg> operands, std::int64_t immediate, Span span,
                    bool together) {
    ensure(run != nullptr, "an instruction of this type");
    const Reg d = result ? fresh(*result) : kNoRegister;
    Draft& draft = add(run, span);
    Instruction& i = draft.instruction;
    i.loop = loop;
    i.immediate = immediate;
    if (result) {
        i.d = d;
        i.writes = true;
        i.sizes[0] = static_cast<std::uint8_t>(register_size(*result));
    }
    draft.ends_block = draft.together = together;
    set_operands(i, operands);
    return d;
}

std::uint32_t Emitter::add_call(WideCall call) {
    code_.calls.push_back(std::move(call));
    return static_cast<std::uint32_t>(code_.calls.size() - 1);
}

std::uint32_t Emitter::add_block(BlockCode block) {
    code_.blocks.push_back(std::move(block));
    return static_cast<std::uint32_t>(code_.blocks.size() - 1);
}

std::uint32_t Emitter::add_site(Site site) {
    code_.sites.push_back(std::move(site));
    return static_cast<std::uint32_t>(code_.sites.size() - 1);
}

void Emitter::wide(Handler run, WideCall call, Span span, bool together) {
    const std::uint32_t index = add_call(std::move(call));
    Draft& draft = add(run, span);
    draft.call = static_cast<int>(index);
    draft.instruction.immediate = index;
    draft.ends_block = draft.together = together;
}

void Emitter::print(PrintCall call, Handler run, Span span) {
    code_.prints.push_back(std::move(call));
    Draft& draft = add(run, span);
    draft.print = static_cast<int>(code_.prints.size() - 1);
    draft.instruction.immediate = draft.print;
}

Label Emitter::label() { return Label{labels_++}; }

void Emitter::place(Label label, std::int64_t turns, Span span) {
    Draft& draft = add(handlers::join(), span);
    draft.jump = Jump::label;
    draft.label = label;
    draft.ends_block = true;
    draft.instruction.immediate = turns;
}

void Emitter::set_turns(Label label, std::int64_t turns) {
    for (Draft& draft : drafts_)
        if (draft.jump == Jump::label && draft.label == label) draft.instruction.immediate = turns;
}

void Emitter::jump(Label target, Span span) {
    Draft& draft = add(handlers::jump(), span);
    draft.jump = Jump::to_label;
    draft.label = target;
    draft.ends_block = true;
}

void Emitter::branch(Reg condition, bool when, Label target, Span span) {
    ensure(register_size(scalar(condition)) == 4, "a condition of 32 bits");
    if (const auto known = value(condition)) {
        if ((*known != 0) == when) jump(target, span);
        return;
    }
    Draft& draft = add(when ? handlers::branch_true() : handlers::branch_false(), span);
    draft.jump = Jump::to_label;
    draft.label = target;
    draft.ends_block = true;
    set_operands(draft.instruction, {condition});
}

void Emitter::finish_work_item(Span span) { add(handlers::finish(), span).ends_block = true; }

bool Emitter::has_effects_since(std::size_t mark) const {
    for (std::size_t i = mark; i < drafts_.size(); ++i) {
        const Instruction& instruction = drafts_[i].instruction;
        if (!instruction.pure || drafts_[i].jump != Jump::none) return true;
        if (registers_[instruction.d].is_variable) return true;
    }
    return false;
}

bool Emitter::has_atomics_since(std::size_t mark) const {
    for (std::size_t i = mark; i < drafts_.size(); ++i)
        if (drafts_[i].atomic) return true;
    return false;
}

void Emitter::forget_since(std::size_t mark) { drafts_.resize(mark); }

}  // namespace clmm::runtime::compiler
