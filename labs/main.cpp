#include <iostream>

#include "harness/guarded_run.hpp"
#include "lab_program.hpp"

int main(int argc, char** argv) {
  matmul::prepare_standard_streams();
  return matmul::run_lab_program(argc, argv, std::cout, std::cerr);
}
