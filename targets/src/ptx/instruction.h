#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"
#include "gpu/local.h"

namespace clmm::targets::ptx {

enum class Kind : std::uint8_t {
    load,
    store,
    atom,         ///< the old value goes to a register
    reduction,    ///< red: it goes nowhere
    fence,        ///< fence.sc.gpu, membar.gl
    proxy_fence,  ///< fence.proxy.alias
    barrier,      ///< bar.cta.sync, bar.cta.arrive
    move,
    compute,
    branch,
    jump,
};

enum class Order : std::uint8_t { weak, relaxed, acquire, release, acq_rel, sc };
/// Of whom an operation is strong towards: weak ones have none.
enum class Scope : std::uint8_t { none, cta, gpu, sys };
/// The kind of address that an access goes through. [PTX ISA: Proxies]
enum class Proxy : std::uint8_t { generic, surface, texture, constant };

using gpu::Operand;

/// One instruction of the litmus form of PTX: `st.release.gpu x, 1`, without types, with locations
/// by their names.
struct Instruction {
    Kind kind = Kind::move;
    Order order = Order::weak;
    Scope scope = Scope::none;
    Proxy proxy = Proxy::generic;
    Operation operation = Operation::none;
    Condition condition = Condition::equal;
    bool is_alias_fence = false;
    bool arrives_only = false;  ///< of a barrier
    std::string mnemonic;
    std::vector<Operand> operands;
    Span span;
};

/// An instruction in a piece of a text. Throws Rejected (E-SYNTAX, E-NAME, E-TYPE, E-SCOPE).
[[nodiscard]] Instruction parse_instruction(std::string_view text, Span place);

}  // namespace clmm::targets::ptx
