// The main function of the tests that need a Hopper GPU: without one they are skipped, in words and by exit code.
#define CATCH_CONFIG_RUNNER  // Catch2 version 2 compiles itself here; version 3 is a library and ignores it
#include <cstdio>

#include "catch.hpp"
#include "harness/gpu_info.hpp"

namespace {

// What CTest is told to take for "skipped".
constexpr int skipped = 77;

}  // namespace

int main(int argc, char** argv) {
  Catch::Session session;
  const int bad_option = session.applyCommandLine(argc, argv);
  if (bad_option != 0) {
    return bad_option;
  }
  auto& options = session.configData();
#if defined(CATCH_VERSION_MAJOR) && CATCH_VERSION_MAJOR == 2
  // Version 3 fails by itself when no test has the name that was asked for.
  options.warnings = static_cast<Catch::WarnAbout::What>(options.warnings | Catch::WarnAbout::NoTests);
#endif
  if (!options.listTests && !options.listTags && !options.listReporters) {
    const matmul::GpuSearch search = matmul::find_hopper_gpu();
    if (!search.gpu) {
      std::printf("skipped: %s\n", search.reason.c_str());
      return skipped;
    }
  }
  return session.run();
}
