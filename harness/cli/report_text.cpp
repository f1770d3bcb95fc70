#include <fmt/format.h>

#include <algorithm>

#include "harness/cli/options.hpp"
#include "harness/cli/run_report.hpp"

namespace matmul {
namespace {

// 1234567 -> "1,234,567"
std::string grouped(std::int64_t number) {
  std::string digits = fmt::format("{}", number);
  const std::size_t first_digit = number < 0 ? 1 : 0;
  for (std::size_t position = digits.size(); position > first_digit + 3;) {
    position -= 3;
    digits.insert(position, 1, ',');
  }
  return digits;
}

std::string counted(std::int64_t number, const char* one, const char* many) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

std::string counted(std::int64_t number, const std::string& noun) {
  return counted(number, noun.c_str(), (noun + "s").c_str());
}

// Lines of "  label          text"; without a label the text continues what stands above.
class Lines {
 public:
  void add(const std::string& label, const std::string& text) { lines_ += fmt::format("  {:<14} {}\n", label, text); }
  void add(const std::string& text) { add("", text); }
  const std::string& text() const { return lines_; }

 private:
  std::string lines_;
};

std::string shape_of(const Configuration& configuration) {
  return fmt::format("tile {} x {} x {}, {}, swizzle size {}, {}, {} threads and {:.1f} KiB of shared memory a CTA",
                     configuration.block_m, configuration.block_n, configuration.block_k,
                     counted(configuration.num_stages, "stage"), configuration.swizzle_size,
                     counted(configuration.num_consumer_groups, "consumer group"), configuration.num_threads,
                     configuration.shared_bytes / 1024.0);
}

void add_check(Lines& lines, const Check& check) {
  const Comparison& comparison = check.comparison;
  lines.add("check", fmt::format("{}: {} compared with {}", comparison.passed() ? "passed" : "FAILED",
                                 counted(comparison.elements, "element"), check.reference));
  lines.add(fmt::format("largest error {:.3g} absolute, {:.3g} relative (where |reference| >= {})",
                        comparison.max_absolute_error, comparison.max_relative_error,
                        smallest_reference_for_relative_error));
  const Tolerance& tolerance = check.tolerance;
  lines.add(tolerance.relative == 0 && tolerance.absolute == 0
                ? "allowed: none, integer operands make the result exact"
                : fmt::format("allowed: {:.3g} + {:.3g} * |reference|", tolerance.absolute, tolerance.relative));
  if (!comparison.passed()) {
    lines.add(fmt::format("{} wrong, of which {} NaN or infinite", grouped(comparison.failures),
                          grouped(comparison.not_finite)));
  }
}

void add_first_failure(Lines& lines, const Comparison& comparison, std::int64_t columns) {
  if (comparison.first_failure >= 0) {
    lines.add(fmt::format("first: C[{}, {}] is {}, but should be {:.6g}", comparison.first_failure / columns,
                          comparison.first_failure % columns, comparison.first_value, comparison.first_reference));
  }
}

void add_timing(Lines& lines, const RunReport& report) {
  const Timing& timing = *report.timing;
  const Performance figures = performance(report);
  const auto times = [](const Statistics& ms, double tflops) {
    return fmt::format("{:.4f} ms median, {:.4f} min, {:.4f} max: {:.1f} TFLOP/s", ms.median, ms.min, ms.max, tflops);
  };
  lines.add("time", times(timing.version_ms, figures.teraflops));
  lines.add("cuBLAS", times(timing.cublas_ms, figures.cublas_teraflops));
  lines.add(fmt::format("{} in turns, after {} to warm up", counted(timing.iterations, "round"), timing.warmup));
  lines.add("speed", fmt::format("{:.1f}% of cuBLAS, {:.1f}% of the dense fp16 peak ({:.0f} TFLOP/s: {} SMs * {} MHz * "
                                 "{:.0f} FLOP)",
                                 figures.percent_of_cublas, figures.percent_of_peak, figures.peak_teraflops,
                                 report.device.gpu->sm_count, report.device.gpu->boost_clock_khz / 1000,
                                 fp16_flops_per_cycle_and_sm));
  if (figures.fits_l2) {
    lines.add("note",
              "A, B and C fit the L2 cache together and may stay there between rounds; a first, cold run is slower");
  }
}

void add_emulation(Lines& lines, const RunReport& report) {
  const EmulationOutcome& emulation = *report.emulation;
  const auto& [counts, hazards, events] = emulation.report;
  lines.add("emulated", fmt::format("{}, completion policy {}, schedule seed {}", counted(counts.ctas, "CTA"),
                                    policy_name(emulation.options.policy), emulation.options.seed));
  lines.add(fmt::format("{}, {} of {:.2f} MiB", counted(counts.barrier_waits, "barrier wait"),
                        counted(counts.tma_loads, "TMA load"), static_cast<double>(counts.tma_bytes) / (1 << 20)));
  lines.add(fmt::format("{}, {} by ordinary instructions", counted(counts.wgmmas, "WGMMA"),
                        counted(counts.shared_accesses, "shared memory access", "shared memory accesses")));
  lines.add("hazards",
            fmt::format("{} in {} that must be ordered", hazards.empty() ? "none" : grouped(std::ssize(hazards)),
                        counted(counts.orderings, "pair of accesses", "pairs of accesses")));
  if (report.events_file) {
    lines.add("events", fmt::format("{} holds CTA 0; open it in ui.perfetto.dev", *report.events_file));
  }
}

}  // namespace

std::string to_text(const RunReport& report) {
  Lines lines;
  lines.add("device", report.device.name);
  lines.add(fmt::format("chosen because {}", report.device_reason));
  lines.add("configuration", fmt::format("{}: {}", report.configuration.name, report.configuration.why));
  lines.add(shape_of(report.configuration));
  const auto [m, n, k] = report.problem;
  lines.add("problem", fmt::format("C[{}, {}] = A[{}, {}] * B[{}, {}]^T in fp16; {} values, seed {}", m, n, m, k, n, k,
                                   init_name(report.init), report.seed));
  if (report.check) {
    add_check(lines, *report.check);
    add_first_failure(lines, report.check->comparison, n);
  } else {
    lines.add("check", "left out: --no-check");
  }
  if (report.timing) {
    add_timing(lines, report);
  } else if (!report.emulation) {
    lines.add("time", report.passed() ? "left out: --iterations 0" : "not taken: the result is wrong");
  }
  if (report.emulation) {
    add_emulation(lines, report);
    lines.add("total", fmt::format("{:.2f} s, which says nothing of a GPU's speed", report.seconds));
  }
  std::string text = fmt::format("{}: {}\n{}", report.version, report.title, lines.text());
  if (report.emulation) {
    for (const Hazard& hazard : report.emulation->report.hazards) {
      text += fmt::format("\n{}\n", format_hazard(hazard));
    }
  }
  return text;
}

std::string configurations_to_text(const Version& version) {
  std::size_t width = 0;
  for (const Configuration& configuration : version.configurations) {
    width = std::max(width, configuration.name.size());
  }
  std::string text = fmt::format("{}: {}\n", version.name, version.title);
  for (const Configuration& configuration : version.configurations) {
    text += fmt::format("  {:<{}}  {}\n  {:<{}}  {}\n", configuration.name, width, configuration.why, "", width,
                        shape_of(configuration));
  }
  return text;
}

}  // namespace matmul
