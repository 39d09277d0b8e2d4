#include "clmm/hardware/device_report.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace clmm::hardware {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

Words words_where(std::initializer_list<std::pair<bool, const char*>> all) {
    Words out;
    for (const auto& [holds, word] : all)
        if (holds) out.emplace_back(word);
    return out;
}

Words orders(const AtomicClaims& claims) {
    return words_where(
        {{claims.relaxed, "relaxed"}, {claims.acq_rel, "acq_rel"}, {claims.seq_cst, "seq_cst"}});
}

Words scopes(const AtomicClaims& claims) {
    return words_where({{claims.work_item, "work_item"},
                        {claims.work_group, "work_group"},
                        {claims.device, "device"},
                        {claims.all_devices, "all_devices"}});
}

Words features(const DeviceInfo& info) {
    return words_where({{info.c11_atomics, "c11_atomics"},
                        {info.sub_groups, "sub_groups"},
                        {info.generic_address_space, "generic_address_space"},
                        {info.program_scope_variables, "program_scope_variables"},
                        {info.fine_grained_svm, "fine_grained_svm"},
                        {info.fine_grained_svm_atomics, "fine_grained_svm_atomics"}});
}

std::string joined(const Words& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
    return out.empty() ? "none" : out;
}

/// `1 MiB`, `48 KiB`, `100 bytes`: without a fraction only.
std::string size_text(std::uint64_t bytes) {
    constexpr std::array<std::pair<std::uint64_t, const char*>, 3> kUnits = {
        {{std::uint64_t{1} << 30U, "GiB"}, {std::uint64_t{1} << 20U, "MiB"}, {1024U, "KiB"}}};
    for (const auto& [unit, name] : kUnits)
        if (bytes >= unit && bytes % unit == 0)
            return std::to_string(bytes / unit) + " " + std::string(name);
    return std::to_string(bytes) + " bytes";
}

std::string claims_text(const AtomicClaims& claims) {
    return joined(orders(claims)) + "; scopes " + joined(scopes(claims));
}

std::string labelled(const std::string& label, const std::string& text) {
    constexpr std::size_t kWidth = 17;
    std::string start = "  " + label;
    start.resize(kWidth, ' ');
    return text.empty() ? "" : start + text + "\n";
}

std::string block(const std::string& selector, const DeviceInfo& info) {
    std::string groups = "of at most " + std::to_string(info.max_work_group_size) +
                         " work-items, local memory " + size_text(info.local_memory);
    if (info.sub_group_size != 0)
        groups += ", sub-groups of " + std::to_string(info.sub_group_size);
    return selector + "\n" + labelled("name", info.name) + labelled("vendor", info.vendor) +
           labelled("platform", info.platform) + labelled("driver", info.driver) +
           labelled("version", info.version + ", kernels in " + info.language) +
           labelled("compute units",
                    std::to_string(info.compute_units) + (info.is_cpu ? ", a CPU" : "")) +
           labelled("work-groups", groups) +
           labelled("atomics", "orders " + claims_text(info.atomics)) +
           labelled("fences", "orders " + claims_text(info.fences)) +
           labelled("features", joined(features(info)));
}

Json claims_to_json(const AtomicClaims& claims) {
    return {{"orders", orders(claims)}, {"scopes", scopes(claims)}};
}

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json device_to_json(const std::string& selector, const DeviceInfo& info) {
    return {
        {"selector", selector},
        {"backend", to_string(info.backend)},
        {"name", info.name},
        {"vendor", info.vendor},
        {"platform", info.platform},
        {"driver", or_null(info.driver)},
        {"version", info.version},
        {"language", info.language},
        {"is_cpu", info.is_cpu},
        {"compute_units", info.compute_units},
        {"max_work_group_size", info.max_work_group_size},
        {"local_memory", info.local_memory},
        {"global_memory", info.global_memory},
        {"sub_group_size", info.sub_group_size == 0 ? Json(nullptr) : Json(info.sub_group_size)},
        {"atomics", claims_to_json(info.atomics)},
        {"fences", claims_to_json(info.fences)},
        {"features", features(info)}};
}

}  // namespace

std::string to_text(const DeviceList& list) {
    std::string out;
    for (std::size_t i = 0; i < list.devices.size(); ++i)
        out += (i == 0 ? "" : "\n") + block(list.selectors[i], list.devices[i]);
    return out;
}

std::string to_json(const DeviceList& list, std::string_view version) {
    Json devices = Json::array(), notes = Json::array();
    for (std::size_t i = 0; i < list.devices.size(); ++i)
        devices.push_back(device_to_json(list.selectors[i], list.devices[i]));
    for (const Diagnostic& each : list.notes) notes.push_back(each.message);
    // Drivers may say what is no UTF-8.
    return Json{{"clmm", version}, {"devices", std::move(devices)}, {"notes", std::move(notes)}}
               .dump(2, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

}  // namespace clmm::hardware
