/// \file
/// Made-up versions for tests: they launch nothing.
#pragma once

#include "bench/bench_options.hpp"

namespace matmul_tests {

/// v3 with two configurations and v4 with three.
inline const matmul::Versions& sample_versions() {
  const auto named = [](const char* name) {
    matmul::Configuration configuration{};
    configuration.name = name;
    return configuration;
  };
  static const matmul::Version v3{"v3", "made up", {named("default"), named("3-stages")}};
  static const matmul::Version v4{"v4", "made up", {named("default"), named("2-stages"), named("4-stages")}};
  static const matmul::Versions versions = {&v3, &v4};
  return versions;
}

}  // namespace matmul_tests
