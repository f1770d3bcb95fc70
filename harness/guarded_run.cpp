#include "harness/guarded_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>
#include <ostream>

#include "errors.hpp"

namespace matmul {

void prepare_standard_streams() {
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) {
      static_cast<void>(open("/dev/null", O_RDONLY));  // takes the lowest number; what is written there fails
    }
  }
}

int run_guarded(const std::string& program, std::ostream& out, std::ostream& error_output,
                const std::function<int()>& work) {
  const auto fail = [&](const std::string& message, ExitCode code) {
    error_output << fmt::format("{}: {}\n", program, message);
    return code;
  };
  try {
    const int code = work();
    out.flush();
    return out ? code : fail("the report can't be written to standard output", exit_device_error);
  } catch (const InvalidInput& error) {
    return fail(error.what(), exit_invalid_input);
  } catch (const DeviceError& error) {
    return fail(error.what(), exit_device_error);
  } catch (const std::bad_alloc&) {
    return fail("the computer's memory does not suffice; choose a smaller problem, or raise `ulimit -v` if it is set",
                exit_device_error);
  } catch (const std::exception& error) {
    return fail(fmt::format("unexpected error, please report it: {}", error.what()), exit_device_error);
  }
}

}  // namespace matmul
