#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

/// The families of growing tests behind docs' scaling table, as litmus text or as C programs for
/// GenMC.
///
///   a  ring of n store-buffering threads, relaxed        f  the same, seq_cst
///   b  n relaxed fetch_adds of one counter
///   c  n writers of one location and a reader with two relaxed loads
///   d  two release writers and n acquire readers of both locations, in alternating order
///   e  message passing along a release/acquire chain of n hops
///   g  two threads of n relaxed stores and n relaxed loads, alternating x and y
///   h  lock taken by compare-exchange, two attempts a thread, plain counter, n threads
///   k  the same with exchange
///
/// Every test observes the registers of all its loads; h and k observe the counter alone. What is
/// written is what herd7 reads as well (no `!`, and no location called lock). A program for GenMC
/// asks nothing of the end: its executions are counted, of which there is one for each outcome but
/// in c, g, h and k.
namespace clmm::bench {

enum class Dialect { c, opencl, genmc };

class FamilyWriter {
public:
    FamilyWriter(char family, int n, Dialect dialect)
        : n_(n), opencl_(dialect == Dialect::opencl), program_(dialect == Dialect::genmc) {
        const std::string name = family + number(n);
        text_ = program_ ? "// " + name + "\n#include <pthread.h>\n#include <stdatomic.h>\n\n"
                         : (opencl_ ? "OPENCL " : "C ") + name + "\n\n{";
        body(family);
    }

    [[nodiscard]] std::string text() const { return text_; }

private:
    void body(char family) {
        switch (family) {
            case 'a':
                return ring("relaxed");
            case 'b':
                return fetch_adds();
            case 'c':
                return writers();
            case 'd':
                return readers();
            case 'e':
                return chain();
            case 'f':
                return ring("seq_cst");
            case 'g':
                return alternating();
            case 'h':
                return lock(true);
            case 'k':
                return lock(false);
            default:
                throw std::invalid_argument("no such family");
        }
    }

    static std::string number(int i) { return std::to_string(i); }
    static std::string x(int i) { return "x" + number(i); }

    /// Of a program locations are arrays of one element, so that threads name them as parameters.
    void initial(const std::string& location, bool atomic = true) {
        text_ += program_ ? (atomic ? "atomic_int " : "int ") + location + "[1];\n"
                          : " [" + location + "] = 0;";
    }
    void end_initial() { text_ += program_ ? "" : " }\n"; }
    void initial(int count) {
        for (int i = 0; i < count; ++i) initial(x(i));
        end_initial();
    }

    std::string parameter(const std::string& location, bool atomic = true) const {
        return std::string(opencl_ ? "global " : "") + (atomic ? "atomic_int* " : "int* ") +
               location;
    }

    /// Every thread is a work-group of its own, all on one device.
    void thread(int i, const std::string& parameters) {
        threads_ = i + 1;
        text_ += (program_ ? "\nvoid* P" : "\nP") + number(i) +
                 (opencl_ ? "@wg " + number(i) + ", dev 0" : "") + " (" +
                 (program_ ? "void* unused" : parameters) + ") {\n";
    }
    void end_thread() { text_ += program_ ? "  return 0;\n}\n" : "}\n"; }

    std::string order(std::string_view name) const {
        return "memory_order_" + std::string(name) + (opencl_ ? ", memory_scope_device);" : ");");
    }

    void store(const std::string& location, int value, std::string_view how) {
        text_ +=
            "  atomic_store_explicit(" + location + ", " + number(value) + ", " + order(how) + "\n";
    }

    void load(int unit, int reg, const std::string& location, std::string_view how) {
        text_ += "  int r" + number(reg) + " = atomic_load_explicit(" + location + ", " +
                 order(how) + "\n";
        observe(unit, reg);
    }

    void observe(int unit, int reg) { observed_ += number(unit) + ":r" + number(reg) + "; "; }

    void end(const std::string& proposition) {
        if (program_) return start_threads();
        text_ += "\nlocations [" + observed_ + "]\nexists (" + proposition + ")\n";
    }

    void start_threads() {
        text_ += "\nint main(void) {\n  pthread_t thread;\n";
        for (int i = 0; i < threads_; ++i)
            text_ += "  pthread_create(&thread, 0, P" + number(i) + ", 0);\n";
        text_ += "  return 0;\n}\n";
    }

    void ring(std::string_view how) {
        initial(n_);
        std::string all;
        for (int i = 0; i < n_; ++i) {
            const std::string next = x((i + 1) % n_);
            thread(i, parameter(x(i)) + (n_ > 1 ? ", " + parameter(next) : ""));
            store(x(i), 1, how);
            load(i, 0, next, how);
            end_thread();
            all += (i == 0 ? "" : " /\\ ") + number(i) + ":r0=0";
        }
        end(all);
    }

