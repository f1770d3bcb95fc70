#include <iostream>

#include "lab_program.hpp"

int main(int argc, char** argv) { return matmul::run_lab_program(argc, argv, std::cout, std::cerr); }
