// Files with tunings for several devices.
#include <nlohmann/json.hpp>
#include <optional>

#include "clmm/hardware/tuning_search.h"

namespace clmm::hardware {
namespace {

using Json = nlohmann::ordered_json;

Result<Tuning> failure(const SourcePtr& json, std::string message, std::string hint = {}) {
    return Result<Tuning>::failure(
        {Severity::error, "E-TUNING", std::move(message), std::move(hint), json, Span{0, 0}});
}

/// The text with nothing but its `number`-th tuning, which stays where it is: so what is wrong
/// with it is told with its place in the file.
std::optional<SourcePtr> tuning_alone(const Source& file, std::size_t number) {
    const std::string_view text = file.text();
    constexpr std::string_view kMember = "\"tuning\"";
    std::size_t at = text.find(kMember);
    for (std::size_t i = 0; i < number && at != std::string_view::npos; ++i)
        at = text.find(kMember, at + kMember.size());
    const std::size_t begin = at == std::string_view::npos ? at : text.find('{', at);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('}', begin);
    if (end == std::string_view::npos) return std::nullopt;
    std::string alone(text.substr(0, begin));
    for (char& c : alone)
        if (c != '\n') c = ' ';
    alone += text.substr(begin, end + 1 - begin);
    return std::make_shared<const Source>(file.name(), std::move(alone));
}

/// Which of the entries is for the device.
std::optional<std::size_t> entry_for(const Json& entries, const DeviceInfo& device) {
    std::optional<std::size_t> by_name;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!entries[i].is_object() || entries[i].value("device", "") != device.name) continue;
        if (entries[i].value("driver", "") == device.driver) return i;
        if (!by_name) by_name = i;
    }
    return by_name;
}

}  // namespace

std::string to_json(const std::vector<DeviceTuning>& tunings) {
    Json entries = Json::array();
    for (const DeviceTuning& each : tunings)
        entries.push_back({{"device", each.device},
                           {"driver", each.driver},
                           {"rate", each.rate},
                           {"tuning", Json::parse(to_json(each.tuning))}});
    return Json{{"tunings", std::move(entries)}}.dump(2, ' ', false,
                                                      Json::error_handler_t::replace) +
           "\n";
}

Result<Tuning> tuning_for(const SourcePtr& json, const DeviceInfo& device) {
    const Json file = Json::parse(json->text(), nullptr, false);
    const bool is_list = file.is_object() && file.contains("tunings");
    if (!is_list) return read_tuning(json);
    const Json& entries = file["tunings"];
    for (const Json& entry : entries)
        for (const char* member : {"device", "driver"})
            if (!entry.is_object() || (entry.contains(member) && !entry[member].is_string()) ||
                !entry.contains("tuning") || !entry["tuning"].is_object())
                return failure(json, "an entry of \"tunings\" has a device, a driver and a tuning");
    const auto found = entry_for(entries, device);
    if (!found)
        return failure(json, "it has no tuning for " + device.name,
                       "clmm run --tune finds one; without --tuning each device has its default");
    const auto alone = tuning_alone(*json, *found);
    return alone ? read_tuning(*alone) : failure(json, "an entry of \"tunings\" has no tuning");
}

}  // namespace clmm::hardware
