#include "process/worker_processes.h"

#include <malloc.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "process/hard_limit.h"
#include "process/interrupt_handlers.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

/// Before each result in the pipe.
struct Header {
    std::uint64_t index = 0;
    std::uint64_t size = 0;
};

void send(int pipe, std::string_view bytes) {
    if (!write_all(pipe, bytes)) _exit(1);  // nobody listens any more
}

/// In one piece where that is small, for each piece wakes who listens.
void send_result(int pipe, std::size_t index, const std::string& result) {
    constexpr std::size_t kSmall = std::size_t{1} << 16U;
    const Header header{index, result.size()};
    std::string piece(reinterpret_cast<const char*>(&header), sizeof header);
    if (result.size() <= kSmall) return send(pipe, piece += result);
    send(pipe, piece);
    send(pipe, result);
}

/// Before a long result is there twice.
void give_memory_back(std::size_t bytes) {
    constexpr std::size_t kLong = std::size_t{1} << 20U;
    if (bytes > kLong) malloc_trim(0);
}

void* mapped(std::size_t bytes) {
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return memory;
}

/// What is small shares a page, since mapping one takes longer than all that is done with it. What
/// is given back is not given out again, and a page that was full stays.
class SharedPage {
public:
    static constexpr std::size_t kSize = 4096;
    static constexpr std::size_t kMost = 512;  ///< bytes of one part

    void* take(std::size_t bytes) {
        constexpr std::size_t kLine = 64;  // of the processor's cache
        const std::size_t rounded = (bytes + kLine - 1) / kLine * kLine;
        if (page_ == nullptr || used_ + rounded > kSize) {
            page_ = static_cast<std::byte*>(mapped(kSize));
            used_ = parts_ = 0;
        }
        ++parts_;
        return page_ + std::exchange(used_, used_ + rounded);
    }
    void give_back(void* memory) noexcept {
        if (is_part(memory) && --parts_ == 0) munmap(std::exchange(page_, nullptr), kSize);
    }

private:
    [[nodiscard]] bool is_part(void* memory) const {
        const auto distance =
            reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(page_);
        return page_ != nullptr && distance < kSize;
    }

    std::byte* page_ = nullptr;
    std::size_t used_ = 0;
    std::size_t parts_ = 0;
};
constinit SharedPage shared_page;
constinit std::mutex shared_mutex;

std::string how_ended(int status) {
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        return "killed by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
    }
    return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

void* map_shared(std::size_t bytes) {
    if (bytes > SharedPage::kMost) return mapped(bytes);
    const std::lock_guard lock(shared_mutex);
    return shared_page.take(bytes);
}

void unmap_shared(void* memory, std::size_t bytes) noexcept {
    if (bytes > SharedPage::kMost) {
        munmap(memory, bytes);
        return;
    }
    const std::lock_guard lock(shared_mutex);
    shared_page.give_back(memory);
}

MemoryUse::MemoryUse(std::size_t processes)
    : processes_(processes), bytes_(shared_atomics<std::uint64_t>(processes)) {}

std::uint64_t MemoryUse::resident() {
    if (!own_) return resident_bytes();
    bytes_.get()[*own_] = private_bytes();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < processes_; ++i) sum += bytes_.get()[i];
    return sum;
}

WorkerProcesses::WorkerProcesses(std::size_t count, unsigned jobs, Work work, Lost lost, Stop stop,
                                 MemoryUse* memory)
    : work_(std::move(work)),
      lost_(std::move(lost)),
      stop_(std::move(stop)),
      memory_(memory),
      workers_(std::min<std::size_t>(std::max(jobs, 1U), count)),
      taken_(shared_atomics<std::size_t>()),
      at_work_(shared_atomics<std::size_t>(std::max<std::size_t>(workers_.size(), 1))),
      results_(count) {
    for (std::size_t i = 0; i < workers_.size(); ++i) start(i);
}

WorkerProcesses::~WorkerProcesses() {
    for (const Worker& worker : workers_) {
        if (worker.process < 0) continue;
        kill(worker.process, SIGKILL);
        waitpid(worker.process, nullptr, 0);
        close(worker.pipe);
    }
}

void WorkerProcesses::start(std::size_t number) {
    int ends[2];
    if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    const pid_t parent = getpid();
    const WithoutInterrupts of_the_parent;  // for good in the worker, which leaves by _exit() alone
    const pid_t process = fork();
    if (process < 0) {
        const int error = errno;
        close(ends[0]);
        close(ends[1]);
        throw std::system_error(error, std::generic_category(), "fork");
    }
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
        close(ends[0]);
        be(number, ends[1]);
    }
    close(ends[1]);
    workers_[number] = {process, ends[0], {}};
}

/// What a worker does with its life.
void WorkerProcesses::be(std::size_t number, int pipe) {
    std::signal(SIGPIPE, SIG_IGN);
    if (memory_ != nullptr) memory_->enter(number);
    std::atomic<std::size_t>& at_work = at_work_.get()[number];
    while (!stop_()) {
        const std::size_t index = taken_->fetch_add(1, std::memory_order_relaxed);
        if (index >= results_.size()) break;
        at_work = index + 1;
        const std::string result = work_(index);
        give_memory_back(result.size());
        send_result(pipe, index, result);
        at_work = 0;
    }
    _exit(0);
}

