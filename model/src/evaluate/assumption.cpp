#include "evaluate/assumption.h"

namespace clmm::model {
namespace {

namespace k = kernels;
using kernels::Word;

class Tightening {
public:
    Tightening(Shape shape, Knowledge& knowledge) : shape_(shape), knowledge_(knowledge) {}

    void takes_place(std::size_t event) {
        const Words implied(row(knowledge_.implies, event),
                            row(knowledge_.implies, event) + shape_.stride);
        const Words compatible(row(knowledge_.possible, event),
                               row(knowledge_.possible, event) + shape_.stride);
        for (std::size_t a = 0; a < shape_.n; ++a)
            k::unite(shape_.stride, row(knowledge_.implies, a), implied.data(),
                     row(knowledge_.implies, a));
        k::within(shape_, compatible.data(), Words(knowledge_.possible).data(),
                  knowledge_.possible.data());
        for (Interval* interval : {&knowledge_.reads_from, &knowledge_.modification_order,
                                   &knowledge_.same_location, &knowledge_.barrier_pair})
            for (Words* words : {&interval->must, &interval->may})
                k::intersect(words->size(), words->data(), knowledge_.possible.data(),
                             words->data());
    }

    void share_location(std::size_t a, std::size_t b) {
        put(knowledge_.same_location.must, a, b);
        put(knowledge_.same_location.must, b, a);
    }

    void read_only_from(std::size_t write, std::size_t read) {
        for (std::size_t other = 0; other < shape_.n; ++other)
            if (other != write) k::drop(row(knowledge_.reads_from.may, other), read);
    }

    /// A read that one write is left for reads from it.
    void settle_reads() {
        for (std::size_t read = 0; read < shape_.n; ++read) {
            std::size_t sources = 0;
            std::size_t last = 0;
            for (std::size_t write = 0; write < shape_.n; ++write)
                if (k::test(row(knowledge_.reads_from.may, write), read)) {
                    ++sources;
                    last = write;
                }
            if (sources == 1) put(knowledge_.reads_from.must, last, read);
        }
    }

    /// a before b, and all that must precede a before all that must follow b.
    void order(std::size_t a, std::size_t b) {
        Words& must = knowledge_.modification_order.must;
        Words after(row(must, b), row(must, b) + shape_.stride);
        k::put(after.data(), b);
        for (std::size_t x = 0; x < shape_.n; ++x)
            if (x == a || k::test(row(must, x), a))
                k::unite(shape_.stride, row(must, x), after.data(), row(must, x));
        k::intersect(must.size(), must.data(), knowledge_.possible.data(), must.data());
        for (std::size_t x = 0; x < shape_.n; ++x)
            k::for_each(shape_, row(must, x), [&](std::size_t y) {
                k::drop(row(knowledge_.modification_order.may, y), x);
            });
    }

    void put(Words& words, std::size_t a, std::size_t b) { k::put(row(words, a), b); }
    Word* row(Words& words, std::size_t a) { return words.data() + a * shape_.stride; }

private:
    Shape shape_;
    Knowledge& knowledge_;
};

}  // namespace

void assume(Shape shape, const Literal& literal, Knowledge& knowledge) {
    Tightening tightening(shape, knowledge);
    const std::size_t a = literal.a.index();
    const std::size_t b = literal.b.index();
    tightening.takes_place(a);
    tightening.takes_place(b);
    tightening.share_location(a, b);
    if (literal.kind == Literal::Kind::reads_from) {
        tightening.read_only_from(a, b);
        tightening.put(knowledge.reads_from.must, a, b);
    } else {
        tightening.order(a, b);
    }
    tightening.settle_reads();
}

void refute(Shape shape, std::span<const Literal> literals, Knowledge& knowledge) {
    Tightening tightening(shape, knowledge);
    bool is_settled = true;
    for (const Literal& literal : literals) {
        const std::size_t a = literal.a.index();
        const std::size_t b = literal.b.index();
        if (literal.kind == Literal::Kind::reads_from) {
            k::drop(tightening.row(knowledge.reads_from.may, a), b);
            is_settled = false;
            continue;
        }
        k::drop(tightening.row(knowledge.modification_order.may, a), b);
        const bool reversed = k::test(shape, knowledge.same_location.must.data(), a, b) &&
                              k::test(shape, knowledge.modification_order.may.data(), b, a);
        // Only where both surely take place can the order be extended through them.
        if (reversed) tightening.put(knowledge.modification_order.must, b, a);
    }
    if (!is_settled) tightening.settle_reads();
}

}  // namespace clmm::model
