#include "check/host_checks.h"

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
    races->detector().access(races->order().acting(), object->race, address - object->begin, size,
                             writes, races->host_site(place));
}

void HostChecks::atomic(std::uint64_t address, std::uint32_t size, AtomicKind kind, Order order,
                        const HostPlace& place) {
    RaceChecks* races = checker_.races();
    const LiveObject* object = checker_.objects().at(address);
    if (races == nullptr || object == nullptr || !object->race.valid()) return;
    races->detector().atomic({.unit = races->order().acting(),
                              .object = object->race,
                              .offset = address - object->begin,
                              .size = size,
                              .kind = kind,
                              .order = order,
                              .scope = Scope::all,
                              .site = races->host_site(place),
                              .reads_from = {}});
}

void HostChecks::fence(Order order, const HostPlace& place) {
    if (RaceChecks* races = checker_.races())
        races->detector().fence(races->order().acting(), {.global = true}, order, Scope::all,
                                races->host_site(place));
}

}  // namespace clmm::runtime::check