bool WorkerProcesses::is_ready() const {
    return delivered_ == results_.size() || results_[delivered_] || running() == 0;
}

std::size_t WorkerProcesses::running() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(workers_, [](const Worker& each) { return each.process >= 0; }));
}

/// Whoever waits at a pipe is woken by each result, which takes a part of a small test's time; of
/// those that come while nobody waits several are taken at once. A full pipe would make workers
/// wait.
void WorkerProcesses::let_results_gather() const {
    constexpr std::chrono::microseconds kLongest{5000};
    if (is_ready() || comes_much_ || *taken_ >= results_.size()) return;
    const auto so_far = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begun_);
    std::this_thread::sleep_for(std::min(so_far / 8, kLongest));
}

bool WorkerProcesses::wait_for(std::chrono::milliseconds patience) {
    let_results_gather();
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!is_ready()) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() < 0) return false;
        std::vector<pollfd> pipes;
        std::vector<std::size_t> numbers;
        for (std::size_t i = 0; i < workers_.size(); ++i)
            if (workers_[i].process >= 0) {
                pipes.push_back({workers_[i].pipe, POLLIN, 0});
                numbers.push_back(i);
            }
        // The end of a worker comes at once, an interrupt may not.
        constexpr std::chrono::milliseconds kPatience{20};
        const auto wait = std::min(left, kPatience).count() + 1;
        const int ready = poll(pipes.data(), pipes.size(), static_cast<int>(wait));
        end_late_workers();
        if (ready <= 0) continue;
        for (std::size_t i = 0; i < pipes.size(); ++i)
            if (pipes[i].revents != 0) receive(numbers[i]);
    }
    return true;
}

std::optional<std::string> WorkerProcesses::next() {
    while (!wait_for(std::chrono::seconds(10))) {
    }
    if (delivered_ == results_.size()) return std::nullopt;
    std::optional<std::string> result = std::move(results_[delivered_]);
    results_[delivered_].reset();
    if (result) ++delivered_;
    return result;
}

void WorkerProcesses::receive(std::size_t number) {
    Worker& worker = workers_[number];
    char piece[std::size_t{1} << 16U];  // not cleared, for results are small
    const ssize_t got = ::read(worker.pipe, piece, sizeof piece);
    comes_much_ = got > static_cast<ssize_t>(sizeof piece / 4);
    if (got > 0) {
        worker.received.append(piece, static_cast<std::size_t>(got));
        return take_results(worker);
    }
    if (got < 0 && errno == EINTR) return;
    bury(number);
}

/// Whole results of what has come so far.
void WorkerProcesses::take_results(Worker& worker) {
    std::size_t at = 0;
    while (worker.received.size() - at >= sizeof(Header)) {
        Header header;
        std::memcpy(&header, worker.received.data() + at, sizeof header);
        if (worker.received.size() - at - sizeof header < header.size) break;
        if (at == 0 && worker.received.size() == sizeof header + header.size) {
            worker.received.erase(0, sizeof header);
            return keep(header.index, std::exchange(worker.received, {}));  // without a copy
        }
        keep(header.index, worker.received.substr(at + sizeof header, header.size));
        at += sizeof header + header.size;
    }
    worker.received.erase(0, at);
}

/// They have heard of an interrupt, and may be where nobody asks for one.
void WorkerProcesses::end_late_workers() {
    constexpr std::chrono::milliseconds kPatience{kSlowness * 250};
    if (is_ended_ || !stop_()) return;
    const auto now = std::chrono::steady_clock::now();
    if (!stopped_) stopped_ = now;
    if (now - *stopped_ < kPatience) return;
    is_ended_ = true;
    for (const Worker& worker : workers_)  // but for those that are telling what they know
        if (worker.process >= 0 && worker.received.empty()) kill(worker.process, SIGKILL);
}

WorkerProcesses::Ending WorkerProcesses::ending_of(int status) const {
    Ending ending{{}, how_ended(status)};
    if (WIFEXITED(status)) ending.limit = HardLimit::ended_by(WEXITSTATUS(status));
    if (is_ended_ && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        ending.limit = StopReason::interrupted;
    return ending;
}

/// The worker has ended: done, or in the middle of a work.
void WorkerProcesses::bury(std::size_t number) {
    Worker& worker = workers_[number];
    close(worker.pipe);
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    worker = {};
    if (memory_ != nullptr) memory_->forget(number);
    const std::size_t at_work = at_work_.get()[number].exchange(0);
    // Between its last word and the note that it is done, a result may be there already.
    if (at_work != 0 && at_work > delivered_ && !results_[at_work - 1])
        keep(at_work - 1, lost_(at_work - 1, ending_of(status)));
    // One that ended without having begun anything would end so again, for ever.
    const bool was_at_work = at_work != 0;
    if (was_at_work && *taken_ < results_.size() && !stop_()) return start(number);
    if (running() == 0 && !stop_()) give_up(ending_of(status));
}

/// No process is left: what none has done is lost.
void WorkerProcesses::give_up(const Ending& ending) {
    for (std::size_t index = delivered_; index < results_.size(); ++index)
        if (!results_[index]) keep(index, lost_(index, ending));
}

void WorkerProcesses::keep(std::size_t index, std::string result) {
    results_[index] = std::move(result);
    ++done_;
}

}  // namespace clmm::cli
