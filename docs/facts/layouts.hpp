// How tiles, descriptors, accumulators and TMA boxes are laid out.
#pragma once

#include <nlohmann/json.hpp>

namespace docs {

nlohmann::json layout_facts();

}  // namespace docs
