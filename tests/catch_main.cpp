// The main function of the tests that run on any machine.
#include "catch_session.hpp"

int main(int argc, char** argv) { return matmul_tests::run_tests(argc, argv); }
