#include "bench/recorded_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "errors.hpp"

namespace matmul {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool has_all(const BenchResult& result, const std::vector<Shape>& shapes) {
  return std::all_of(shapes.begin(), shapes.end(),
                     [&](const Shape& shape) { return find_row(result, shape.problem, "cublas") != nullptr; });
}

void keep_only(BenchResult& result, const std::vector<Shape>& shapes) {
  std::erase_if(result.rows, [&](const BenchRow& row) {
    return std::none_of(shapes.begin(), shapes.end(),
                        [&](const Shape& shape) { return shape_text(shape.problem) == shape_text(row.shape.problem); });
  });
}

}  // namespace

std::optional<RecordedResult> newest_result(const std::string& folder, const std::vector<Shape>& shapes) {
  std::optional<RecordedResult> newest;
  bool newest_has_all = false;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".json") {
      continue;
    }
    const std::string text = read_file(entry.path());
    if (text.find("\"hopper-matmul-bench\"") == std::string::npos) {
      continue;
    }
    BenchResult result = from_json(text, entry.path().string());
    const bool complete = has_all(result, shapes);
    const bool better =
        !newest || complete > newest_has_all || (complete == newest_has_all && result.date > newest->result.date);
    if (better) {
      newest = RecordedResult{entry.path().filename().string(), std::move(result)};
      newest_has_all = complete;
    }
  }
  if (newest && newest_has_all) {
    keep_only(newest->result, shapes);
  }
  return newest;
}

std::string to_text(const RecordedResult& recorded) {
  std::string text =
      fmt::format("RECORDED result, not measured now: {}, by `{}`\n", recorded.file, recorded.result.command);
  text += to_table(recorded.result);
  if (!recorded.result.verdicts.empty()) {
    text += fmt::format("\n{}", to_text(recorded.result.verdicts));
  }
  return text;
}

}  // namespace matmul
