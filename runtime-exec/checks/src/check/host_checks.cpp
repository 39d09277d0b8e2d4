#include "check/host_checks.h"

#include <cstring>

#include "values/address.h"

namespace clmm::runtime::check {

HostChecks::HostChecks(Checks& checks) : checker_(dynamic_cast<Checker&>(checks)) {}

void HostChecks::declare(const std::byte* base, std::size_t size, Memory memory) {
    LiveObject& object = checker_.objects().add(
        {.base = const_cast<std::byte*>(base), .size = size, .allocation = Allocation::system_svm},
        false);
    if (RaceChecks* races = checker_.races())
        object.race = races->detector().add_object(size, memory);
}

void HostChecks::give_values(const std::byte* base) {
    LiveObject* object = checker_.objects().at(reinterpret_cast<std::uintptr_t>(base));
    if (object != nullptr) object->values.clear();
}

void HostChecks::at(const HostPlace& place) {
    if (RaceChecks* races = checker_.races()) races->host_at(place);
}

void HostChecks::name_command(const std::string& name) {
    if (RaceChecks* races = checker_.races()) races->name_command(name);
}

Token HostChecks::release_thread() {
    RaceChecks* races = checker_.races();
    return races == nullptr ? Token() : races->order().release_thread();
}

void HostChecks::acquire_thread(const Token& token) {
    if (RaceChecks* races = checker_.races()) races->order().acquire_thread(token);
}

void HostChecks::access(std::uint64_t address, std::uint64_t size, bool writes,
                        const HostPlace& place) {
    RaceChecks* races = checker_.races();
    const LiveObject* object = checker_.objects().at(address);
    if (races == nullptr || object == nullptr || !object->race.valid()) return;
    if (writes) races->plain_write(address, size);
    races->detector().access(races->order().acting(), object->race, address - object->begin, size,
                             writes, races->host_site(place));
}

std::optional<Atomic> HostChecks::atomic_at(std::uint64_t address, std::uint32_t size,
                                            AtomicKind kind, Order order, const HostPlace& place) {
    RaceChecks* races = checker_.races();
    const LiveObject* object = checker_.objects().at(address);
    if (races == nullptr || object == nullptr || !object->race.valid()) return std::nullopt;
    return Atomic{.unit = races->order().acting(),
                  .object = object->race,
                  .offset = address - object->begin,
                  .size = size,
                  .kind = kind,
                  .order = order,
                  .scope = Scope::all,
                  .site = races->host_site(place),
                  .reads_from = {}};
}

std::optional<std::uint64_t> HostChecks::begin_atomic(std::uint64_t address, std::uint32_t size,
                                                      AtomicKind kind, Order order,
                                                      const HostPlace& place) {
    RaceChecks* races = checker_.races();
    if (races == nullptr || races->older_writes() == nullptr) return std::nullopt;
    const auto atomic = atomic_at(address, size, kind, order, place);
    return atomic ? races->older_writes()->begin(*atomic, address) : std::nullopt;
}

void HostChecks::end_atomic(std::uint64_t address, std::uint32_t size, AtomicKind kind, Order order,
                            const HostPlace& place) {
    const auto atomic = atomic_at(address, size, kind, order, place);
    if (!atomic) return;
    OlderWrites* older = checker_.races()->older_writes();
    if (older == nullptr) {
        checker_.races()->detector().atomic(*atomic);
        return;
    }
    std::uint64_t written = 0;
    std::memcpy(&written, pointer_to(address), size);
    older->end(*atomic, kind == AtomicKind::load ? std::nullopt : std::optional(written));
}

void HostChecks::fence(Order order, const HostPlace& place) {
    if (RaceChecks* races = checker_.races())
        races->detector().fence(races->order().acting(), {.global = true}, order, Scope::all,
                                races->host_site(place));
}

}  // namespace clmm::runtime::check
