/// \file
/// How many strips of A and B a wave of CTAs touches.
#pragma once

namespace matmul {

/// Distinct tile rows plus distinct tile columns of the first `blocks` CTAs on a grid of `rows` x `columns` tiles, as
/// the project's rasterizer maps them. \param grouped groups of 4 tile columns, as V4 does by default; else the plain
/// order, row by row
int strips_touched(int rows, int columns, int blocks, bool grouped);

}  // namespace matmul
