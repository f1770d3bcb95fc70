// Figures, JSON, CSV and tables of results.
#include "bench/bench_result.hpp"

#include <algorithm>
#include <cmath>

#include "bench/operand_count.hpp"
#include "catch.hpp"
#include "errors.hpp"
#include "sample_result.hpp"

namespace {

bool is_close(double value, double expected) { return std::abs(value - expected) < 1e-9 * std::abs(expected); }

std::string refusal(const std::string& json) {
  try {
    static_cast<void>(matmul::from_json(json, "file.json"));
  } catch (const matmul::InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t position = text.find(what);
  REQUIRE(position != std::string::npos);
  return text.replace(position, what.size(), by);
}

}  // namespace

TEST_CASE("Figures follow from the medians of a row and of cuBLAS") {
  const matmul::BenchResult result = matmul_tests::sample_result();
  const matmul::RowFigures v4 = matmul::figures(result, result.rows[1]);
  CHECK(v4.ms.median == 1.7);
  CHECK(v4.ms.min == 1.6);
  CHECK(v4.ms.max == 2.0);
  CHECK(is_close(v4.teraflops, 2.0 * 8192 * 8192 * 8192 / 1.7e-3 * 1e-12));
  CHECK(is_close(v4.ratio_to_cublas, 1.5 / 1.7));
  CHECK(is_close(v4.percent_of_peak, 100 * v4.teraflops / (132 * 1.98e9 * 4096 * 1e-12)));
  CHECK(matmul::figures(result, result.rows[0]).ratio_to_cublas == 1);
}

TEST_CASE("A row without cuBLAS beside it has no ratio") {
  matmul::BenchResult result = matmul_tests::sample_result();
  result.rows.erase(result.rows.begin());
  CHECK_THROWS_AS(matmul::figures(result, result.rows[0]), std::invalid_argument);
  result = matmul_tests::sample_result();
  result.rows.push_back(matmul_tests::sample_row("v1", "default", {512, 512, 512}, {1, 1, 1}));
  CHECK_THROWS_AS(matmul::figures(result, result.rows.back()), std::invalid_argument);
}

TEST_CASE("Rows are named by their version, and by their configuration when it is not the default") {
  const matmul::BenchResult result = matmul_tests::sample_result();
  CHECK(result.rows[0].name() == "cublas");
  CHECK(result.rows[1].name() == "v4");
  CHECK(result.rows[2].name() == "v4:2-stages");
  CHECK(result.rows[3].name() == "cublaslt");
  CHECK(matmul::find_row(result, {8192, 8192, 8192}, "v4:2-stages") == &result.rows[2]);
  CHECK(matmul::find_row(result, {8192, 8192, 8192}, "v3") == nullptr);
  CHECK(matmul::find_row(result, {8192, 8192, 8184}, "v4") == nullptr);
}

TEST_CASE("JSON that is read is what was written") {
  const std::string json = matmul::to_json(matmul_tests::sample_result());
  CHECK(matmul::to_json(matmul::from_json(json, "file.json")) == json);
}

TEST_CASE("JSON that is no result is refused with the file's name and the fault") {
  const std::string json = matmul::to_json(matmul_tests::sample_result());
  CHECK_THAT(refusal("{"), matmul_tests::contains("file.json can't be read"));
  CHECK_THAT(refusal("[]"), matmul_tests::contains("file.json"));
  CHECK_THAT(refusal(replaced(json, "\"schema_version\": 1", "\"schema_version\": 2")),
             matmul_tests::contains("version 1"));
  CHECK_THAT(refusal(replaced(json, "\"commit\"", "\"kommit\"")), matmul_tests::contains("commit"));
  CHECK_THAT(refusal(replaced(json, "\"sm_count\": 132", "\"sm_count\": \"many\"")),
             matmul_tests::contains("file.json"));
  CHECK_THAT(refusal(replaced(json, "holds in part", "perhaps")), matmul_tests::contains("perhaps"));
  CHECK_THAT(refusal(replaced(json, "\"contender\": \"cublas\"", "\"contender\": \"v9\"")),
             matmul_tests::contains("no row of cublas"));
}

TEST_CASE("The table has a line a row under its shape, and a dash where NVML gave nothing") {
  const std::string table = matmul::to_table(matmul_tests::sample_result());
  CHECK_THAT(table, matmul_tests::contains("SYNTHETIC"));
  CHECK_THAT(table, matmul_tests::contains("8192 x 8192 x 8192"));
  CHECK_THAT(table, matmul_tests::contains("2 sets of operands"));
  CHECK_THAT(table, matmul_tests::contains("v4:2-stages"));
  CHECK_THAT(table, matmul_tests::contains("    0.882     60.4    1500    690\n"));
  CHECK_THAT(table, matmul_tests::contains("       -      -\n"));
}

TEST_CASE("Clock and power of rounds too short to sample are not shown") {
  matmul::BenchResult result = matmul_tests::sample_result();
  result.method.batch_ms = 10;
  CHECK_THAT(matmul::to_table(result), matmul_tests::contains("    0.882     60.4       -      -\n"));
  CHECK_THAT(matmul::to_csv(result), !matmul_tests::contains("1500"));
}

TEST_CASE("CSV has a header and a line a row, with as many fields each") {
  const std::string csv = matmul::to_csv(matmul_tests::sample_result());
  std::size_t commas_in_header = 0;
  std::size_t begin = 0;
  int lines = 0;
  while (begin < csv.size()) {
    const std::size_t end = csv.find('\n', begin);
    const std::string line = csv.substr(begin, end - begin);
    const auto commas = static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
    commas_in_header = lines == 0 ? commas : commas_in_header;
    CHECK(commas == commas_in_header);
    ++lines;
    begin = end + 1;
  }
  CHECK(lines == 5);
  CHECK_THAT(csv, matmul_tests::contains("8192,8192,8192,v4,default,1.700000,1.600000,2.000000,"));
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
