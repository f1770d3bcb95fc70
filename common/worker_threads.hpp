/// \file
/// Sharing work among CPU threads.
#pragma once

#include <functional>
#include <thread>

namespace matmul {

/// CPUs that this process may run on, at least 1: those of its affinity mask, which `taskset` and batch systems set.
int usable_cpus();

/// Starts a thread that runs the function; throws when the system gives none.
using ThreadStarter = std::function<std::thread(std::function<void()>)>;

/// The usual ThreadStarter.
std::thread start_thread(std::function<void()> work);

/// Calls `step` again and again, on the calling thread and on others beside it, each until a call returns false.
///
/// When the system gives fewer threads than asked for, those that there are do all the work. After an exception no step
/// begins; once all threads have ended, the first exception goes on to the caller.
/// \param threads how many threads to use, the caller's among them, at least 1
/// \param step takes the next piece of the work and does it; returns false when there was none left
/// \param start starts the other threads
void share_work(int threads, const std::function<bool()>& step, const ThreadStarter& start = start_thread);

}  // namespace matmul
