#!/usr/bin/env python3
"""Shows that the build checks can fail: each is fed what it must object to."""

import os
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_kernels
import check_sources
import count_cases
from lessons import KERNELS, LESSONS, Lesson, Rule

KERNEL = "matmul_v3"
GOOD_REPORT = f"""ptxas info    : Compiling entry function '{KERNEL}' for 'sm_90a'
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 90 registers, used 1 barriers
"""
GOOD_INSTRUCTIONS = [
    "wgmma.fence.sync.aligned;",
    "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1}, %rd1, %rd2, p, 1, 1, 0, 0;",
    "wgmma.commit_group.sync.aligned;",
    "wgmma.wait_group.sync.aligned 0;",
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4];",
    "mbarrier.init.shared::cta.b64 [%r1], %r2;",
    "fence.mbarrier_init.release.cluster;",
    "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], %r2;",
    "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 completed, [%r1], %r2;",
    "mbarrier.arrive.shared::cta.b64 _, [%r1];",
    "elect.sync _|elected, 0xffffffff;",
]


def ptx(instructions):
    body = "\n".join("{\n" + line + "\n}" for line in instructions)
    return f".visible .entry {KERNEL}(\n.param .u32 p\n)\n.maxntid 160, 1, 1\n{{\n// wgmma in a comment\n{body}\nret;\n}}\n"


def problems_of(instructions=tuple(GOOD_INSTRUCTIONS), report=GOOD_REPORT, version="v3"):
    _, problems = check_kernels.check_version(version, ptx(instructions), report, lambda names: names)
    return [problem for _, problem in problems]


class KernelChecks(unittest.TestCase):
    def test_accepts_what_is_right(self):
        self.assertEqual(problems_of(), [])

    def test_every_missing_instruction_is_reported(self):
        for missing in GOOD_INSTRUCTIONS:
            rest = [line for line in GOOD_INSTRUCTIONS if line != missing]
            with self.subTest(missing):
                self.assertEqual(len(problems_of(rest)), 1)

    def test_expect_tx_is_no_release_of_a_stage(self):
        rest = [line for line in GOOD_INSTRUCTIONS if "arrive.shared" not in line]
        self.assertIn("mbarrier\\.arrive\\.shared", problems_of(rest)[0])

    def test_instructions_that_do_not_belong_are_reported(self):
        for line in ("fence.proxy.async.shared::cta;", "st.shared.v4.u32 [%r1], {%r2};",
                     "mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 completed, [%r1], %r2;"):
            with self.subTest(line):
                self.assertEqual(len(problems_of(GOOD_INSTRUCTIONS + [line])), 1)

    def test_comments_are_no_instructions(self):
        self.assertEqual(problems_of(GOOD_INSTRUCTIONS + ["// fence.proxy.async"]), [])

    def test_spills_and_stack_frames_are_reported(self):
        self.assertIn("spills", problems_of(report=GOOD_REPORT.replace("0 bytes spill loads", "8 bytes spill loads"))[0])
        self.assertIn("spills", problems_of(report=GOOD_REPORT.replace("0 bytes spill stores", "8 bytes spill stores"))[0])
        self.assertIn("stack frame", problems_of(report=GOOD_REPORT.replace("0 bytes stack", "16 bytes stack"))[0])

    def test_accumulators_that_are_set_behind_the_fence_are_reported(self):
        for late in ("mov.f32 %f1, 0f00000000;", "@%p1 mov.f32 %f1, %f2;", "ld.shared.v2.f32 {%f7, %f1}, [%r1];"):
            with self.subTest(late):
                self.assertIn("set between wgmma.fence", problems_of(GOOD_INSTRUCTIONS[:1] + [late] + GOOD_INSTRUCTIONS[1:])[0])
        for harmless in ("mov.f32 %f2, 0f00000000;", "st.global.f32 [%rd1], %f1;"):
            with self.subTest(harmless):
                self.assertEqual(problems_of(GOOD_INSTRUCTIONS[:1] + [harmless] + GOOD_INSTRUCTIONS[1:]), [])

    def test_the_version_is_lowered_and_nothing_else(self):
        text = ".version 9.0\n.target sm_90a\n// .version 9.0\n"
        self.assertEqual(check_kernels.lower_version(text, "12.8"), text.replace("9.0", "8.7", 1))

    def test_a_silent_assembler_is_reported(self):
        self.assertIn("did not report", problems_of(report="")[0])

    def test_a_file_without_kernels_is_reported(self):
        _, problems = check_kernels.check_version("v3", "", GOOD_REPORT, lambda names: names)
        self.assertEqual(problems, [("v3", "the PTX holds no kernel")])

    def test_a_kernel_with_rules_of_its_own_must_exist(self):
        self.assertTrue(any("RelaxedWaits" in problem for problem in problems_of(version="v4")))

    def test_rules_of_single_kernels_are_applied(self):
        KERNELS["v3"][KERNEL] = Lesson(required=(Rule("m64n256k16", "a test says so"),), forbidden=())
        self.addCleanup(KERNELS["v3"].pop, KERNEL)
        self.assertIn("m64n256k16", problems_of()[0])

    def test_v1_uses_no_copy_engine(self):
        broken = check_kernels.check_instructions(GOOD_INSTRUCTIONS, LESSONS["v1"])
        self.assertTrue(any("cp.async.bulk" in problem for problem in broken))

    def test_names_are_readable(self):
        name = "void hopper::v4::matmul_v4<hopper::v4::(anonymous namespace)::Tuned<3, 4, 256, 2> >(CUtensorMap_st, int)"
        self.assertEqual(check_kernels.short_name(name), "Tuned<3, 4, 256, 2>")
        default = name.replace("2> >", "2>, hopper::Pipeline<3> >")
        self.assertEqual(check_kernels.short_name(default), "Tuned<3, 4, 256, 2>")
        other = name.replace("2> >", "2>, hopper::v4::RelaxedWaits<3> >")
        self.assertEqual(check_kernels.short_name(other), "Tuned<3, 4, 256, 2>, RelaxedWaits<3>")


