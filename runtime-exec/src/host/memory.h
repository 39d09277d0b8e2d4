#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "host/code.h"

namespace clmm::runtime::host {

/// An object of the test, in real memory.
struct Object {
    std::string name;
    std::variant<std::monostate, Buffer, SvmAllocation> memory;  ///< monostate: `own`
    std::vector<std::uint64_t> own = {};                         ///< the host's own memory
    std::optional<Buffer> buffer = {};  ///< of shared virtual memory: one that uses it
    std::byte* base = nullptr;
    std::size_t size = 0;
    std::uint64_t address = 0;  ///< in the test, where addresses are abstract
};

/// Whether objects in local memory are made too, one each.
enum class LocalObjects : std::uint8_t { no, yes };

/// The objects of a run with their initial values.
///
/// Errors   compiler::Rejected with an E-UNSUPPORTED for objects of kinds that are not executed.
class Memory {
public:
    Memory(const HostProgram::Code& code, const Context& context, const CommandQueue& queue,
           LocalObjects local);

    /// The object that an address is in; null for none.
    [[nodiscard]] const Object* at(std::uint64_t address) const;
    /// A location of the test by its name.
    [[nodiscard]] const litmus::Location* location(const std::string& name) const;
    [[nodiscard]] std::uint64_t address_of(const litmus::Location& location) const;
    [[nodiscard]] std::uint64_t address_of(const Object& object) const {
        return reinterpret_cast<std::uint64_t>(object.base);
    }
    [[nodiscard]] const Object* named(const std::string& name) const;
    /// `&x`, `&a[1]`, 0, or a hexadecimal number.
    [[nodiscard]] std::string address_text(std::uint64_t address) const;
    /// The bits at an address, zero-extended.
    [[nodiscard]] static std::uint64_t load(std::uint64_t address, unsigned width);
    static void store(std::uint64_t address, unsigned width, std::uint64_t bits);

private:
    void make(const std::vector<const litmus::Location*>& locations, litmus::Allocation kind,
              const Context& context, const CommandQueue& queue);
    void initialise();

    const HostProgram::Code& code_;
    std::deque<Object> objects_;
    std::map<std::uint32_t, Object*> by_number_;  ///< Location::object
};

}  // namespace clmm::runtime::host
