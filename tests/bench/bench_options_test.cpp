// The command line of bench_matmul.
#include "bench/bench_options.hpp"

#include "catch.hpp"
#include "errors.hpp"

namespace {

using matmul::BenchOptions;
using matmul::RowName;

BenchOptions parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "/somewhere/bench_matmul");
  return matmul::parse_bench_options(static_cast<int>(arguments.size()), arguments.data());
}

std::string refusal(const std::vector<const char*>& arguments) {
  try {
    static_cast<void>(parse(arguments));
  } catch (const matmul::InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

std::vector<std::string> names(const std::vector<RowName>& rows) {
  std::vector<std::string> texts;
  for (const RowName& row : rows) {
    texts.push_back(row.contender + ":" + row.configuration);
  }
  return texts;
}

}  // namespace

TEST_CASE("Without options, all versions and both libraries run over the squares") {
  const BenchOptions options = parse({});
  CHECK(names(options.rows) == std::vector<std::string>{"cublas:default", "v1:default", "v2:default", "v3:default",
                                                        "v4:default", "cublaslt:default"});
  CHECK(options.shapes.size() == 3);
  CHECK(options.rounds == matmul::default_rounds);
  CHECK(options.rotate);
  CHECK_FALSE(options.ablations);
}

TEST_CASE("cuBLAS is always run, first and once") {
  CHECK(names(parse({"--versions", "v4,cublas,v4"}).rows) == std::vector<std::string>{"cublas:default", "v4:default"});
}

TEST_CASE("Configurations alone leave the defaults out, with versions they come on top") {
  CHECK(names(parse({"--configs", "v4:2-stages,v3:all"}).rows) ==
        std::vector<std::string>{"cublas:default", "v4:2-stages", "v3:all"});
  CHECK(names(parse({"--configs", "v4:2-stages", "--versions", "v1"}).rows) ==
        std::vector<std::string>{"cublas:default", "v1:default", "v4:2-stages"});
}

TEST_CASE("The ablations bring their own rows") {
  const BenchOptions options = parse({"--shapes", "ablations"});
  CHECK(options.ablations);
  CHECK(options.rows == matmul::ablation_rows());
  CHECK_THAT(refusal({"--shapes", "ablations,llm"}), matmul_tests::contains("can't be mixed"));
  CHECK_THAT(refusal({"--shapes", "ablations", "--versions", "v4"}), matmul_tests::contains("--versions"));
  CHECK_THAT(refusal({"--shapes", "ablations", "--configs", "v4:all"}), matmul_tests::contains("--configs"));
}

TEST_CASE("Contenders that don't exist are refused with those that do") {
  CHECK_THAT(refusal({"--versions", "v5"}), matmul_tests::contains("v1, v2, v3, v4, cublas, cublaslt"));
  CHECK_THAT(refusal({"--configs", "cutlass:fast"}), matmul_tests::contains("'cutlass:fast'"));
  CHECK_THAT(refusal({"--configs", "cublas:fast"}), matmul_tests::contains("no configurations"));
  CHECK_THAT(refusal({"--configs", "v4:"}), matmul_tests::contains("must follow the colon"));
  CHECK_THAT(refusal({"--versions", "v4:2-stages"}), matmul_tests::contains("--configs"));
  CHECK_THAT(refusal({"--versions", ""}), matmul_tests::contains("empty parts"));
  CHECK_THAT(refusal({"--profile-one", "v4:all"}), matmul_tests::contains("one configuration"));
}

TEST_CASE("Numbers out of range are refused with the range") {
  CHECK_THAT(refusal({"--rounds", "1"}), matmul_tests::contains("'1', but must be a whole number from 2"));
  CHECK_THAT(refusal({"--rounds", "9.5"}), matmul_tests::contains("'9.5'"));
  CHECK_THAT(refusal({"--rounds", "many"}), matmul_tests::contains("'many'"));
  CHECK_THAT(refusal({"--batch-ms", "-1"}), matmul_tests::contains("from 0 to 1000"));
  CHECK_THAT(refusal({"--batch-ms", "nan"}), matmul_tests::contains("'nan'"));
  CHECK_THAT(refusal({"--warmup-ms", "1e9"}), matmul_tests::contains("from 0 to 60000"));
  CHECK_THAT(refusal({"--seed", "-1"}), matmul_tests::contains("'-1'"));
  CHECK_THAT(refusal({"--init", "zeros"}), matmul_tests::contains("uniform, normal, integer"));
}

TEST_CASE("Unknown options are refused") {
  CHECK_THAT(refusal({"--bogus"}), matmul_tests::contains("--help lists the options"));
  CHECK_THAT(refusal({"stray"}), matmul_tests::contains("--help lists the options"));
}

TEST_CASE("Help names the sets of shapes and is all that is done") {
  const BenchOptions options = parse({"--help"});
  CHECK_THAT(options.help, matmul_tests::contains("Llama"));
  CHECK_THAT(options.help, matmul_tests::contains("--json"));
}

TEST_CASE("The recorded command holds no folders and no output files") {
  const BenchOptions options = parse({"--shapes", "ablations", "--json", "/home/me/a.json", "--csv=/home/me/a.csv",
                                      "--profiles", "/home/me/p.json", "--commit", "abc", "--rounds=5"});
  CHECK(options.command == "bench_matmul --shapes ablations --profiles p.json --rounds=5");
  CHECK(parse({"--profiles=/home/me/p.json"}).command == "bench_matmul --profiles=p.json");
  CHECK(options.commit == "abc");
  CHECK(options.json_file == "/home/me/a.json");
  CHECK(options.csv_file == "/home/me/a.csv");
}
