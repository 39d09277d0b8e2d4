#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/program.h"
#include "host/code.h"

namespace clmm::runtime::host {

/// An object of the test, in real memory.
struct Object {
    std::string name;
    /// monostate: `own`, or a program-scope variable
    std::variant<std::monostate, Buffer, SvmAllocation, Image, Pipe> memory;
    std::vector<std::uint64_t> own = {};  ///< the host's own memory; of a pipe, what stands for it
    std::optional<Buffer> buffer = {};    ///< of shared virtual memory: one that uses it
    const Object* whole = nullptr;        ///< the buffer that a sub-buffer is a part of
    bool is_program_scope = false;
    bool is_of_one_device = false;  ///< a program-scope variable as one device has it: `g@dev1`
    bool is_constant = false;
    bool is_in_text = false;  ///< a variable of file scope, which the program itself initialises
    bool is_system_svm = false;
    std::byte* base = nullptr;
    std::size_t size = 0;
    std::uint64_t address = 0;  ///< in the test, where addresses are abstract

    /// Whether host code can access it.
    [[nodiscard]] bool is_of_host() const {
        return !is_program_scope && !std::holds_alternative<Image>(memory) &&
               !std::holds_alternative<Pipe>(memory);
    }
};

/// `g` of `g@dev1`, a program-scope variable as one of several devices has it.
[[nodiscard]] std::string name_in_text(const std::string& object);

/// Whether objects in local memory are made too, one each.
enum class LocalObjects : std::uint8_t { no, yes };

/// E-UNSUPPORTED for a test with pipes: packets order memory, which weak memory does not follow.
void reject_pipes(const litmus::LitmusTest& test);

/// The objects of a run with their initial values.
///
/// Errors   Rejected with an E-UNSUPPORTED for objects of kinds that are not executed.
class Memory {
public:
    /// `device`: where the variables of program scope are.
    Memory(const HostProgram::Code& code, const Context& context, const Program& program,
           const Device& device, LocalObjects local);

    /// Whether each of several devices has program-scope variables of its own.
    [[nodiscard]] bool is_per_device() const;
    /// The object that an address is in; null for none.
    [[nodiscard]] const Object* at(std::uint64_t address) const;
    /// A location of the test by its name.
    [[nodiscard]] const litmus::Location* location(const std::string& name) const;
    [[nodiscard]] std::uint64_t address_of(const litmus::Location& location) const;
    [[nodiscard]] std::uint64_t address_of(const Object& object) const {
        return reinterpret_cast<std::uint64_t>(object.base);
    }
    [[nodiscard]] const Object* named(const std::string& name) const;
    /// The scalars in an object, by their addresses; in a sub-buffer, those of its whole.
    [[nodiscard]] std::vector<const litmus::Location*> locations_of(const Object& object) const;
    /// Without sub-buffers.
    [[nodiscard]] const std::deque<Object>& objects() const { return objects_; }
    /// Whether there are variables of program scope that the test has on one device only.
    [[nodiscard]] bool has_program_scope() const;
    /// `&x`, `&a[1]`, 0, or a hexadecimal number.
    [[nodiscard]] std::string address_text(std::uint64_t address) const;
    /// The test's own for one in an object or right behind it; others as they are.
    [[nodiscard]] std::uint64_t address_in_test(std::uint64_t address) const;
    /// The bits at an address, zero-extended.
    [[nodiscard]] static std::uint64_t load(std::uint64_t address, unsigned width);
    static void store(std::uint64_t address, unsigned width, std::uint64_t bits);

private:
    using Locations = std::vector<const litmus::Location*>;
    void make(const Locations& locations, litmus::Allocation kind, const Context& context,
              const CommandQueue& queue);
    void make_image(Object& object, const Locations& locations, const Context& context);
    void make_pipe(Object& object, const Context& context);
    void make_program_variable(Object& object);
    void make_sub_buffers();
    void initialise();
    void fill_pipe(const Object& object, const Locations& locations);
    [[nodiscard]] bool holds_address(const litmus::Location& location) const;
    [[nodiscard]] std::uint64_t initial_value(const litmus::Location& location) const;
    [[nodiscard]] const syntax::InitEntry* entry_of(const std::string& name) const;
    [[nodiscard]] Span place_of(const std::string& name) const;

    const HostProgram::Code& code_;
    Program program_;
    Device device_;
    std::vector<Device> devices_;
    std::deque<Object> objects_;
    std::deque<Object> parts_;                    ///< sub-buffers
    std::map<std::uint32_t, Object*> by_number_;  ///< Location::object; none for pipes
};

}  // namespace clmm::runtime::host
