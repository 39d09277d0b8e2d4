#include <algorithm>
#include <array>
#include <iterator>

#include "clmm/base/reject.h"
#include "clmm/language/names.h"
#include "clmm/lowering/mapping.h"
#include "mapping/line.h"
#include "mapping/overlap.h"

namespace clmm::lowering {
namespace {

const std::vector<std::string> kOrders{"na", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
const std::vector<std::string> kScopes{"work_item", "sub_group", "work_group", "device",
                                       "all_devices"};
const std::vector<std::string> kRegions{"global", "local", "both", "none"};
const std::vector<std::string> kModifications{"exchange", "add", "sub", "and",
                                              "or",       "xor", "min", "max"};
const std::vector<std::string> kOperations{
    "load", "store", "rmw", "cas", "fence", "barrier", "sub_group_barrier"};
const std::vector<std::string> kCode{"constant", "move", "compute", "address",
                                     "unless",   "jump", "label"};
const std::vector<std::string> kStatements{
    "mapping",   "from",    "to",     "source", "status", "registers", "addresses",
    "immediate", "observe", "thread", "table",  "weaken", "like"};

std::string list_of(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& each : words) text += (text.empty() ? "" : ", ") + each;
    return text;
}

class Reader {
public:
    explicit Reader(SourcePtr file) { mapping_.file = std::move(file); }

    Mapping operator()() {
        const std::string_view text = mapping_.file->text();
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            Line line(mapping_.file, begin, end);
            if (!line.at_end()) {
                statement(line);
                line.finish();
            }
            begin = end + 1;
        }
        mapping_.rules.insert(mapping_.rules.end(), std::make_move_iterator(inherited_.begin()),
                              std::make_move_iterator(inherited_.end()));
        check();
        return std::move(mapping_);
    }

private:
    [[noreturn]] void reject(std::string message, Span span, std::string hint = {}) const {
        clmm::reject("E-MAPPING", std::move(message), span, std::move(hint));
    }

    void statement(Line& line) {
        if (line.has("=>")) return rule(line);
        const Word word = line.word("a statement");
        if (word.text == "mapping") return take(mapping_.name, line.quoted("the mapping's name"));
        if (word.text == "source") return take(mapping_.source, line.quoted("where it is from"));
        if (word.text == "status") return status(line);
        if (word.text == "like") return like(line);
        if (word.text == "from") return from(line);
        if (word.text == "to") return to(line);
        if (word.text == "registers") return take(mapping_.registers, line.list("registers"));
        if (word.text == "addresses") return addresses(line);
        if (word.text == "immediate")
            return take(mapping_.immediate, line.quoted("an operand, with % for the number"));
        if (word.text == "observe")
            return take(mapping_.reg, line.quoted("a register, with % for its name"));
        if (word.text == "thread")
            return take(mapping_.thread, line.quoted("the head of a thread's column"));
        if (word.text == "table") return table(line);
        if (word.text == "weaken") return weaken(line);
        std::vector<std::string> known = kStatements;
        known.insert(known.end(), kOperations.begin(), kOperations.end());
        const std::string operation = word.text.substr(0, word.text.find('.'));
        const bool is_rule = std::ranges::find(kOperations, operation) != kOperations.end();
        std::string hint =
            is_rule ? "a rule has '=>' before its code" : language::did_you_mean(word.text, known);
        if (hint.empty()) hint = "statements are " + list_of(kStatements) + "; rules have '=>'";
        reject("unknown statement '" + word.text + "'", word.span, std::move(hint));
    }

    template <class T>
    static void take(T& into, T value) {
        into = std::move(value);
    }

    /// The first one is the mapping's, each that of the lines after it.
    void status(Line& line) {
        status_ = line.quoted("its status");
        if (mapping_.status.empty()) mapping_.status = status_;
    }

    /// All of a shipped mapping but its name and status; lines of this file come before its.
    void like(Line& line) {
        const Word name = line.word("a shipped mapping");
        if (!mapping_.rules.empty() || !mapping_.registers.empty())
            reject("'like' stands before what it takes over", name.span);
        auto known = shipped_mapping(name.text);
        if (!known)
            reject(known.diagnostics().front().message, name.span,
                   known.diagnostics().front().hint);
        Mapping base = std::move(known).value();
        inherited_ = std::move(base.rules);
        for (Rule& each : inherited_) each.is_inherited = true;
        base.rules.clear();
        base.file = mapping_.file;
        base.source_model_at = base.target_model_at = std::nullopt;
        base.name = mapping_.name;
        base.status = mapping_.status;
        mapping_ = std::move(base);
    }

