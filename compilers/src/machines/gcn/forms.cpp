#include <algorithm>
#include <array>

#include "machines/gcn/wave.h"

/// Vector instructions that take parts of their operands (SDWA), or the first one from another lane
/// (DPP): done on what these are, under names that no register of code has.
namespace clmm::compilers::gcn {
namespace {

constexpr std::string_view kSdwa = "_sdwa", kDpp = "_dpp";
const std::string kMade = "v500";
constexpr unsigned kFirst = 501;  ///< and those behind it: operands

/// An instruction without the words behind its last operand, and these.
struct Form {
    Line line;
    std::vector<std::string> words;

    [[nodiscard]] std::string value(std::string_view key) const {
        for (const std::string& each : words)
            if (each.starts_with(key)) return each.substr(key.size());
        return {};
    }
};

Form form_of(const Line& line, std::string_view suffix) {
    Form made{line, {}};
    std::string& name = made.line.name;
    name.erase(name.size() - suffix.size());
    for (const std::string_view each : {"_e32", "_e64"})
        if (name.ends_with(each)) name.erase(name.size() - each.size());
    if (made.line.operands.empty()) return made;
    std::string_view rest = line.operands.back().text;
    std::string& last = made.line.operands.back().text;
    const std::size_t end = std::min(rest.find(' '), rest.size());
    last = rest.substr(0, end);
    rest = trimmed(rest.substr(end));
    while (!rest.empty()) {
        const std::size_t space = std::min(rest.find(' '), rest.size());
        made.words.emplace_back(rest.substr(0, space));
        rest = trimmed(rest.substr(space));
    }
    return made;
}

struct Selection {
    std::string_view name;
    unsigned from, width;
};
constexpr std::array kSelections{Selection{"DWORD", 0, 32},   Selection{"WORD_0", 0, 16},
                                 Selection{"WORD_1", 16, 16}, Selection{"BYTE_0", 0, 8},
                                 Selection{"BYTE_1", 8, 8},   Selection{"BYTE_2", 16, 8},
                                 Selection{"BYTE_3", 24, 8}};

Selection selection(const Form& form, std::string_view key) {
    const std::string name = form.value(key);
    if (name.empty()) return kSelections[0];
    const auto found = std::ranges::find(kSelections, name, &Selection::name);
    if (found == kSelections.end())
        refuse("unknown selection '" + std::string(key) + name + "'", form.line.span);
    return *found;
}

/// What is in the place of an operand, as a register's name.
void replace(Wave& wave, Form& form, std::size_t at, TermId value) {
    const std::string name = "v" + std::to_string(kFirst + at);
    wave.machine.set(name, value);
    form.line.operands[at].text = name;
}

void select_source(Wave& wave, Form& form, std::size_t at, std::string_view key) {
    Piece piece = form.line.operands[at];
    const bool is_signed = piece.text.starts_with("sext(") && piece.text.ends_with(')');
    if (is_signed) piece.text = piece.text.substr(5, piece.text.size() - 6);
    const Selection part = selection(form, key);
    const TermId whole = wave.read(piece, 32);
    replace(wave, form, at,
            wave.terms.resized(wave.terms.part(whole, part.from, part.width), 32, is_signed));
}

/// The result goes to a part of the register, beside which is what dst_unused says.
TermId placed(Wave& wave, const Form& form, TermId made, TermId before) {
    Terms& terms = wave.terms;
    const Selection part = selection(form, "dst_sel:");
    if (part.width == 32) return made;
    const std::string unused = form.value("dst_unused:");
    const TermId low = terms.resized(made, part.width);
    if (unused == "UNUSED_SEXT" && part.from == 0) return terms.resized(low, 32, true);
    if (unused != "UNUSED_PAD" && unused != "UNUSED_PRESERVE")
        refuse("unknown word 'dst_unused:" + unused + "'", form.line.span);
    const TermId there =
        terms.binary(Op::shift_left, terms.resized(low, 32), wave.number(part.from));
    if (unused == "UNUSED_PAD") return there;
    const std::uint64_t mask = ((std::uint64_t{1} << part.width) - 1) << part.from;
    return terms.binary(Op::bit_or, terms.binary(Op::bit_and, before, wave.number(~mask)), there);
}

bool sdwa(Wave& wave) {
    Form form = form_of(wave.line, kSdwa);
    if (form.line.operands.size() < 2) return false;
    const bool compares = form.line.name.starts_with("v_cmp");
    select_source(wave, form, 1, "src0_sel:");
    if (form.line.operands.size() > 2) select_source(wave, form, 2, "src1_sel:");
    if (form.line.operands.size() > 3) return false;
    const Piece to = form.line.operands[0];
    if (!compares) form.line.operands[0].text = kMade;
    Wave plain(wave.machine, form.line, wave.family, wave.word);
    if (!vector(plain, form.line.name)) return false;
    if (compares) return true;
    const TermId made = wave.read(kMade);
    wave.write(to, placed(wave, form, made, wave.read(to, 32)));
    return true;
}

/// The lane that the work-item's, which is the first, takes its operand from; nothing: there is
/// none, or it is none that runs.
std::optional<bool> takes_own(const Form& form) {
    for (const std::string_view list : {"quad_perm:[", "dpp8:["})
        if (const std::string lanes = form.value(list); !lanes.empty())
            return lanes.starts_with("0");
    for (const std::string_view lane :
         {"row_share:", "row_xmask:", "row_newbcast:", "row_shl:", "row_shr:", "row_ror:"})
        if (const std::string number = form.value(lane); !number.empty()) return number == "0";
    for (const std::string& each : form.words)
        if (each == "row_mirror" || each == "row_half_mirror" || each.starts_with("wave_"))
            return false;
    return std::nullopt;
}

bool dpp(Wave& wave) {
    Form form = form_of(wave.line, kDpp);
    if (form.line.operands.size() < 2) return false;
    if (wave.runs_all_lanes())
        refuse("what happens here depends on other lanes of the wave", wave.line.span);
    const auto own = takes_own(form);
    if (!own) unknown_instruction(wave.line);
    for (const std::string_view mask : {"row_mask:", "bank_mask:"}) {
        const auto bits = number_in(form.value(mask));
        if (bits && (*bits & 1) == 0) return true;  // the first lane is none of these
    }
    if (!*own) {
        // Lanes that do not run are not read: they are 0, or nothing is done.
        if (form.value("bound_ctrl:").empty()) return true;
        replace(wave, form, 1, wave.number(0));
    }
    Wave plain(wave.machine, form.line, wave.family, wave.word);
    return vector(plain, form.line.name);
}

}  // namespace

bool vector_form(Wave& wave, std::string_view name) {
    if (name.ends_with(kSdwa)) return sdwa(wave);
    return name.ends_with(kDpp) && dpp(wave);
}

}  // namespace clmm::compilers::gcn