    void fetch_adds() {
        initial(1);
        for (int i = 0; i < n_; ++i) {
            thread(i, parameter("x0"));
            text_ += "  int r0 = atomic_fetch_add_explicit(x0, 1, " + order("relaxed") + "\n";
            end_thread();
            observe(i, 0);
        }
        end("0:r0=0");
    }

    void writers() {
        initial(1);
        for (int i = 0; i < n_; ++i) {
            thread(i, parameter("x0"));
            store("x0", i + 1, "relaxed");
            end_thread();
        }
        thread(n_, parameter("x0"));
        load(n_, 0, "x0", "relaxed");
        load(n_, 1, "x0", "relaxed");
        end_thread();
        end(number(n_) + ":r0=1 /\\ " + number(n_) + ":r1=0");
    }

    void readers() {
        initial(2);
        for (int i = 0; i < 2; ++i) {
            thread(i, parameter(x(i)));
            store(x(i), 1, "release");
            end_thread();
        }
        for (int i = 2; i < n_ + 2; ++i) {
            thread(i, parameter("x0") + ", " + parameter("x1"));
            load(i, 0, x(i % 2), "acquire");
            load(i, 1, x(1 - i % 2), "acquire");
            end_thread();
        }
        end("2:r0=1 /\\ 2:r1=0");
    }

    /// x0 is the payload, x1 … xn the flags.
    void chain() {
        initial(n_ + 1);
        thread(0, parameter("x0") + ", " + parameter("x1"));
        store("x0", 1, "relaxed");
        store("x1", 1, "release");
        end_thread();
        std::string all;
        for (int i = 1; i <= n_; ++i) {
            const bool last = i == n_;
            thread(i, parameter(x(i)) + ", " + parameter(last ? "x0" : x(i + 1)));
            load(i, 0, x(i), "acquire");
            if (last)
                load(i, 1, "x0", "relaxed");
            else
                store(x(i + 1), 1, "release");
            end_thread();
            all += number(i) + ":r0=1 /\\ ";
        }
        end(all + number(n_) + ":r1=0");
    }

    void alternating() {
        initial(2);
        for (int t = 0; t < 2; ++t) {
            thread(t, parameter("x0") + ", " + parameter("x1"));
            for (int i = 0; i < n_; ++i) {
                store(x((i + t) % 2), 1 + t * n_ + i, "relaxed");
                load(t, i, x((i + t + 1) % 2), "relaxed");
            }
            end_thread();
        }
        end("0:r0=0 /\\ 1:r0=0");
    }

    /// An attempt that finds the lock free takes it. A failed compare-exchange overwrites what it
    /// compared with, so each attempt has an object of its own (a location, for herd's sake).
    void lock(bool compares) {
        initial("latch");
        initial("counter", false);
        for (int i = 0; compares && i < n_; ++i) {
            initial("e" + number(i), false);
            initial("f" + number(i), false);
        }
        end_initial();
        for (int i = 0; i < n_; ++i) {
            const std::string extra =
                ", " + parameter("e" + number(i), false) + ", " + parameter("f" + number(i), false);
            thread(i, parameter("latch") + ", " + parameter("counter", false) +
                          (compares ? extra : ""));
            text_ += "  int got = " + attempt(compares, "e" + number(i)) + ";\n";
            text_ += "  if (got == 0) { got = " + attempt(compares, "f" + number(i)) + "; }\n";
            text_ += "  if (got) {\n    int r0 = *counter;\n    *counter = r0 + 1;\n  ";
            store("latch", 0, "release");
            text_ += "  }\n";
            end_thread();
        }
        observed_ = "counter; ";
        end("counter=" + number(n_));
    }

    std::string attempt(bool compares, const std::string& expected) const {
        const std::string scope = opencl_ ? ", memory_scope_device)" : ")";
        if (!compares)
            return "(atomic_exchange_explicit(latch, 1, memory_order_acquire" + scope + " == 0)";
        return "atomic_compare_exchange_strong_explicit(latch, " + expected +
               ", 1, memory_order_acquire, memory_order_relaxed" + scope;
    }

    int n_;
    bool opencl_;
    bool program_;
    int threads_ = 0;
    std::string text_;
    std::string observed_;
};

/// Member n of a family. Throws std::invalid_argument for an unknown one.
[[nodiscard]] inline std::string family_text(char family, int n, Dialect dialect) {
    return FamilyWriter(family, n, dialect).text();
}

}  // namespace clmm::bench
