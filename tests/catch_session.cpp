#define CATCH_CONFIG_RUNNER  // Catch2 version 2 compiles itself here; version 3 is a library and ignores it
#include "catch_session.hpp"

#include <cstdio>

#include "catch.hpp"

namespace matmul_tests {

int run_tests(int argc, char** argv, std::string (*reason_to_skip)()) {
  Catch::Session session;
  const int bad_option = session.applyCommandLine(argc, argv);
  if (bad_option != 0) {
    return bad_option;
  }
  auto& options = session.configData();
  bool lists_only = options.listTests || options.listTags || options.listReporters;
#if defined(CATCH_VERSION_MAJOR) && CATCH_VERSION_MAJOR == 2
  lists_only = lists_only || options.listTestNamesOnly;
  // Version 3 fails by itself when no test has the name that was asked for.
  options.warnings = static_cast<Catch::WarnAbout::What>(options.warnings | Catch::WarnAbout::NoTests);
#endif
  if (!lists_only && reason_to_skip != nullptr) {
    const std::string reason = reason_to_skip();
    if (!reason.empty()) {
      std::printf("skipped: %s\n", reason.c_str());
      return skipped_exit_code;
    }
  }
  return session.run();
}

}  // namespace matmul_tests
