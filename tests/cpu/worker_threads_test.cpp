// Work shared among CPU threads, also when the system gives fewer of them or a piece of the work fails.
#include "worker_threads.hpp"

#include <sched.h>

#include <atomic>
#include <chrono>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "catch.hpp"

namespace {

std::thread start_thread(std::function<void()> work) { return std::thread(std::move(work)); }

std::system_error no_more_threads() {
  return std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
}

// A hundred pieces, each counted where it is done.
class Pieces {
 public:
  bool take() {
    const int piece = next_++;
    if (piece >= 100) {
      return false;
    }
    ++done_;
    return true;
  }
  int done() const { return done_; }

 private:
  std::atomic<int> next_{0};
  std::atomic<int> done_{0};
};

}  // namespace

TEST_CASE("Every piece of the work is done once, by as many threads as were asked for") {
  for (const int threads : {1, 2, 7}) {
    Pieces pieces;
    int started = 1;
    matmul::share_work(
        threads, [&] { return pieces.take(); },
        [&](std::function<void()> work) {
          ++started;
          return start_thread(std::move(work));
        });
    CHECK(pieces.done() == 100);
    CHECK(started == threads);
  }
}

TEST_CASE("With fewer threads than asked for, those that there are do all the work") {
  for (const int available : {0, 1, 3}) {
    Pieces pieces;
    int started = 0;
    matmul::share_work(
        16, [&] { return pieces.take(); },
        [&](std::function<void()> work) {
          if (started == available) {
            throw no_more_threads();
          }
          ++started;
          return start_thread(std::move(work));
        });
    CHECK(pieces.done() == 100);
    CHECK(started == available);
  }
  Pieces pieces;
  matmul::share_work(
      4, [&] { return pieces.take(); }, [](auto) -> std::thread { throw std::bad_alloc(); });
  CHECK(pieces.done() == 100);
}

TEST_CASE("An exception in any thread reaches the caller once all threads have ended, and no step begins after it") {
  for (const bool in_caller : {true, false}) {
    const auto caller = std::this_thread::get_id();
    std::atomic<int> running{0};
    std::atomic<int> began{0};
    std::atomic<bool> thrown{false};
    const auto step = [&] {
      if (++began > 1'000'000) {
        return false;  // nothing stopped them
      }
      if ((std::this_thread::get_id() == caller) == in_caller && !thrown.exchange(true)) {
        throw std::runtime_error("a piece failed");
      }
      ++running;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      --running;
      return true;
    };
    CHECK_THROWS_WITH(matmul::share_work(3, step), "a piece failed");
    CHECK(running == 0);
    CHECK(began < 1'000'000);
  }
}

TEST_CASE("The CPUs that a process may use are those of its affinity mask") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof(before), &before) == 0);
  CHECK(matmul::usable_cpus() == CPU_COUNT(&before));
  cpu_set_t one;
  CPU_ZERO(&one);
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &before)) {
      CPU_SET(cpu, &one);
      break;
    }
  }
  REQUIRE(sched_setaffinity(0, sizeof(one), &one) == 0);
  CHECK(matmul::usable_cpus() == 1);
  CHECK(sched_setaffinity(0, sizeof(before), &before) == 0);
}
