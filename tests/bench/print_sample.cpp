// Prints the sample as JSON, for the test that checks its form with bench/recorded.py.
#include <cstdio>

#include "sample_result.hpp"

int main() { std::fputs(matmul::to_json(matmul_tests::sample_result()).c_str(), stdout); }
