/// \file
/// Catch2 under one set of names, whether it is version 2 (Debian 12) or 3 (Ubuntu 24.04).
#pragma once

#include <string>

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_session.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

namespace matmul_tests {
/// Matches a text that contains `part`.
inline auto contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }
}  // namespace matmul_tests
#else
#include <catch2/catch.hpp>

namespace matmul_tests {
/// Matches a text that contains `part`.
inline auto contains(const std::string& part) { return Catch::Matchers::Contains(part); }
}  // namespace matmul_tests
#endif