@unittest.skipUnless("BROKEN_KERNELS_PTX" in os.environ, "no CUDA compiler made the PTX of the broken kernels")
class RealAssembler(unittest.TestCase):
    """The checks hold against what the installed nvcc and ptxas really do."""

    @staticmethod
    def assemble(name):
        _, report = check_kernels.assemble(os.environ["PTXAS"], Path(os.environ[name]).read_text())
        return check_kernels.parse_report(report)

    @classmethod
    def setUpClass(cls):
        cls.assemblies, cls.regrets = cls.assemble("BROKEN_KERNELS_PTX")

    def test_serialised_wgmma_is_seen(self):
        for code, kernel in (("C7510", "crossing_a_call"), ("C7511", "scaled_in_flight"), ("C7514", "read_in_flight"),
                             ("C7515", "set_in_flight"), ("C7520", "fence_in_a_branch")):
            with self.subTest(code):
                self.assertTrue(any(code in line and kernel in line for line in self.regrets), self.regrets)

    def test_the_fence_holds_what_it_names(self):
        kernels = check_kernels.parse_ptx(Path(os.environ["FENCE_ORDER_PTX"]).read_text())
        before, behind = check_kernels.written_around_fence(kernels["fence_names_accumulators"])
        self.assertEqual((len(before), len(behind)), (64, 0))
        before, behind = check_kernels.written_around_fence(kernels["fence_names_something_else"])
        self.assertEqual((len(before), len(behind)), (0, 64))

    def test_an_older_assembler_refuses_relaxed_waits(self):
        ptx = Path(os.environ["V4_PTX"]).read_text()
        taken, report = check_kernels.assemble(os.environ["PTXAS"], check_kernels.lower_version(ptx, "12.6"))
        self.assertFalse(taken)
        self.assertIn("requires PTX ISA .version 8.6", report)

    def test_what_docs_labs_md_says_of_the_assembler(self):
        for lab, code, injected in (("missing_wgmma_fence", "C7519", "arrive"), ("read_before_wait", "C7517", "wait")):
            _, regrets = self.assemble(f"LAB_{lab}_PTX")
            self.assertTrue(any(code in line and f"warpgroup.{injected} is injected" in line for line in regrets), regrets)

    def test_spills_are_seen(self):
        self.assertEqual(len(check_kernels.check_assembly(self.assemblies["spilled"])), 2)


