#include "harness/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace matmul {

Tolerance tolerance_for(Init init, std::int64_t k) {
  if (init == Init::integer) {
    return {.relative = 0, .absolute = 0};
  }
  return {.relative = 2 * 0x1p-11, .absolute = static_cast<double>(k + 64) * 0x1p-22};
}

void Comparison::add(std::int64_t index, double value, double reference, const Tolerance& tolerance) {
  ++elements;
  if (std::isfinite(value) && std::isfinite(reference)) {
    const double error = std::abs(value - reference);
    max_absolute_error = std::max(max_absolute_error, error);
    if (std::abs(reference) >= smallest_reference_for_relative_error) {
      max_relative_error = std::max(max_relative_error, error / std::abs(reference));
    }
  }
  if (!std::isfinite(value)) {
    ++not_finite;
  }
  if (!tolerance.allows(value, reference)) {
    ++failures;
    if (first_failure < 0 || index < first_failure) {
      first_failure = index;
      first_value = value;
      first_reference = reference;
    }
  }
}

void Comparison::merge(const Comparison& other) {
  elements += other.elements;
  failures += other.failures;
  not_finite += other.not_finite;
  max_absolute_error = std::max(max_absolute_error, other.max_absolute_error);
  max_relative_error = std::max(max_relative_error, other.max_relative_error);
  if (other.first_failure >= 0 && (first_failure < 0 || other.first_failure < first_failure)) {
    first_failure = other.first_failure;
    first_value = other.first_value;
    first_reference = other.first_reference;
  }
}

}  // namespace matmul
