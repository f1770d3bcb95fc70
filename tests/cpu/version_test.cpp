// Selecting a configuration by its name.
#include "version.hpp"

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"

namespace {

matmul::Version version_with(const std::vector<std::string>& names) {
  matmul::Version version{.name = "v9", .title = "a version of this test", .configurations = {}};
  for (const std::string& name : names) {
    matmul::Configuration configuration{};
    configuration.name = name;
    version.configurations.push_back(configuration);
  }
  return version;
}

}  // namespace

TEST_CASE("A configuration is found by its exact name") {
  const matmul::Version version = version_with({"default", "2-stages", "4-stages"});
  CHECK(&matmul::find_configuration(version, "default") == &version.configurations[0]);
  CHECK(&matmul::find_configuration(version, "4-stages") == &version.configurations[2]);
}

TEST_CASE("An unknown configuration is refused with the names that exist") {
  const matmul::Version version = version_with({"default", "2-stages"});
  for (const std::string name : {"", "Default", "2-stage"}) {
    CAPTURE(name);
    CHECK_THAT(matmul_tests::message_of<matmul::InvalidInput>([&] { matmul::find_configuration(version, name); }),
               matmul_tests::contains("v9") && matmul_tests::contains("'" + name + "'") &&
                   matmul_tests::contains("default, 2-stages"));
  }
}
