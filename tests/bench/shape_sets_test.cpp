// Shapes from the command line.
#include "bench/shape_sets.hpp"

#include <set>

#include "catch.hpp"
#include "errors.hpp"

namespace {

std::vector<std::string> texts(const std::string& list) {
  std::vector<std::string> shapes;
  for (const matmul::Shape& shape : matmul::parse_shapes(list)) {
    shapes.push_back(matmul::shape_text(shape.problem));
  }
  return shapes;
}

std::string refusal(const std::string& list) {
  try {
    static_cast<void>(matmul::parse_shapes(list));
  } catch (const matmul::InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("Shapes and sets can be mixed, each shape is taken once") {
  CHECK(texts("1x2x8") == std::vector<std::string>{"1x2x8"});
  CHECK(texts("4096x4096x14336,tutorial,1x2x8") ==
        std::vector<std::string>{"4096x4096x14336", "4096x4096x4096", "8192x8192x8192", "10240x10240x10240", "1x2x8"});
}

TEST_CASE("A shape that a set names gets the set's label") {
  const auto shapes = matmul::parse_shapes("4096x4096x4096,llm");
  CHECK(shapes.front().label == "Llama-3-8B q, o; 4096 tokens");
}

TEST_CASE("What is neither a shape nor a set is refused with the names of the sets") {
  for (const char* bad : {"8192", "8192x8192", "1x2x8x8", "axbxc", "x1x2", "1x2x", "1 x2x8", "squares", "-"}) {
    INFO(bad);
    CHECK_THAT(refusal(bad), matmul_tests::contains(bad));
    CHECK_THAT(refusal(bad), matmul_tests::contains("square, tutorial, llm, sweep, ablations"));
  }
}

TEST_CASE("Extents obey the rules of the product") {
  CHECK_THAT(refusal("128x128x12"), matmul_tests::contains("multiple of 8"));
  CHECK_THAT(refusal("0x128x8"), matmul_tests::contains("m is 0"));
  CHECK_THAT(refusal("99999999999x128x8"), matmul_tests::contains("m is 99999999999"));
}

TEST_CASE("Empty parts are refused") {
  for (const char* bad : {"", ",", "1x2x8,", ",square", "square,,llm"}) {
    INFO(bad);
    CHECK_THAT(refusal(bad), matmul_tests::contains("without empty parts"));
  }
}

TEST_CASE("Sets have distinct names and hold valid, distinct shapes") {
  std::set<std::string> names;
  for (const matmul::ShapeSet& set : matmul::shape_sets()) {
    CHECK(names.insert(set.name).second);
    std::set<std::string> shapes;
    for (const matmul::Shape& shape : set.shapes) {
      CHECK_NOTHROW(matmul::validate(shape.problem));
      CHECK(shapes.insert(matmul::shape_text(shape.problem)).second);
    }
    CHECK(!shapes.empty());
  }
}
