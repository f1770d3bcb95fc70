// A library with one function, for the test of SharedLibrary.
extern "C" int hopper_test_answer();
extern "C" int hopper_test_answer() { return 42; }
