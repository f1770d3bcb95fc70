// Libraries that are opened at run time.
#include "harness/shared_library.hpp"

#include <filesystem>

#include "catch.hpp"

using matmul::SharedLibrary;
using matmul_tests::contains;

TEST_CASE("A library is opened by the system's loader, or else in the first folder that has it") {
  double (*cosine)(double) = nullptr;
  SharedLibrary("libm.so.6", {}).find(cosine, "cos");
  REQUIRE(cosine != nullptr);
  CHECK(cosine(0) == 1.0);

  // Under a name that the loader does not know.
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "hopper_shared_library_test";
  std::filesystem::create_directories(folder);
  const std::filesystem::path copy = folder / "libhopper_test.so.1";
  std::filesystem::copy_file(HOPPER_TEST_LIBRARY, copy, std::filesystem::copy_options::overwrite_existing);
  int (*answer)() = nullptr;
  SharedLibrary("libhopper_test.so.1", {"/nonexistent", folder.string()}).find(answer, "hopper_test_answer");
  CHECK(answer() == 42);
  std::filesystem::remove_all(folder);
}

TEST_CASE("What is missing is named: the library in every place, or the function") {
  CHECK_THROWS_WITH(SharedLibrary("libhopper_nowhere.so.7", {"/nonexistent"}),
                    contains("libhopper_nowhere.so.7") && contains("/nonexistent/libhopper_nowhere.so.7"));
  int (*function)() = nullptr;
  CHECK_THROWS_WITH(SharedLibrary("libm.so.6", {}).find(function, "hopper_no_such_function"),
                    contains("libm.so.6 has no function hopper_no_such_function"));
}

TEST_CASE("The program's folder is the one that holds it") {
  CHECK(std::filesystem::exists(std::filesystem::path(matmul::program_folder()) / "harness_tests"));
}
