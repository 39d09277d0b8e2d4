// How findings are worded.
#include "check/group_checks.h"
#include "values/address.h"

namespace clmm::runtime::check {

namespace {

std::string bytes(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

/// Where [address, address + size) is, beside the object.
std::string beside(const ObjectRegion& region, std::uint64_t address, std::uint64_t size,
                   const std::string& name) {
    const std::string object = name + ", which has " + bytes(region.end - region.begin);
    if (address >= region.end) return bytes(address - region.end) + " behind the end of " + object;
    if (address >= region.begin)
        return "which reaches " + bytes(address + size - region.end) + " over the end of " + object;
    return bytes(region.begin - address) + " before the start of " + object;
}

}  // namespace

/// `write of 4 bytes to out[i]`
std::string GroupChecks::action(const Access& access) const {
    std::string out = access.atomic ? "atomic " : "";
    out += access.reads && access.writes ? "access" : access.writes ? "write" : "read";
    if (access.size > 0) out += " of " + bytes(access.size);
    if (access.site.text.empty()) return out;
    return out + (access.writes && !access.reads ? " to " : " of ") + access.site.text;
}

std::string GroupChecks::fault(const Access& access, unsigned lane, std::uint64_t address,
                               const ObjectRegion* region) {
    const Root& root = access.site.root;
    const std::string name = root.name.empty() ? "the object" : "'" + root.name + "'";
    if (region != nullptr && region->contains(address, access.size))
        return access.writes && region->read_only
                   ? "in memory that was created for kernels to read only"
                   : "in memory that was created for kernels to write only";
    if (address < 4096) return "through a null pointer";
    if (region != nullptr) return beside(*region, address, access.size, name);
    if (root.kind == Root::Kind::parameter) return "through " + name + ", which is null";
    if (is_private(access.block, address)) {
        const std::uint64_t pitch = kernel_.code().private_bytes;
        const std::uint64_t at = address - address_of(access.block.private_memory());
        const std::uint64_t owner = at / pitch;
        if (is_dead(access.block, address))
            for (const CodeObject& object : kernel_.code().private_objects)
                if (at % pitch - object.offset < object.size)
                    return "in the variable '" + object.name + "', whose lifetime has ended";
        return owner == lane ? "in private memory, beside its variables"
                             : "in private memory of another work-item";
    }
    if (is_local(address)) return "in local memory, beside its variables";
    LiveObjects& objects = kernel_.checker().objects();
    if (objects.was_freed(address)) return "in memory that was freed";
    constexpr std::uint64_t kNear = 4096;
    const LiveObject* near = objects.before(address);
    if (near != nullptr && address - near->end < kNear)
        return bytes(address - near->end) + " behind the end of a memory object of " +
               bytes(near->end - near->begin);
    return "where there is no memory object";
}

void GroupChecks::report(FindingKind kind, const Access& access, unsigned lane, std::string message,
                         std::string detail, std::uint64_t count) {
    kernel_.report(kind, access.site, group_.group(), access.block.first_item() + lane,
                   std::move(message),
                   detail.empty() ? access.site.text : action(access) + ", " + detail, count);
}

}  // namespace clmm::runtime::check