class SourceChecks(unittest.TestCase):
    def broken_rules(self, path, text):
        return [what for _, what in check_sources.check_file(Path(path), text)]

    def assert_broken(self, path, text, words):
        found = self.broken_rules(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_accepts_what_is_right(self):
        text = '#pragma once\n#include <ptx/tma.cuh>\n#include "pipeline.cuh"\n// asm #if "emulator/"\nchar asm_count;\n'
        self.assertEqual(self.broken_rules("v4_pipeline/kernel.cuh", text), [])

    def test_asm_outside_the_ptx_layer(self):
        self.assert_broken("v1_sync/kernel.cuh", 'void f() { asm volatile("trap;"); }', "asm")
        self.assert_broken("labs/x.cuh", 'void f() { __asm__("trap;"); }', "asm")
        self.assertEqual(self.broken_rules("common/ptx/fence.cuh", 'void f() { asm("trap;"); }'), [])

    def test_words_in_strings_and_comments_do_not_count(self):
        self.assertEqual(self.broken_rules("common/a.hpp", 'auto s = "asm"; /* asm\n asm */ // asm\n'), [])

    def test_conditional_compilation(self):
        for directive in ("#if X", "#ifdef X", "# ifndef X", "  #elif X", "#else"):
            with self.subTest(directive):
                self.assert_broken("common/pipeline.cuh", f"int a;\n{directive}\n", "#")
        self.assertEqual(self.broken_rules("common/device/mbarrier_wait.cuh", "#ifndef X\n"), [])

    def test_the_emulator_by_name(self):
        self.assert_broken("harness/cli/main.cpp", '#include "emulator/checker.hpp"\n', "emulator")
        self.assert_broken("v1_sync/v1.cu", "#include <emulator/ptx/tma.cuh>\n", "emulator")

    def test_quotes_around_a_header_with_a_twin(self):
        self.assert_broken("v1_sync/v1.cu", '#include "ptx/tma.cuh"\n', "angle")
        self.assert_broken("common/a.cuh", '#include "cuda_fp16.h"\n', "angle")

    def test_a_ptx_header_that_reaches_outside(self):
        for line in ('#include "swizzle.cuh"\n', "#include <device/launch.cuh>\n", "#include <pipeline.cuh>\n"):
            with self.subTest(line):
                self.assert_broken("common/ptx/wgmma.cuh", line, "outside itself")
        inside = "#include <cuda_runtime.h>\n#include <cstdint>\n#include <ptx/mbarrier.cuh>\n"
        self.assertEqual(self.broken_rules("common/ptx/tma.cuh", inside), [])

    def test_a_kernel_that_looks_at_the_programs(self):
        self.assert_broken("common/pipeline.cuh", '#include "harness/comparison.hpp"\n', "programs around")
        self.assert_broken("v1_sync/v1.cu", '#include "bench/contender.hpp"\n', "programs around")

    def test_a_version_that_includes_another(self):
        self.assert_broken("v3_warpspec/kernel.cuh", '#include "v2_tma/kernel.cuh"\n', "versions")
        self.assert_broken("v3_warpspec/kernel.cuh", '#include "../v5/kernel.cuh"\n', "'..'")

    def test_a_program_that_looks_into_a_version(self):
        self.assert_broken("bench/main.cpp", '#include "v4_pipeline/kernel.cuh"\n', "versions")

    def test_a_kernel_longer_than_two_screens(self):
        self.assert_broken("v4_pipeline/kernel.cuh", "//\n" * (check_sources.MAX_KERNEL_LINES + 1), "lines")
        self.assertEqual(self.broken_rules("v4_pipeline/kernel.cuh", "//\n" * check_sources.MAX_KERNEL_LINES), [])

    def test_names_of_test_cases_that_can_not_be_asked_for(self):
        for name in ("a; b", "a [b", "a] b", r"a \\\\ b", r"a \" b", "~a", "*a", "a*", " a", "a ", "#a", "-a", "exclude:a"):
            with self.subTest(name):
                self.assert_broken("tests/cpu/a_test.cpp", f'TEST_CASE("{name}") {{}}\n', "by that name")
        for name in ("a, b", "a * b", "a-b's {c} $d (e) / 2^f: <g>"):
            with self.subTest(name):
                self.assertEqual(self.broken_rules("tests/cpu/a_test.cpp", f'TEST_CASE("{name}", "[tag]") {{}}\n'), [])
        self.assert_broken("tests/a_test.cpp", 'int a;\nTEST_CASE(\n    "begins well"\n    ";") {}\n', "begins well;")
        self.assert_broken("tests/a_test.cpp", 'TEMPLATE_TEST_CASE("a;", "", int) {}\n', "a;")
        self.assert_broken("tests/a_test.cpp", 'TEST_CASE_METHOD(Fixture, "a;") {}\n', "a;")

    def test_line_numbers(self):
        found = list(check_sources.check_file(Path("v1_sync/kernel.cuh"), '/* a\n b */\n"x";\nasm("");\n'))
        self.assertEqual([line for line, _ in found], [4])

    def test_the_program_fails_on_a_folder_without_kernels(self):
        program = Path(check_sources.__file__)
        result = subprocess.run([sys.executable, program, Path(__file__).parent], capture_output=True, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("v4_pipeline/kernel.cuh:1: error: does not exist", result.stdout)


class CountOfCases(unittest.TestCase):
    """Each way in which a test case can get lost or be run twice."""

    def problems(self, sources, listed, run):
        return count_cases.compare(Counter(sources), Counter(listed), Counter(run))

    def test_accepts_what_is_right(self):
        self.assertEqual(self.problems(["a", "t"], ["a", "t - int", "t - char"], ["a", "t - int", "t - char"]), [])

    def test_a_case_in_no_program(self):
        self.assertEqual(self.problems(["a", "b"], ["a"], ["a"]), ["'b' is in the sources, but in no test program"])

    def test_a_case_that_nobody_wrote(self):
        self.assertEqual(self.problems(["a"], ["a", "b"], ["a", "b"]), ["'b' is in a test program, but not in the sources"])

    def test_a_case_that_is_not_run_or_run_twice(self):
        self.assertEqual(self.problems(["a"], ["a"], []), ["'a' is run by 0 tests of CTest instead of one"])
        self.assertEqual(self.problems(["a"], ["a"], ["a", "a"]), ["'a' is run by 2 tests of CTest instead of one"])

    def test_two_cases_of_one_name(self):
        self.assertEqual(self.problems(["a", "a"], ["a"], ["a"]), ["'a' is the name of 2 cases"])


if __name__ == "__main__":
    unittest.main()
