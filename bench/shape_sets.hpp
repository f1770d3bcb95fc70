/// \file
/// Which problems a benchmark runs over: shapes from the command line, and sets of them by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "problem.hpp"

namespace matmul {

/// A problem and what it stands for.
struct Shape {
  Problem problem;
  std::string label;  ///< like "Llama-3-8B gate, up; 4096 tokens"; empty when the extents say it all
};

/// Shapes that belong together.
struct ShapeSet {
  std::string name;
  std::string about;  ///< one line for --help and --list, with the source of the shapes where there is one
  std::vector<Shape> shapes;
};

/// All named sets, in the order in which they are listed.
const std::vector<ShapeSet>& shape_sets();

/// Name of the set whose rows are the configurations that the published claims need.
inline constexpr std::string_view ablations_set = "ablations";

/// Reads a comma-separated list of shapes "MxNxK" and names of sets; a shape that comes twice is taken once.
/// \throws InvalidInput naming the part that is neither, or the extent that breaks a rule
std::vector<Shape> parse_shapes(std::string_view text);

/// "8192x8192x8192".
std::string shape_text(const Problem& problem);

/// The non-empty parts of a comma-separated list.
/// \throws InvalidInput naming `option` when a part or the whole list is empty
std::vector<std::string> split_list(std::string_view text, std::string_view option);

}  // namespace matmul
