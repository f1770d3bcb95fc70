// The command line of bench_matmul.
#include "bench/bench_options.hpp"

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"
#include "sample_versions.hpp"

namespace {

using matmul::BenchOptions;

BenchOptions parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "/somewhere/bench_matmul");
  return matmul::parse_bench_options(matmul_tests::sample_versions(), "of the build",
                                     static_cast<int>(arguments.size()), arguments.data());
}

std::string refusal(const std::vector<const char*>& arguments) {
  return matmul_tests::message_of<matmul::InvalidInput>([&] { parse(arguments); });
}

std::vector<std::string> names(const std::vector<matmul::Target>& targets) {
  std::vector<std::string> texts;
  for (const matmul::Target& target : targets) {
    texts.push_back(target.contender + (target.configuration == nullptr ? "" : ":" + target.configuration->name));
  }
  return texts;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("Without options, all versions and both libraries run over the squares") {
  const BenchOptions options = parse({});
  CHECK(names(options.targets) == Names{"cublas", "v3:default", "v4:default", "cublaslt"});
  CHECK(options.shapes.size() == 3);
  CHECK(options.rounds == 15);
  CHECK(options.rotate);
}

TEST_CASE("cuBLAS is always run, first and once") {
  CHECK(names(parse({"--versions", "v4,cublas,v4"}).targets) == Names{"cublas", "v4:default"});
}

TEST_CASE("Configurations alone leave the defaults out, and with versions come on top") {
  CHECK(names(parse({"--configs", "v4:2-stages,v3:all"}).targets) ==
        Names{"cublas", "v4:2-stages", "v3:default", "v3:3-stages"});
  CHECK(names(parse({"--configs", "v4:2-stages", "--versions", "v3"}).targets) ==
        Names{"cublas", "v3:default", "v4:2-stages"});
}

TEST_CASE("The ablations bring their own rows") {
  CHECK(names(parse({"--shapes", "ablations"}).targets) ==
        Names{"cublas", "v3:default", "v3:3-stages", "v4:default", "v4:2-stages", "v4:4-stages", "cublaslt"});
  CHECK_THAT(refusal({"--shapes", "ablations,llm"}), matmul_tests::contains("can't be mixed"));
  CHECK_THAT(refusal({"--shapes", "ablations", "--versions", "v4"}), matmul_tests::contains("--versions"));
  CHECK_THAT(refusal({"--shapes", "ablations", "--configs", "v4:all"}), matmul_tests::contains("--configs"));
}

TEST_CASE("Contenders and configurations that don't exist are refused with those that do") {
  CHECK_THAT(refusal({"--versions", "v5"}), matmul_tests::contains("v3, v4, cublas, cublaslt"));
  CHECK_THAT(refusal({"--configs", "cutlass:fast"}), matmul_tests::contains("'cutlass:fast'"));
  CHECK_THAT(refusal({"--configs", "cublas:fast"}), matmul_tests::contains("no configurations"));
  CHECK_THAT(refusal({"--configs", "v4:nope"}), matmul_tests::contains("default, 2-stages, 4-stages"));
  CHECK_THAT(refusal({"--configs", "v4:"}), matmul_tests::contains("default, 2-stages, 4-stages"));
  CHECK_THAT(refusal({"--versions", "v4:2-stages"}), matmul_tests::contains("--configs"));
  CHECK_THAT(refusal({"--profile-one", "v4:all"}), matmul_tests::contains("one configuration"));
  CHECK(names({*parse({"--profile-one", "v4:2-stages"}).profile_one}) == Names{"v4:2-stages"});
}

TEST_CASE("Empty values are refused") {
  for (const char* option : {"--shapes", "--versions", "--configs", "--rounds", "--init", "--json", "--commit"}) {
    INFO(option);
    CHECK_THAT(refusal({option, ""}), matmul_tests::contains("needs a value"));
  }
  CHECK_THAT(refusal({"--versions", ","}), matmul_tests::contains("empty parts"));
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

TEST_CASE("The recorded command leaves out where its output went") {
  const BenchOptions options =
      parse({"--shapes", "ablations", "--json", "/tmp/a.json", "--commit", "abc", "--rounds=5"});
  CHECK(options.command == "bench_matmul --shapes ablations --rounds=5");
  CHECK(parse({"--json=/tmp/a.json", "--commit=abc", "--one-set"}).command == "bench_matmul --one-set");
  CHECK(options.commit == "abc");
  REQUIRE(options.report.json_file());
  CHECK(options.report.json_file()->path() == "/tmp/a.json");
}
