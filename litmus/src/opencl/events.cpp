#include <typeinfo>
#include <utility>

#include "clmm/base/ensure.h"
#include "clmm/litmus/opencl_events.h"

namespace clmm::litmus {

const OpenClData& opencl_data(const EventStructure& structure) {
    static const OpenClData none;
    if (structure.own == nullptr) return none;
    const LanguageData& own = *structure.own;
    ensure(typeid(own) == typeid(OpenClData), "the structure is one of OpenCL's");
    return static_cast<const OpenClData&>(own);  // asked for each event: no search of bases
}

const OpenClAttributes& attributes(const EventStructure& structure, EventId event) {
    static const OpenClAttributes none;
    const auto& all = opencl_data(structure).of;
    return event.index() < all.size() ? all[event.index()] : none;
}

OpenClEvent with_attributes(const EventStructure& structure, EventId event) {
    return {structure[event], attributes(structure, event)};
}

OpenClData& own_opencl_data(EventStructure& structure) {
    if (structure.own.use_count() != 1)
        structure.own = std::make_shared<OpenClData>(opencl_data(structure));
    // Made above, as one that may change.
    auto& data = const_cast<OpenClData&>(opencl_data(structure));  // NOLINT(*-const-cast)
    data.of.resize(structure.events.size());
    return data;
}

EventId append(EventStructure& structure, OpenClEvent event) {
    event.id = EventId(structure.events.size());
    own_opencl_data(structure).of.push_back(event);
    structure.events.push_back(std::move(event));
    return structure.events.back().id;
}

}  // namespace clmm::litmus
