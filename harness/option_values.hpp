/// \file
/// Reading the values of options, so that every program's errors read alike.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <concepts>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "errors.hpp"

namespace matmul {

/// What a number of this type is called.
template <typename Number>
inline constexpr const char* number_kind = std::integral<Number> ? "whole number" : "number";

/// The number that `text` holds and nothing else.
/// \param option whose value it is, for the error: "--seed"
/// \param kind of number, for the error
/// \throws InvalidInput unless it is a number from `smallest` to `largest`, naming all three
template <typename Number>
Number parse_number(const char* option, const std::string& text, Number smallest, Number largest,
                    const char* kind = number_kind<Number>) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || !(number >= smallest && number <= largest)) {  // false for NaN
    throw InvalidInput(
        fmt::format("{} is '{}', but must be a {} from {} to {}", option, text, kind, smallest, largest));
  }
  return number;
}

/// The value that stands beside the name `text`.
/// \param option whose value it is, for the error
/// \param choices names and their values
/// \throws InvalidInput listing the names when `text` is none of them
template <typename Value>
Value parse_choice(const char* option, const std::string& text,
                   const std::vector<std::pair<std::string, Value>>& choices) {
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) {
    if (name == text) {
      return value;
    }
    names.push_back(name);
  }
  throw InvalidInput(fmt::format("{} is '{}', but must be one of: {}", option, text, fmt::join(names, ", ")));
}

}  // namespace matmul
