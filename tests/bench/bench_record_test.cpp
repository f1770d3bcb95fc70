// Records' tables, and how much a batch works through. What is written as JSON is checked by test_records.py.
#include "bench/bench_record.hpp"

#include "bench/operand_count.hpp"
#include "catch.hpp"
#include "sample_record.hpp"

TEST_CASE("Rows are named by their version, and by their configuration when it is not the default") {
  const auto rows = matmul_tests::sample_record().rows;
  CHECK(rows[0].name() == "cublas");
  CHECK(rows[1].name() == "v4");
  CHECK(rows[2].name() == "v4:2-stages");
  CHECK(rows[3].name() == "cublaslt");
}

TEST_CASE("The table has a line a row under its shape, and no ratio where cuBLAS was not run") {
  matmul::BenchRecord record = matmul_tests::sample_record();
  record.rows.push_back(matmul_tests::sample_row("v1", "default", {512, 512, 512}, {1, 1, 1}));
  record.rows.back().shape.label = "small";
  const std::string table = matmul::to_table(record);
  CHECK_THAT(table, matmul_tests::contains("SYNTHETIC"));
  CHECK_THAT(table, matmul_tests::contains("\n8192x8192x8192\n"));
  CHECK_THAT(table, matmul_tests::contains("  v4              1.7000     646.8     0.882\n"));
  CHECK_THAT(table, matmul_tests::contains("\n512x512x512 (small)\n"));
  CHECK_THAT(table, matmul_tests::contains("  v1              1.0000       0.3         -\n"));
}

TEST_CASE("Sets of operands exceed twice the L2 cache") {
  const std::int64_t l2 = 50 << 20;
  CHECK(matmul::operand_bytes({2, 3, 8}) == 2 * (16 + 24 + 6));
  for (const std::int64_t size : {64, 512, 1024, 4096, 8192}) {
    const matmul::Problem problem{size, size, size};
    const int sets = matmul::sets_beyond_l2(problem, l2, 100000);
    CHECK(sets * matmul::operand_bytes(problem) > 2 * l2);
    CHECK((sets == 1 || (sets - 1) * matmul::operand_bytes(problem) <= 2 * l2));
  }
  CHECK(matmul::sets_beyond_l2({1, 1, 8}, l2, 400) == 400);
}

TEST_CASE("A batch is whole rounds of the sets, about as long as asked, and never too many launches") {
  CHECK(matmul::launches_in_batch(1.5, 10, 1, 400) == 6);
  CHECK(matmul::launches_in_batch(50, 10, 1, 400) == 1);
  CHECK(matmul::launches_in_batch(0.005, 10, 80, 400) == 400);
  CHECK(matmul::launches_in_batch(0.005, 10, 90, 400) == 360);
  CHECK(matmul::launches_in_batch(1, 0, 3, 400) == 3);
  CHECK(matmul::launches_in_batch(1, 4, 3, 400) == 6);
  CHECK(matmul::launches_in_batch(0.001, 10, 400, 400) == 400);
}
