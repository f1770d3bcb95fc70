#include "worker_threads.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <vector>

namespace matmul {

int usable_cpus() {
  // std::thread::hardware_concurrency() counts the machine's CPUs: glibc takes no notice of the affinity mask.
  cpu_set_t allowed;
  const int counted = sched_getaffinity(0, sizeof(allowed), &allowed) == 0
                          ? CPU_COUNT(&allowed)  // fails where the machine has more than 1024 CPUs
                          : static_cast<int>(std::thread::hardware_concurrency());
  return std::max(1, counted);
}

std::thread start_thread(std::function<void()> work) { return std::thread(std::move(work)); }

void share_work(int threads, const std::function<bool()>& step, const ThreadStarter& start) {
  std::atomic<bool> failed{false};
  std::mutex guards_error;
  std::exception_ptr error;
  const auto work = [&] {
    try {
      while (!failed && step()) {
      }
    } catch (...) {
      failed = true;
      const std::lock_guard lock(guards_error);
      if (error == nullptr) {
        error = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  try {
    others.reserve(static_cast<std::size_t>(std::max(threads, 1)));  // so that no started thread is lost
    for (int thread = 1; thread < threads; ++thread) {
      others.push_back(start(work));
    }
  } catch (const std::system_error&) {
    // No more threads for this process: it goes on with those that it has.
  } catch (const std::bad_alloc&) {
    // No memory for another thread, likewise.
  }
  work();
  for (std::thread& other : others) {
    other.join();
  }
  if (error != nullptr) {
    std::rethrow_exception(error);
  }
}

}  // namespace matmul