    void from(Line& line) {
        const Word dialect = line.word("C or OPENCL");
        if (dialect.text != "C" && dialect.text != "OPENCL")
            reject("'" + dialect.text + "' is no source language", dialect.span,
                   "write C or OPENCL, and a model");
        mapping_.source_dialect = dialect.text;
        model(line, mapping_.source_model, mapping_.source_variants, mapping_.source_model_at);
    }

    void to(Line& line) {
        mapping_.target = line.word("the first word of the target's tests").text;
        model(line, mapping_.target_model, mapping_.target_variants, mapping_.target_model_at);
    }

    /// `rvwmo "ztso=yes"`
    static void model(Line& line, std::string& name, std::set<std::string>& variants,
                      std::optional<Span>& at) {
        if (line.at_end()) return;
        const Word word = line.word("a model");
        name = word.text;
        at = word.span;
        variants.clear();
        while (!line.at_end()) variants.insert(line.quoted("a variant"));
    }

    /// `addresses names`, or `addresses registers "X%"`.
    void addresses(Line& line) {
        const Word how = line.word("names or registers");
        if (how.text != "names" && how.text != "registers")
            reject("addresses are names or registers, not '" + how.text + "'", how.span);
        mapping_.has_address_registers = how.text == "registers";
        if (mapping_.has_address_registers && !line.at_end())
            mapping_.address_register = line.quoted("a register, with % for its name");
        line.finish();
    }

    /// `table s of scope: sub_group, work_group -> "cta"; device -> "gpu"`
    void table(Line& line) {
        const Word name = line.word("the placeholder's name");
        line.keyword("of");
        const Word of = line.word("order, scope, operation or region");
        Table table;
        if (of.text == "scope")
            table.of = Table::Of::scope;
        else if (of.text == "operation")
            table.of = Table::Of::operation;
        else if (of.text == "region")
            table.of = Table::Of::region;
        else if (of.text != "order")
            reject("a table is of order, scope, operation or region", of.span);
        line.symbol(":");
        do {
            std::vector<Word> keys;
            do keys.push_back(line.word("a word of the source"));
            while (line.accept(","));
            line.symbol("->");
            const std::string text = line.quoted("what stands for it, in quotes");
            for (const Word& key : keys) {
                check_word(key, words_of(table.of));
                table.words[key.text] = text;
            }
        } while (line.accept(";"));
        line.finish();
        const auto inherited = mapping_.tables.find(name.text);
        if (inherited != mapping_.tables.end()) check_replaced(name, inherited->second, table);
        mapping_.tables[name.text] = std::move(table);
    }

    /// Lines that are taken over ask the table for all that it had.
    void check_replaced(const Word& name, const Table& was, const Table& is) const {
        std::vector<std::string> missing;
        for (const auto& [word, text] : was.words)
            if (!is.words.contains(word)) missing.push_back(word);
        if (was.of == is.of && missing.empty()) return;
        reject("this table stands in place of another table '" + name.text + "'" +
                   (was.of == is.of ? ", and has nothing for " + list_of(missing)
                                    : ", which is of other words"),
               name.span, "say all of its words, or use another name");
    }

    static const std::vector<std::string>& words_of(Table::Of of) {
        switch (of) {
            case Table::Of::order:
                return kOrders;
            case Table::Of::scope:
                return kScopes;
            case Table::Of::region:
                return kRegions;
            case Table::Of::operation:
                break;
        }
        return kModifications;
    }

    void check_word(const Word& word, const std::vector<std::string>& known) const {
        if (std::ranges::find(known, word.text) != known.end()) return;
        std::string hint = language::did_you_mean(word.text, known);
        if (hint.empty()) hint = "the words are " + list_of(known);
        reject("unknown word '" + word.text + "'", word.span, std::move(hint));
    }

    void weaken(Line& line) {
        Weakening made{line.quoted("how an instruction begins"), {}};
        line.symbol("->");
        do {
            if (line.accept_word("nothing"))
                made.to.emplace_back(std::nullopt);
            else
                made.to.emplace_back(line.quoted("a text, or nothing"));
        } while (line.accept(","));
        line.finish();
        mapping_.weakenings.push_back(std::move(made));
    }

    void rule(Line& line) {
        Rule made;
        made.source = mapping_.source;
        made.status = status_;
        made.file = mapping_.file;
        made.span = line.span();
        head(line, made);
        line.symbol("=>");
        if (line.accept_word("unsupported"))
            made.refusal = line.quoted("why not");
        else if (!line.accept_word("nothing"))
            made.sequence = line.instructions();
        for (const Rule& earlier : mapping_.rules)
            if (overlap(earlier, made))
                reject("this line and line " +
                           std::to_string(mapping_.file->position(earlier.span.begin).line) +
                           " are about the same operation",
                       made.span, "say orders, scopes or kinds so that one line is left");
        for (const Template& each : made.sequence) check_placeholders(each);
        mapping_.rules.push_back(std::move(made));
    }

