/// \file
/// Where the labs' kernels announce themselves.
#pragma once

#include <functional>
#include <string>

#include "version.hpp"

namespace hopper::labs {

/// Runs a lab's kernel on operands of the labs' size.
using LabLaunch = std::function<void(const matmul::Operands&, matmul::Stream)>;

/// Announces the kernel of one source file, labs/NAME/broken.cu or labs/NAME/fixed.cu, under that file's path.
class LabRegistration {
 public:
  explicit LabRegistration(LabLaunch launch, const char* file = __builtin_FILE());
};

/// The launch of labs/`name`/broken.cu or, if `fixed`, labs/`name`/fixed.cu; empty if there is no such file.
LabLaunch find_lab_launch(const std::string& name, bool fixed);

}  // namespace hopper::labs
