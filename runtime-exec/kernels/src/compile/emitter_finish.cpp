// From what was emitted to what runs: unused instructions, the lives of registers, their places.
#include <algorithm>

#include "clmm/base/ensure.h"
#include "compile/emitter.h"

namespace clmm::runtime::compiler {

template <class Work>
void Emitter::for_reads(const Draft& draft, Work&& work) const {
    const Instruction& i = draft.instruction;
    if (i.operands > 0) work(i.a);
    if (i.operands > 1) work(i.b);
    if (i.operands > 2) work(i.c);
    if (draft.call >= 0)
        for (const Reg reg : code_.calls[static_cast<std::size_t>(draft.call)].operands) work(reg);
    if (draft.print >= 0)
        for (const auto& operand : code_.prints[static_cast<std::size_t>(draft.print)].operands)
            for (const Reg reg : operand.registers) work(reg);
}

template <class Work>
void Emitter::for_writes(const Draft& draft, Work&& work) const {
    if (draft.instruction.writes) work(draft.instruction.d);
    if (draft.call >= 0)
        for (const Reg reg : code_.calls[static_cast<std::size_t>(draft.call)].results) work(reg);
    if (draft.print >= 0) work(code_.prints[static_cast<std::size_t>(draft.print)].result);
}

void Emitter::drop_unused() {
    std::vector<std::size_t> uses(registers_.size());
    for (const Draft& draft : drafts_) for_reads(draft, [&](Reg reg) { ++uses[reg]; });
    for (std::size_t k = drafts_.size(); k-- > 0;) {
        Draft& draft = drafts_[k];
        if (!draft.instruction.pure || uses[draft.instruction.d] != 0) continue;
        for_reads(draft, [&](Reg reg) { --uses[reg]; });
        draft.instruction.run = nullptr;
        draft.instruction.operands = 0;
        draft.instruction.writes = false;
    }
    // Where variables begin is counted in instructions.
    std::vector<std::size_t> kept(drafts_.size() + 1);
    for (std::size_t k = 0; k < drafts_.size(); ++k)
        kept[k + 1] = kept[k] + (drafts_[k].instruction.run != nullptr ? 1 : 0);
    for (RegisterInfo& info : registers_)
        info.declared = kept[std::min(info.declared, drafts_.size())];
    std::erase_if(drafts_, [](const Draft& draft) { return draft.instruction.run == nullptr; });
}

std::vector<Emitter::Life> Emitter::find_lives() const {
    std::vector<Life> lives(registers_.size());
    std::size_t block = 0;
    const auto note = [&](Reg reg, std::size_t at, bool write) {
        Life& life = lives[reg];
        if (!life.used) {
            life.used = true;
            life.first = registers_[reg].is_variable ? std::min(registers_[reg].declared, at) : at;
            life.block = block;
            life.starts_written = write;
        }
        life.one_block = life.one_block && life.block == block;
        life.last = at;
    };
    for (std::size_t k = 0; k < drafts_.size(); ++k) {
        if (drafts_[k].jump == Jump::label || drafts_[k].together) ++block;
        for_reads(drafts_[k], [&](Reg reg) { note(reg, k, false); });
        for_writes(drafts_[k], [&](Reg reg) { note(reg, k, true); });
        if (drafts_[k].ends_block) ++block;
    }
    for (std::size_t reg = 0; reg < lives.size(); ++reg)
        if (registers_[reg].parameter) lives[reg].first = 0;
    extend_over_loops(lives);
    return lives;
}

/// What lives when a loop begins and is used in it lives until the loop ends.
void Emitter::extend_over_loops(std::vector<Life>& lives) const {
    std::vector<std::size_t> at(labels_, 0);
    for (std::size_t k = 0; k < drafts_.size(); ++k)
        if (drafts_[k].jump == Jump::label) at[static_cast<std::size_t>(drafts_[k].label)] = k;
    // Inner loops end first, so that one pass suffices.
    for (std::size_t k = 0; k < drafts_.size(); ++k) {
        if (drafts_[k].jump != Jump::to_label) continue;
        const std::size_t head = at[static_cast<std::size_t>(drafts_[k].label)];
        if (head >= k) continue;
        for (Life& life : lives)
            if (life.used && life.first < head && life.last >= head)
                life.last = std::max(life.last, k);
    }
}

void Emitter::give_places(const std::vector<Life>& lives) {
    places_.assign(registers_.size(), 0);
    temporary_.assign(registers_.size(), false);
    std::vector<std::vector<Reg>> begins(drafts_.size() + 1);
    std::vector<std::vector<Reg>> ends(drafts_.size() + 1);
    for (Reg reg = 0; reg < registers_.size(); ++reg) {
        const RegisterInfo& info = registers_[reg];
        const Life& life = lives[reg];
        if (!life.used && !info.parameter) continue;
        temporary_[reg] =
            life.one_block && life.starts_written && !info.parameter && !info.constant;
        begins[info.constant || info.parameter ? 0 : life.first].push_back(reg);
        if (!info.constant && !info.parameter) ends[life.last].push_back(reg);
    }
    std::map<std::pair<bool, unsigned>, std::vector<std::uint32_t>> free;
    for (std::size_t k = 0; k < begins.size(); ++k) {
        for (const Reg reg : begins[k]) {
            const unsigned size = register_size(registers_[reg].scalar);
            auto& list = free[{temporary_[reg], size}];
            const bool own = registers_[reg].constant || registers_[reg].parameter;
            if (!own && !list.empty()) {
                places_[reg] = list.back();
                list.pop_back();
                continue;
            }
            places_[reg] = static_cast<std::uint32_t>(code_.registers.size());
            code_.registers.push_back({code_.register_bytes, static_cast<std::uint8_t>(size)});
            code_.register_bytes += size;
        }
        for (const Reg reg : ends[k])
            free[{temporary_[reg], register_size(registers_[reg].scalar)}].push_back(places_[reg]);
    }
}

/// Names become places, labels become indices.
void Emitter::resolve() {
    std::vector<std::int64_t> at(labels_, -1);
    for (std::size_t k = 0; k < drafts_.size(); ++k)
        if (drafts_[k].jump == Jump::label)
            at[static_cast<std::size_t>(drafts_[k].label)] = static_cast<std::int64_t>(k);
    for (const Draft& draft : drafts_) {
        Instruction i = draft.instruction;
        if (draft.jump == Jump::to_label) {
            i.immediate = at[static_cast<std::size_t>(draft.label)];
            ensure(i.immediate >= 0, "a label that was placed");
        }
        i.temporary = i.writes && temporary_[i.d];
        if (i.writes) i.d = places_[i.d];
        if (i.operands > 0) i.a = places_[i.a];
        if (i.operands > 1) i.b = places_[i.b];
        if (i.operands > 2) i.c = places_[i.c];
        code_.instructions.push_back(i);
    }
    const auto rename = [&](std::vector<std::uint32_t>& list) {
        for (std::uint32_t& reg : list) reg = places_[reg];
    };
    for (WideCall& call : code_.calls) {
        rename(call.operands);
        rename(call.results);
    }
    for (PrintCall& call : code_.prints) {
        for (PrintCall::Operand& operand : call.operands) rename(operand.registers);
        call.result = places_[call.result];
    }
    for (ParameterRegisters& parameter : code_.parameters) rename(parameter.registers);
}

Code Emitter::finish(std::uint32_t private_bytes, std::uint32_t local_bytes) {
    drop_unused();
    give_places(find_lives());
    std::vector<bool> used(registers_.size());
    for (const Draft& draft : drafts_) for_reads(draft, [&](Reg reg) { used[reg] = true; });
    for (Reg reg = 0; reg < registers_.size(); ++reg)
        if (registers_[reg].constant && used[reg])
            code_.constants.push_back({places_[reg], registers_[reg].bits});
    resolve();
    code_.private_bytes = private_bytes;
    code_.local_bytes = local_bytes;
    return std::move(code_);
}

}  // namespace clmm::runtime::compiler
