"""What a program says when the libcuda.so.1 that it finds is the toolkit's stub: test_stub_driver.py V4 STUB."""

import os
import subprocess
import sys
import tempfile
import unittest


class StubDriver(unittest.TestCase):
    """Runs the program with a folder that holds the stub in front of every other."""

    program = ""
    stub = ""

    def run_program(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(self.stub, os.path.join(folder, "libcuda.so.1"))
            environment = dict(os.environ, LD_LIBRARY_PATH=folder)
            return subprocess.run([self.program, *arguments], env=environment, capture_output=True, text=True,
                                  check=False)

    def test_a_gpu_that_is_asked_for(self):
        seen = self.run_program("--device", "gpu")
        self.assertEqual(seen.returncode, 3, seen)
        self.assertIn("cudaErrorStubLibrary", seen.stderr)
        self.assertIn('take the folder "stubs" off LD_LIBRARY_PATH', seen.stderr)
        self.assertIn("--device cpu", seen.stderr)
        self.assertEqual(seen.stderr.count("\n"), 1, seen.stderr)

    def test_the_emulator_instead(self):
        seen = self.run_program("--m", "64", "--n", "64", "--k", "64")
        self.assertEqual(seen.returncode, 0, seen)
        self.assertIn("v4: the GPU is not used: CUDA does not start, with cudaErrorStubLibrary (34)", seen.stderr)
        self.assertIn("chosen because CUDA does not start", seen.stdout)


if __name__ == "__main__":
    StubDriver.program, StubDriver.stub = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
