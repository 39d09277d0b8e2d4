// What watched code has beside other code: an instruction before each access that says what is
// accessed where, and flags of variables in registers that have no value yet.
#include <algorithm>

#include "compile/code_walk.h"
#include "compile/translator.h"
#include "execute/handlers/watch.h"

namespace clmm::runtime::compiler {

namespace {

constexpr std::size_t kLongestText = 60;

/// Bytes that an access of the type touches: the padding of three components is none of them.
std::uint64_t footprint(TypePtr type) {
    if (type->kind == TypeKind::vector)
        return std::uint64_t{type->lanes} * memory_size(type->scalar);
    return size_of(*type);
}

}  // namespace

std::string Translator::text_at(Span span) const {
    const Source::Written written = program_.tree().source->written(span);
    const Span at = written.span;
    const std::string_view text = written.source.text();
    if (at.end > text.size() || at.begin >= at.end) return {};
    std::string out;
    for (const char c : text.substr(at.begin, at.end - at.begin)) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    if (out.size() > kLongestText) out = out.substr(0, kLongestText - 3) + "...";
    return out;
}

const Root* Translator::add_root(Root root) {
    for (const Root& known : roots_)
        if (known == root) return &known;
    return &roots_.emplace_back(std::move(root));
}

std::uint32_t Translator::add_site(SiteKind kind, std::string text) {
    Site site;
    site.kind = kind;
    site.span = at_;
    site.text = std::move(text);
    return out_.add_site(std::move(site));
}

void Translator::enter_function(const syntax::Block& body) {
    if (program_.watched()) calls_.back().reassigned = reassigned_names(body);
}

bool Translator::is_reassigned(const std::string& name) const {
    const auto& names = calls_.back().reassigned;
    return !program_.watched() || is_addressed(name) ||
           std::ranges::find(names, name) != names.end();
}

/// Components of a vector in memory that are not in a row: each is an access of its own.
bool Translator::is_scattered(const Lvalue& place) const {
    for (std::size_t i = 1; i < place.swizzle.size(); ++i)
        if (place.swizzle[i] != place.swizzle[i - 1] + 1) return program_.watched();
    return false;
}

std::vector<Lvalue> Translator::single_components(const Lvalue& place) {
    std::vector<Lvalue> out;
    for (const unsigned component : place.swizzle) {
        Lvalue single = place;
        single.swizzle = {component};
        single.type = types_.scalar(place.type->scalar);
        out.push_back(std::move(single));
    }
    return out;
}

/// The same place, at an address that the checks have let pass.
Lvalue Translator::watched(const Lvalue& place, bool writes) {
    if (!program_.watched() || !place.in_memory || place.trusted) return place;
    Site site;
    site.span = place.span.end > place.span.begin ? place.span : at_;
    site.text = text_at(site.span);
    (writes ? site.writes : site.reads) = true;
    site.whole = is_record(place.type);
    site.space = place.space;
    site.size = static_cast<std::uint32_t>(footprint(place.type));
    site.alignment =
        static_cast<std::uint32_t>(std::max<std::uint64_t>(alignment_of(*place.type), 1));
    site.offset = place.offset;
    if (!place.swizzle.empty()) {
        const unsigned element = memory_size(place.type->scalar);
        site.offset += static_cast<std::int64_t>(place.swizzle.front() * element);
        site.alignment = element;
    }
    if (place.alignment != 0)
        site.alignment = std::min(site.alignment, static_cast<std::uint32_t>(place.alignment));
    if (place.root) site.root = *place.root;
    watch_indices(place, site);
    const Reg base = base_register(place);
    Lvalue out = place;
    out.base.reset();
    out.address = out_.watch(base, out_.add_site(std::move(site)), at_);
    return out;
}

Reg Translator::watched_copy_source(const Value& value) {
    if (!program_.watched() || value.trusted) return value.reg();
    Lvalue place = memory_place(value.type, value.reg(), 0, AddressSpace::generic);
    place.root = value.root;
    place.alignment = value.alignment;
    return watched(place, false).address;
}

void Translator::name_object(Lvalue& place, const std::string& name) {
    if (!program_.watched() || !place.in_memory || !place.base) return;
    Root root;
    root.kind = Root::Kind::private_memory;
    root.offset = static_cast<std::uint64_t>(place.offset);
    root.size = size_of(*place.type);
    root.name = name;
    for (CodeObject& object : out_.code().private_objects)
        if (object.offset == root.offset) object.name = name;
    place.root = add_root(std::move(root));
}

const Root* Translator::parameter_root(std::size_t index, const std::string& name) {
    Root root;
    root.kind = Root::Kind::parameter;
    root.parameter = static_cast<std::uint32_t>(index);
    root.name = name;
    return add_root(std::move(root));
}

Lvalue Translator::program_place(const ProgramVariable& variable) {
    Lvalue out = based_place(variable.type, handlers::ItemQuery::program_address, variable.offset,
                             variable.space);
    if (!program_.watched()) return out;
    Root root;
    root.kind = Root::Kind::program;
    root.offset = variable.offset;
    root.size = size_of(*variable.type);
    root.name = variable.declarator->name;
    out.root = add_root(std::move(root));
    return out;
}

void Translator::begin_life(const Lvalue& place) {
    if (!program_.watched() || !place.in_memory || place.root == nullptr) return;
    Site site;
    site.span = at_;
    site.text = place.root->name;
    site.space = place.space;
    site.root = *place.root;
    out_.effect(handlers::begin_life(), nullptr, std::nullopt, {}, out_.add_site(std::move(site)),
                at_);
}

/// The lives end of all variables in private memory that were allocated since.
void Translator::end_lives(std::uint64_t since) {
    if (!program_.watched() || is_host()) return;
    const auto ends = [&](const CodeObject& object) {
        return object.offset >= since && !object.name.empty();
    };
    if (std::ranges::none_of(out_.code().private_objects, ends)) return;
    Site site;
    site.span = at_;
    site.root.kind = Root::Kind::private_memory;
    site.root.offset = since;
    site.root.size = private_bytes_ - since;
    out_.effect(handlers::end_life(), nullptr, std::nullopt, {}, out_.add_site(std::move(site)),
                at_);
}

// ---- values that operators do not take ----

void Translator::watch_divisor(const Value& divisor) {
    if (!program_.watched()) return;
    for (const Reg part : divisor.parts)
        if (out_.value(part).value_or(0) == 0)
            out_.effect(handlers::watch_divisor(), nullptr, std::nullopt, {part},
                        add_site(SiteKind::access, text_at(at_)), at_);
}

/// An element of an array that is part of an object: that the access is in the object says
/// nothing. Arrays of one element may stand for more at the end of a struct.
void Translator::note_index(Lvalue& place, const Value& array, const Value& index) {
    place.indices = array.indices;
    const TypePtr whole = array.array;
    if (!program_.watched() || is_host() || whole == nullptr || whole->length < 2) return;
    const auto known = out_.value(index.reg());
    if (known && *known >= 0 && static_cast<std::uint64_t>(*known) < whole->length) return;
    const Reg wide = convert_element(index.reg(), index.type, types_.scalar(Scalar::u64));
    place.indices.push_back({wide, whole->length});
}

void Translator::watch_indices(const Lvalue& place, const Site& access) {
    for (const IndexCheck& each : place.indices) {
        Site site = access;
        site.count = each.count;
        out_.effect(handlers::watch_index(), nullptr, std::nullopt, {each.index},
                    out_.add_site(std::move(site)), at_);
    }
}

// ---- variables in registers ----

void Translator::leave_unassigned(const Lvalue& place) {
    if (!program_.watched() || place.in_memory) return;
    for (const Reg part : place.parts) {
        Reg& flag = unassigned_[part];
        flag = out_.variable(Scalar::i32);
        out_.move(flag, out_.integer(Scalar::i32, 0), at_, true);
        assigned_.erase(part);
    }
}

void Translator::note_assigned(const Lvalue& place) {
    for (const Reg part : place.parts) {
        const auto known = unassigned_.find(part);
        if (known == unassigned_.end() || !assigned_.insert(part).second) continue;
        out_.move(known->second, out_.integer(Scalar::i32, 1), at_, true);
    }
}

/// Whole structs may be copied with members that have no value.
void Translator::check_assigned(const Lvalue& place) {
    if (unassigned_.empty() || is_record(place.type)) return;
    for (const Reg part : place.parts) {
        const auto known = unassigned_.find(part);
        if (known == unassigned_.end() || !assigned_.insert(part).second) continue;
        const Span span = place.span.end > place.span.begin ? place.span : at_;
        Site site;
        site.span = span;
        site.text = text_at(span);
        site.reads = true;
        site.space = AddressSpace::private_memory;
        out_.effect(handlers::check_assigned(), nullptr, std::nullopt, {known->second},
                    out_.add_site(std::move(site)), at_);
        // Once is enough.
        out_.move(known->second, out_.integer(Scalar::i32, 1), at_, true);
    }
}

void Translator::finish_watched() {
    Code& code = out_.code();
    code.watched = program_.watched();
    if (!code.watched) return;
    for (const ProgramVariable& variable : program_.allocated())
        code.program_objects.push_back({variable.offset, size_of(*variable.type),
                                        variable.declarator->name,
                                        variable.space == AddressSpace::constant});
}

}  // namespace clmm::runtime::compiler
