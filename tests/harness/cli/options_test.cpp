// The command line: what is understood, and what is refused with which words.
#include "harness/cli/options.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"

namespace {

using matmul::CompletionPolicy;
using matmul::DeviceChoice;
using matmul::Init;
using matmul::InvalidInput;
using matmul::Options;
using matmul_tests::contains;

Options parse(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{"v4"};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  return matmul::parse_options("v4", static_cast<int>(argv.size()), argv.data());
}

std::string refusal(const std::vector<std::string>& arguments) {
  return matmul_tests::message_of<InvalidInput>([&] { parse(arguments); });
}

}  // namespace

TEST_CASE("An empty command line leaves everything to the program") {
  const Options options = parse({});
  CHECK_FALSE(options.m);
  CHECK_FALSE(options.n);
  CHECK_FALSE(options.k);
  CHECK_FALSE(options.configuration);
  CHECK_FALSE(options.list_configurations);
  CHECK_FALSE(options.iterations);
  CHECK_FALSE(options.warmup);
  CHECK(options.seed == 0);
  CHECK(options.init == Init::uniform);
  CHECK(options.check);
  CHECK(options.device == DeviceChoice::automatic);
  CHECK_FALSE(options.json);
  CHECK_FALSE(options.policy);
  CHECK_FALSE(options.threads);
  CHECK_FALSE(options.events_file);
  CHECK(options.help.empty());
}

TEST_CASE("Every option of a GPU run is understood") {
  const Options options =
      parse({"--m", "100", "--n=200", "--k", "304", "--config", "2-stages", "--iterations", "7", "--warmup", "0",
             "--seed", "18446744073709551615", "--init", "normal", "--no-check", "--device", "gpu", "--json"});
  CHECK(options.m == 100);
  CHECK(options.n == 200);
  CHECK(options.k == 304);
  CHECK(options.configuration == "2-stages");
  CHECK(options.iterations == 7);
  CHECK(options.warmup == 0);
  CHECK(options.seed == 18446744073709551615u);
  CHECK(options.init == Init::normal);
  CHECK_FALSE(options.check);
  CHECK(options.device == DeviceChoice::gpu);
  CHECK(options.json);
}

TEST_CASE("Every option of the emulator is understood") {
  const Options options =
      parse({"--device", "cpu", "--policy", "late", "--threads", "3", "--events", "trace.json", "--init", "integer"});
  CHECK(options.device == DeviceChoice::cpu);
  CHECK(options.policy == CompletionPolicy::late);
  CHECK(options.threads == 3);
  CHECK(options.events_file == "trace.json");
  CHECK(options.init == Init::integer);
  CHECK(parse({"--policy", "early"}).policy == CompletionPolicy::early);
  CHECK(parse({"--policy", "random"}).policy == CompletionPolicy::random);
}

TEST_CASE("Options that only one device understands choose it and say so") {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--policy", "early"}, {"--threads", "1"}, {"--events", "trace.json"}}) {
    const Options options = parse(arguments);
    CHECK(options.device == DeviceChoice::cpu);
    CHECK(options.device_reason == arguments[0] + " was given");
  }
  for (const char* name : {"--iterations", "--warmup"}) {
    const Options options = parse({name, "5"});
    CHECK(options.device == DeviceChoice::gpu);
    CHECK(options.device_reason == std::string(name) + " was given");
  }
  CHECK(parse({"--device", "auto", "--threads", "1"}).device == DeviceChoice::cpu);
  CHECK(parse({"--device", "cpu", "--threads", "1"}).device_reason == "--device asked for it");
}

TEST_CASE("Values that are no such thing are refused with the value and what is accepted") {
  CHECK_THAT(refusal({"--m", "many"}), contains("--m is 'many', but must be a whole number from 1 to 2147483647"));
  CHECK_THAT(refusal({"--m", "-5"}), contains("--m is '-5'"));
  CHECK_THAT(refusal({"--n", "1.5"}), contains("--n is '1.5'"));
  CHECK_THAT(refusal({"--k", "0"}), contains("--k is '0'"));
  CHECK_THAT(refusal({"--k", "99999999999999999999999"}), contains("--k is '99999999999999999999999'"));
  CHECK_THAT(refusal({"--k", "64k"}), contains("--k is '64k'"));
  CHECK_THAT(refusal({"--seed", "-1"}), contains("--seed is '-1'"));
  CHECK_THAT(refusal({"--iterations", "10001"}),
             contains("--iterations is '10001', but must be a whole number from 0 to 10000"));
  CHECK_THAT(refusal({"--warmup", "-1"}), contains("--warmup is '-1', but must be a whole number from 0 to 10000"));
  CHECK_THAT(refusal({"--threads", "0"}), contains("--threads is '0', but must be a whole number from 1 to 1024"));
  CHECK_THAT(refusal({"--init", "zeros"}), contains("--init is 'zeros', but must be one of: uniform, normal, integer"));
  CHECK_THAT(refusal({"--device", "tpu"}), contains("--device is 'tpu', but must be one of: auto, gpu, cpu"));
  CHECK_THAT(refusal({"--policy", "never"}), contains("--policy is 'never', but must be one of: early, late, random"));
}

TEST_CASE("What is no option is refused") {
  CHECK_THAT(refusal({"--size", "8"}), contains("--size") && contains("--help"));
  CHECK_THAT(refusal({"8192"}), contains("8192"));
  CHECK_THAT(refusal({"--m"}), contains("--m"));
  CHECK_THAT(refusal({"--m", "8", "--m", "16"}), contains("--m"));
  CHECK_THAT(refusal({"--json=maybe"}), contains("json"));
}

TEST_CASE("Options that make no sense together are refused, both named") {
  for (const std::vector<std::string>& cpu :
       std::vector<std::vector<std::string>>{{"--policy", "early"}, {"--threads", "1"}, {"--events", "trace.json"}}) {
    CHECK_THAT(refusal({"--device", "gpu", cpu[0], cpu[1]}), contains(cpu[0]) && contains("--device gpu"));
    CHECK_THAT(refusal({"--iterations", "3", cpu[0], cpu[1]}), contains(cpu[0]) && contains("--iterations"));
  }
  for (const char* name : {"--iterations", "--warmup"}) {
    CHECK_THAT(refusal({"--device", "cpu", name, "3"}), contains(name) && contains("--device cpu"));
  }
  CHECK_THAT(refusal({"--list-configs", "--m", "8"}), contains("--list-configs") && contains("--m"));
  CHECK_THAT(refusal({"--no-check", "--list-configs"}), contains("--list-configs") && contains("--no-check"));
  CHECK(parse({"--list-configs", "--json"}).list_configurations);
}

TEST_CASE("Help names every option and comes before anything else") {
  const std::string help = parse({"--help"}).help;
  for (const char* name :
       {"--m ", "--n ", "--k ", "--config", "--list-configs", "--iterations", "--warmup", "--seed", "--init",
        "--no-check", "--device", "--json", "--policy", "--events", "--threads", "--help"}) {
    CHECK_THAT(help, contains(name));
  }
  CHECK_FALSE(parse({"-h"}).help.empty());
  CHECK_FALSE(parse({"--m", "8", "--help"}).help.empty());
}
