// Prints, as JSON, what the figures show and the tests of the interactive pages compare with: computed by the functions
// that the kernels use.
#include <fmt/format.h>

#include <iostream>
#include <stdexcept>
#include <string>

#include "facts/layouts.hpp"
#include "facts/tiles.hpp"

int main(int argc, char** argv) {
  const std::string topic = argc == 2 ? argv[1] : "";
  try {
    if (topic == "layouts") {
      std::cout << docs::layout_facts().dump() << '\n';
    } else if (topic == "tiles") {
      std::cout << docs::tile_facts(std::cin).dump() << '\n';
    } else {
      throw std::invalid_argument(
          "usage: docs_facts layouts | tiles; tiles reads lines of 'tile_rows tile_columns swizzle_size first count'");
    }
  } catch (const std::exception& error) {
    std::cerr << "docs_facts: " << error.what() << '\n';
    return 2;
  }
}
