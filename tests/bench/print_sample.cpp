// Prints the sample as JSON, or with an argument as a table, for the test that reads both with bench/recorded.py.
#include <cstdio>

#include "sample_record.hpp"

int main(int argc, char**) {
  const matmul::BenchRecord record = matmul_tests::sample_record();
  std::fputs((argc > 1 ? matmul::to_table(record) : matmul::to_json(record)).c_str(), stdout);
}
