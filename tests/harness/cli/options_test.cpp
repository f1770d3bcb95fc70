// The command line: what is understood, and what is refused with which words.
#include "harness/cli/options.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"

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
  CHECK_FALSE(options.report.json_file());
  CHECK_FALSE(options.report.json_alone());
  CHECK_FALSE(options.policy);
  CHECK_FALSE(options.threads);
  CHECK_FALSE(options.events_file);
  CHECK(options.help.empty());
}

TEST_CASE("Every option of a GPU run is understood") {
  const Options options = parse({"--m",
                                 "100",
                                 "--n=200",
                                 "--k",
                                 "304",
                                 "--config",
                                 "2-stages",
                                 "--iterations",
                                 "7",
                                 "--warmup",
                                 "0",
                                 "--seed",
                                 "18446744073709551615",
                                 "--init",
                                 "normal",
                                 "--no-check",
                                 "--device",
                                 "gpu",
                                 "--json",
                                 "-"});
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
  CHECK(options.report.json_alone());
}

TEST_CASE("Every option of the emulator is understood") {
  const Options options =
      parse({"--device", "cpu", "--policy", "late", "--threads", "3", "--events", "/dev/null", "--init", "integer"});
  CHECK(options.device == DeviceChoice::cpu);
  CHECK(options.policy == CompletionPolicy::late);
  CHECK(options.threads == 3);
  CHECK(options.events_file->path() == "/dev/null");
  CHECK(options.init == Init::integer);
  CHECK(parse({"--policy", "early"}).policy == CompletionPolicy::early);
  CHECK(parse({"--policy", "random"}).policy == CompletionPolicy::random);
}

TEST_CASE("Options that only one device understands choose it and say so") {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--policy", "early"}, {"--threads", "1"}, {"--events", "/dev/null"}}) {
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
  CHECK_THAT(refusal({"--m", "many"}), contains("--m is 'many', but must be a whole number from 1 to 2147352575"));
  CHECK_THAT(refusal({"--m", "-5"}), contains("--m is '-5'"));
  CHECK_THAT(refusal({"--n", "1.5"}), contains("--n is '1.5'"));
  CHECK_THAT(refusal({"--k", "0"}), contains("--k is '0', but must be a multiple of 8 from 8 to 2147352568"));
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

TEST_CASE("The limits that a refusal names are accepted, and so is what lies between") {
  CHECK(parse({"--m", "2147352575"}).m == matmul::largest_extent);
  CHECK(parse({"--k", "2147352568"}).k == 2147352568);
  CHECK_THAT(refusal({"--m", "2147352576"}), contains("--m is '2147352576'"));
  CHECK_THAT(refusal({"--k", "2147352569"}), contains("--k is '2147352569'"));
}

TEST_CASE("What is no option is refused, with the one that may be meant") {
  const std::string end = "; --help lists the options";
  CHECK(refusal({"--size", "8"}) == "there is no option --size" + end);
  CHECK(refusal({"--M", "8"}) == "there is no option --M, but there is --m" + end);
  CHECK(refusal({"-m", "8"}) == "there is no option -m, but there is --m" + end);
  CHECK(refusal({"--iter", "8"}) == "there is no option --iter, but there is --iterations" + end);
  CHECK(refusal({"--configs", "default"}) == "there is no option --configs, but there is --config" + end);
  CHECK(refusal({"--polcy=late"}) == "there is no option --polcy, but there is --policy" + end);
  CHECK(refusal({"--x", "8"}) == "there is no option --x" + end);
  CHECK(refusal({"8192"}) == "'8192' is neither an option nor the value of one" + end);
  CHECK(refusal({"--m", "64", "64", "--M"}) == "'64' is neither an option nor the value of one" + end);
}

TEST_CASE("An option takes one value, and a flag none") {
  const std::string end = "; --help lists the options";
  CHECK(refusal({"--m"}) == "--m needs a value, NUMBER, but none follows" + end);
  CHECK(refusal({"--m="}) == "--m needs a value, NUMBER, but none follows" + end);
  CHECK(refusal({"--config", ""}) == "--config needs a value, NAME, but what follows is empty" + end);
  CHECK(refusal({"--m", "--n", "8"}) == "--m needs a value, NUMBER, but --n follows" + end);
  CHECK(refusal({"--events", "--json"}) ==
        "--events needs a value, FILE, but --json follows; a file of that name is ./--json" + end);
  CHECK(refusal({"--m", "8", "--m=16"}) == "--m is given twice, but takes one NUMBER" + end);
  CHECK(refusal({"--no-check=0"}) == "--no-check takes no value, but is given '0'" + end);
  CHECK(refusal({"--list-configs=1"}) == "--list-configs takes no value, but is given '1'" + end);
  CHECK(refusal({"--help=x"}) == "--help takes no value, but is given 'x'" + end);
}

TEST_CASE("Files are refused before anything runs, and so are two outputs in one") {
  const matmul_tests::TemporaryFolder folder;
  CHECK_THAT(refusal({"--json", folder.path()}), contains("--json is '" + folder.path()) && contains("is a folder"));
  CHECK_THAT(refusal({"--events", "/no/such/x.json"}), contains("--events is '/no/such/x.json'"));
  CHECK_THAT(refusal({"--events", "-"}), contains("--events is '-'") && contains("/dev/stdout"));
  const std::string file = folder.file("x.json");
  CHECK_THAT(refusal({"--json", file, "--events", folder.path() + "/./x.json"}),
             contains("--json and --events both name the file '" + file + "'"));
  CHECK(folder.names().empty());
}

TEST_CASE("Options that make no sense together are refused, both named") {
  for (const std::vector<std::string>& cpu :
       std::vector<std::vector<std::string>>{{"--policy", "early"}, {"--threads", "1"}, {"--events", "/dev/null"}}) {
    CHECK_THAT(refusal({"--device", "gpu", cpu[0], cpu[1]}), contains(cpu[0]) && contains("--device gpu"));
    CHECK_THAT(refusal({"--iterations", "3", cpu[0], cpu[1]}), contains(cpu[0]) && contains("--iterations"));
  }
  for (const char* name : {"--iterations", "--warmup"}) {
    CHECK_THAT(refusal({"--device", "cpu", name, "3"}), contains(name) && contains("--device cpu"));
  }
  CHECK_THAT(refusal({"--list-configs", "--m", "8"}), contains("--list-configs") && contains("--m"));
  CHECK_THAT(refusal({"--no-check", "--list-configs"}), contains("--list-configs") && contains("--no-check"));
  CHECK(parse({"--list-configs", "--json", "-"}).list_configurations);
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
