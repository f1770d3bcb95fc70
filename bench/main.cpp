#include <iostream>

#include "bench/bench_program.hpp"

int main(int argc, char** argv) { return matmul::run_bench_program({}, argc, argv, std::cout, std::cerr); }
