// The main function of the tests that run on any machine.
#define CATCH_CONFIG_RUNNER  // Catch2 version 2 compiles itself here; version 3 is a library and ignores it
#include "catch.hpp"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
