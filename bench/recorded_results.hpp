/// \file
/// Results that were recorded earlier, for those who have no Hopper GPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/bench_result.hpp"

namespace matmul {

/// A recorded result and where it was found.
struct RecordedResult {
  std::string file;
  BenchResult result;
};

/// The newest result in a folder that holds all of `shapes`, cut down to them; or, if none does, the newest of all.
/// Files of another kind are passed over.
/// \return nothing when the folder holds no result
/// \throws InvalidInput when a result can't be read
std::optional<RecordedResult> newest_result(const std::string& folder, const std::vector<Shape>& shapes);

/// The recorded result for people, said to be recorded in its first line.
std::string to_text(const RecordedResult& recorded);

}  // namespace matmul
