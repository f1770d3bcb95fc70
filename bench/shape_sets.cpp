#include "bench/shape_sets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "errors.hpp"

namespace matmul {
namespace {

std::vector<Shape> squares(const std::vector<std::int64_t>& sizes) {
  std::vector<Shape> shapes;
  for (const std::int64_t size : sizes) {
    shapes.push_back({{size, size, size}, ""});
  }
  return shapes;
}

// y[tokens, out] = x[tokens, in] * W[out, in]^T, the form of every linear layer: the project's own.
Shape projection(const char* layer, std::int64_t tokens, std::int64_t out, std::int64_t in) {
  return {{tokens, out, in}, fmt::format("{}; {} tokens", layer, tokens)};
}

// Extents from the public model configurations (config.json of meta-llama/Meta-Llama-3-8B and -70B): hidden_size 4096
// and 8192, intermediate_size 14336 and 28672, num_key_value_heads 8 of head size 128 in both.
std::vector<Shape> llm_projections() {
  constexpr std::int64_t hidden_8b = 4096;
  constexpr std::int64_t hidden_70b = 8192;
  constexpr std::int64_t intermediate_8b = 14336;
  constexpr std::int64_t intermediate_70b = 28672;
  constexpr std::int64_t key_value = 8 * 128;
  return {
      projection("Llama-3-8B k, v", 4096, key_value, hidden_8b),
      projection("Llama-3-8B q, o", 4096, hidden_8b, hidden_8b),
      projection("Llama-3-8B gate, up", 4096, intermediate_8b, hidden_8b),
      projection("Llama-3-8B down", 4096, hidden_8b, intermediate_8b),
      projection("Llama-3-70B q, o", 4096, hidden_70b, hidden_70b),
      projection("Llama-3-70B gate, up", 4096, intermediate_70b, hidden_70b),
      projection("Llama-3-70B down", 4096, hidden_70b, intermediate_70b),
      projection("Llama-3-8B gate, up", 64, intermediate_8b, hidden_8b),
      projection("Llama-3-70B down", 64, hidden_70b, intermediate_70b),
  };
}

bool parse_extent(std::string_view text, std::int64_t& extent) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
  return error == std::errc() && stop == text.data() + text.size();
}

Problem parse_problem(const std::string& text) {
  std::array<std::int64_t, 3> extents{};
  std::string_view rest = text;
  bool understood = true;
  for (std::size_t i = 0; i < extents.size() && understood; ++i) {
    const std::size_t end = i + 1 < extents.size() ? rest.find('x') : rest.size();
    understood = end != std::string_view::npos && parse_extent(rest.substr(0, end), extents[i]);
    rest = understood ? rest.substr(std::min(end + 1, rest.size())) : rest;
  }
  if (!understood) {
    std::vector<std::string> names;
    for (const ShapeSet& set : shape_sets()) {
      names.push_back(set.name);
    }
    throw InvalidInput(fmt::format("--shapes has '{}', but takes MxNxK, like 4096x4096x14336, or the name of a set: {}",
                                   text, fmt::join(names, ", ")));
  }
  const Problem problem{extents[0], extents[1], extents[2]};
  validate(problem);
  return problem;
}

bool same(const Problem& a, const Problem& b) { return a.m == b.m && a.n == b.n && a.k == b.k; }

void add_once(std::vector<Shape>& shapes, const Shape& shape) {
  const auto known = std::find_if(shapes.begin(), shapes.end(),
                                  [&](const Shape& other) { return same(other.problem, shape.problem); });
  if (known == shapes.end()) {
    shapes.push_back(shape);
  } else if (known->label.empty()) {
    known->label = shape.label;
  }
}

}  // namespace

const std::vector<ShapeSet>& shape_sets() {
  static const std::vector<ShapeSet> sets = {
      {"square", "2048, 4096 and 8192 cubed", squares({2048, 4096, 8192})},
      {"tutorial",
       "the four shapes of the published tutorial",
       {{{4096, 4096, 4096}, ""}, {{4096, 4096, 14336}, ""}, {{8192, 8192, 8192}, ""}, {{10240, 10240, 10240}, ""}}},
      {"llm", "linear layers of Llama 3, extents from config.json of meta-llama/Meta-Llama-3-8B and -70B",
       llm_projections()},
      {"sweep", "cubes from 512 to 16384: how cost grows",
       squares({512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 10240, 12288, 16384})},
      {std::string(ablations_set),
       "8192 cubed with every configuration that the published claims need, and a verdict on each claim",
       squares({8192})},
  };
  return sets;
}

std::vector<Shape> parse_shapes(std::string_view text) {
  std::vector<Shape> shapes;
  for (const std::string& part : split_list(text, "--shapes")) {
    const auto& sets = shape_sets();
    const auto set = std::find_if(sets.begin(), sets.end(), [&](const ShapeSet& each) { return each.name == part; });
    if (set == sets.end()) {
      add_once(shapes, {parse_problem(part), ""});
      continue;
    }
    for (const Shape& shape : set->shapes) {
      add_once(shapes, shape);
    }
  }
  return shapes;
}

std::string shape_text(const Problem& problem) { return fmt::format("{}x{}x{}", problem.m, problem.n, problem.k); }

std::vector<std::string> split_list(std::string_view text, std::string_view option) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end == begin) {
      throw InvalidInput(fmt::format("{} is '{}', but takes a comma-separated list without empty parts", option, text));
    }
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace matmul
