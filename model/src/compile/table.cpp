#include "compile/table.h"

#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

#include "clmm/base/ensure.h"
#include "compile/model.h"

namespace clmm::model {
namespace {

/// Numbers in groups of seven bits, the least first; all but the last group have the eighth.
class Writer {
public:
    void number(std::uint32_t& value) {
        std::uint32_t rest = value;
        for (; rest >= 0x80U; rest >>= 7U) out_ += static_cast<char>(rest | 0x80U);
        out_ += static_cast<char>(rest);
    }
    void text(std::string& value) {
        size(value.size());
        out_ += value;
    }
    void source(SourcePtr& value) {
        const SourcePtr shipped = shipped_file(value->name());
        ensure(shipped && shipped->text() == value->text(), "tables are of shipped files");
        std::string name = value->name();
        text(name);
    }
    template <class T>
    void resize(std::vector<T>& list) {
        size(list.size());
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    void size(std::size_t value) {
        auto number_of = static_cast<std::uint32_t>(value);
        number(number_of);
    }

    std::string out_;
};

class Reader {
public:
    explicit Reader(std::string_view table) : rest_(table) {}

    void number(std::uint32_t& value) {
        value = group();
        if (value < 0x80U) return;  // most are small
        value &= 0x7FU;
        for (unsigned shift = 7;; shift += 7) {
            const std::uint32_t more = group();
            value |= (more & 0x7FU) << shift;
            if (more < 0x80U) return;
        }
    }
    void text(std::string& value) { value = bytes(size()); }
    void source(SourcePtr& value) {
        value = shipped_file(bytes(size()));
        ensure(value != nullptr, "tables are of shipped files");
    }
    template <class T>
    void resize(std::vector<T>& list) {
        list.resize(size());
    }

    [[nodiscard]] bool at_end() const { return rest_.empty(); }

private:
    std::size_t size() {
        std::uint32_t value = 0;
        number(value);
        return value;
    }
    std::uint32_t group() {
        ensure(!rest_.empty(), "a table is whole");
        const auto first = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return first;
    }
    std::string_view bytes(std::size_t count) {
        ensure(count <= rest_.size(), "a table is whole");
        const std::string_view some = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return some;
    }

    std::string_view rest_;
};

/// What of a model there is, in one order for those who write and read. A member that is not here
/// is not in the tables, which tests/unit/model/shipped_tables_test.cpp would see.
template <class Archive>
class Fields {
public:
    explicit Fields(Archive& archive) : archive_(archive) {}

    void all(MemoryModel& model) {
        each(model.name, model.documentation, model.program, model.switches);
    }

private:
    template <class... Values>
    void each(Values&... values) {
        (field(values), ...);
    }

    void field(std::string& value) { archive_.text(value); }
    void field(SourcePtr& value) { archive_.source(value); }
    template <class T>
    void field(std::vector<T>& list) {
        archive_.resize(list);
        for (T& value : list) field(value);
    }
    template <class T>
    requires std::integral<T> || std::is_enum_v<T>
    void field(T& value) {
        auto number = static_cast<std::uint32_t>(value);
        archive_.number(number);
        value = static_cast<T>(number);
    }
    template <class Tag>
    void field(StrongId<Tag>& id) {  // none is zero
        auto number = id.valid() ? static_cast<std::uint32_t>(id.index()) + 1 : 0;
        archive_.number(number);
        id = number == 0 ? StrongId<Tag>::none() : StrongId<Tag>(number - 1);
    }
    void field(Span& span) {
        std::uint32_t length = span.end - span.begin;
        each(span.begin, length);
        span.end = span.begin + length;
    }

    void field(Switch& value) { each(value.name, value.value, value.values); }
    void field(Switch::Value& value) { each(value.value, value.note); }
    void field(Program& program) {
        each(program.name, program.sources, program.names, program.nodes, program.recursive,
             program.total_orders, program.definitions, program.applications, program.checks);
    }
    void field(NamedBase& base) { each(base.name, base.is_set, base.absent); }
    void field(Node& node) {
        each(node.op, node.is_set, node.left, node.right, node.payload, node.span, node.source);
    }
    void field(RecursiveDefinition& definition) {
        each(definition.node, definition.body, definition.group, definition.name);
    }
    void field(TotalOrder& order) { each(order.name, order.over); }
    void field(Definition& definition) {
        each(definition.name, definition.node, definition.citation, definition.span,
             definition.source, definition.show);
    }
    void field(Check& check) {
        each(check.kind, check.negated, check.role, check.node, check.name, check.citation,
             check.span, check.source);
    }

    Archive& archive_;
};

}  // namespace

std::string write_table(const MemoryModel& model) {
    MemoryModel copy = model;  // fields are read and written alike
    Writer writer;
    Fields(writer).all(copy);
    return writer.take();
}

MemoryModel read_table(std::string_view table) {
    MemoryModel model;
    Reader reader(table);
    Fields(reader).all(model);
    ensure(reader.at_end(), "a table ends where its model does");
    return model;
}

}  // namespace clmm::model