    /// `rmw.add acquire, release @device in global unused`
    void head(Line& line, Rule& made) {
        const Word name = line.word("an operation");
        const std::size_t dot = name.text.find('.');
        made.operation = name.text.substr(0, dot);
        if (dot != std::string::npos) made.kind = name.text.substr(dot + 1);
        const bool is_code = std::ranges::find(kCode, made.operation) != kCode.end();
        if (!is_code) check_word({made.operation, name.span}, kOperations);
        if (made.operation == "rmw" && !made.kind.empty())
            check_word({made.kind, name.span}, kModifications);
        if (is_code) return;
        if (!line.accept_word("any") && !line.at("@") && !line.at("=>") && !line.at_word("in"))
            words(line, kOrders, orders_of(made.operation), made.orders);
        if (line.at("@")) check_places(line, "scopes");
        if (line.accept("@")) words(line, kScopes, kScopes, made.scopes);
        if (line.at_word("in")) check_places(line, "regions of memory");
        if (line.accept_word("in")) words(line, kRegions, kRegions, made.regions);
        if (line.accept_word("used")) made.is_used = true;
        if (line.accept_word("unused")) made.is_used = false;
    }

    /// What an operation may have. [C11 7.17.7; OpenCL C, Order and Consistency]
    static const std::vector<std::string>& orders_of(const std::string& operation) {
        static const std::vector<std::string> kOfLoads{"na", "relaxed", "acquire", "seq_cst"};
        static const std::vector<std::string> kOfStores{"na", "relaxed", "release", "seq_cst"};
        static const std::vector<std::string> kOfOthers{kOrders.begin() + 1, kOrders.end()};
        if (operation == "load") return kOfLoads;
        return operation == "store" ? kOfStores : kOfOthers;
    }

    /// No operation of C would be about the line.
    void check_places(Line& line, const std::string& what) const {
        if (mapping_.source_dialect == "C")
            reject("operations of C have no " + what, line.next(),
                   "mappings from OPENCL have them");
    }

    void words(Line& line, const std::vector<std::string>& known,
               const std::vector<std::string>& possible, std::set<std::string>& into) {
        do {
            const Word word = line.word("one of " + list_of(possible));
            check_word(word, known);
            if (std::ranges::find(possible, word.text) == possible.end())
                reject("no operation of this kind is '" + word.text + "'", word.span,
                       "they are " + list_of(possible));
            into.insert(word.text);
        } while (line.accept(","));
    }

    /// `$D $A $V $W $E $N $T $U $L $B` are the lowering's; those in small letters are tables.
    void check_placeholders(const Template& each) const {
        for (std::size_t at = each.text.find('$'); at != std::string::npos;
             at = each.text.find('$', at + 1)) {
            const std::string name = placeholder(each.text, at);
            const auto begin = static_cast<std::uint32_t>(each.span.begin + at);
            const Span span{begin, static_cast<std::uint32_t>(begin + name.size() + 1)};
            if (name.empty() || mapping_.tables.contains(name)) continue;
            if (name.size() == 1 && std::string_view("DAVWENTULB").find(name) != std::string::npos)
                continue;
            reject(
                "unknown placeholder '$" + name + "'", span,
                "$D result, $A address, $V and $W operands, $E expected value, $N number, $T and "
                "$U registers of the line's own, $L label, $B barrier; others are tables, which "
                "come first");
        }
    }

    void check() const {
        const Span start{0, 0};
        if (mapping_.name.empty()) reject("the mapping has no name", start, "mapping \"A to B\"");
        if (mapping_.source_dialect.empty())
            reject("it is not said where the mapping starts", start, "from OPENCL opencl-3.0");
        if (mapping_.target.empty())
            reject("it is not said what the mapping leads to", start, "to X86 x86-tso");
        if (mapping_.target_model.empty())
            reject("it is not said which model the target has", start, "to X86 x86-tso");
        if (mapping_.registers.empty())
            reject("the mapping has no registers", start, "registers EBX, ECX");
        if (mapping_.rules.empty()) reject("the mapping has no rule", start);
    }

    Mapping mapping_;
    std::vector<Rule> inherited_;
    std::string status_;
};

}  // namespace

Result<Mapping> read_mapping(SourcePtr file) {
    try {
        return Reader(file)();
    } catch (const Rejected& bad) {
        return Result<Mapping>::failure(bad.in(file));
    }
}

}  // namespace clmm::lowering
