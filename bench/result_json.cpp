#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/bench_result.hpp"
#include "errors.hpp"

namespace matmul {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
Json nullable(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <typename Value>
std::optional<Value> optional_of(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<Value>(json.get<Value>());
}

Json machine_json(const BenchMachine& machine) {
  return {{"gpu", machine.gpu},
          {"sm_count", machine.sm_count},
          {"boost_clock_mhz", machine.boost_clock_mhz},
          {"peak_teraflops", peak_teraflops(machine)},
          {"l2_bytes", machine.l2_bytes},
          {"memory_bytes", machine.memory_bytes},
          {"power_limit_w", nullable(machine.power_limit_w)},
          {"driver", nullable(machine.driver)},
          {"driver_cuda", machine.driver_cuda},
          {"cuda_runtime", machine.cuda_runtime},
          {"cublas", machine.cublas}};
}

Json row_json(const BenchResult& result, const BenchRow& row) {
  const RowFigures numbers = figures(result, row);
  const Problem& problem = row.shape.problem;
  return {{"name", row.name()},
          {"contender", row.contender},
          {"configuration", row.configuration},
          {"title", row.title},
          {"shape", {{"m", problem.m}, {"n", problem.n}, {"k", problem.k}, {"label", row.shape.label}}},
          {"tile", {{"m", row.block_m}, {"n", row.block_n}, {"k", row.block_k}}},
          {"stages", row.stages},
          {"swizzle_size", row.swizzle_size},
          {"consumer_groups", row.consumer_groups},
          {"median_ms", numbers.ms.median},
          {"min_ms", numbers.ms.min},
          {"max_ms", numbers.ms.max},
          {"teraflops", numbers.teraflops},
          {"ratio_to_cublas", numbers.ratio_to_cublas},
          {"percent_of_peak", numbers.percent_of_peak},
          {"launches_per_round", row.launches_per_round},
          {"operand_sets", row.operand_sets},
          {"operand_bytes", row.operand_bytes},
          {"operands_in_l2", row.operands_in_l2},
          {"checked_elements", row.checked_elements},
          {"max_absolute_error", row.max_absolute_error},
          {"sm_clock_mhz", nullable(row.sm_clock_mhz)},
          {"power_w", nullable(row.power_w)},
          {"clock_samples", row.clock_samples},
          {"times_ms", row.times_ms}};
}

Json verdict_json(const Verdict& verdict) {
  return {{"claim", verdict.claim},       {"statement", verdict.statement}, {"claimed", verdict.claimed},
          {"measured", verdict.measured}, {"criterion", verdict.criterion}, {"outcome", outcome_name(verdict.outcome)}};
}

BenchMachine machine_of(const Json& json) {
  return {.gpu = json.at("gpu"),
          .sm_count = json.at("sm_count"),
          .boost_clock_mhz = json.at("boost_clock_mhz"),
          .l2_bytes = json.at("l2_bytes"),
          .memory_bytes = json.at("memory_bytes"),
          .power_limit_w = optional_of<double>(json.at("power_limit_w")),
          .driver = optional_of<std::string>(json.at("driver")),
          .driver_cuda = json.at("driver_cuda"),
          .cuda_runtime = json.at("cuda_runtime"),
          .cublas = json.at("cublas")};
}

BenchRow row_of(const Json& json) {
  const Json& shape = json.at("shape");
  const Json& tile = json.at("tile");
  return {.shape = {{shape.at("m"), shape.at("n"), shape.at("k")}, shape.at("label")},
          .contender = json.at("contender"),
          .configuration = json.at("configuration"),
          .title = json.at("title"),
          .block_m = tile.at("m"),
          .block_n = tile.at("n"),
          .block_k = tile.at("k"),
          .stages = json.at("stages"),
          .swizzle_size = json.at("swizzle_size"),
          .consumer_groups = json.at("consumer_groups"),
          .launches_per_round = json.at("launches_per_round"),
          .operand_sets = json.at("operand_sets"),
          .operand_bytes = json.at("operand_bytes"),
          .operands_in_l2 = json.at("operands_in_l2"),
          .times_ms = json.at("times_ms"),
          .max_absolute_error = json.at("max_absolute_error"),
          .checked_elements = json.at("checked_elements"),
          .sm_clock_mhz = optional_of<double>(json.at("sm_clock_mhz")),
          .power_w = optional_of<double>(json.at("power_w")),
          .clock_samples = json.at("clock_samples")};
}

Verdict verdict_of(const Json& json) {
  return {.claim = json.at("claim"),
          .statement = json.at("statement"),
          .claimed = json.at("claimed"),
          .measured = json.at("measured"),
          .criterion = json.at("criterion"),
          .outcome = outcome_of(json.at("outcome"))};
}

}  // namespace

std::string to_json(const BenchResult& result) {
  Json rows = Json::array();
  for (const BenchRow& row : result.rows) {
    rows.push_back(row_json(result, row));
  }
  Json verdicts = Json::array();
  for (const Verdict& verdict : result.verdicts) {
    verdicts.push_back(verdict_json(verdict));
  }
  const BenchMethod& method = result.method;
  const Json json = {{"schema", "hopper-matmul-bench"},
                     {"schema_version", result_schema_version},
                     {"date", result.date},
                     {"commit", result.commit},
                     {"command", result.command},
                     {"shapes", result.shapes_argument},
                     {"machine", machine_json(result.machine)},
                     {"method",
                      {{"rounds", method.rounds},
                       {"batch_ms", method.batch_ms},
                       {"pause_ms", method.pause_ms},
                       {"warmup_ms", method.warmup_ms},
                       {"init", method.init},
                       {"seed", method.seed}}},
                     {"rows", rows},
                     {"verdicts", verdicts}};
  return json.dump(1) + "\n";
}

BenchResult from_json(const std::string& text, const std::string& source) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != "hopper-matmul-bench" || json.at("schema_version") != result_schema_version) {
      throw InvalidInput(
          fmt::format("{} is not a result of bench_matmul in version {} of its form", source, result_schema_version));
    }
    const Json& method = json.at("method");
    BenchResult result{.date = json.at("date"),
                       .commit = json.at("commit"),
                       .command = json.at("command"),
                       .shapes_argument = json.at("shapes"),
                       .machine = machine_of(json.at("machine")),
                       .method = {.rounds = method.at("rounds"),
                                  .batch_ms = method.at("batch_ms"),
                                  .pause_ms = method.at("pause_ms"),
                                  .warmup_ms = method.at("warmup_ms"),
                                  .init = method.at("init"),
                                  .seed = method.at("seed")},
                       .rows = {},
                       .verdicts = {}};
    for (const Json& row : json.at("rows")) {
      result.rows.push_back(row_of(row));
    }
    for (const Json& verdict : json.at("verdicts")) {
      result.verdicts.push_back(verdict_of(verdict));
    }
    for (const BenchRow& row : result.rows) {
      static_cast<void>(figures(result, row));  // every row has times, and cuBLAS's beside it
    }
    return result;
  } catch (const nlohmann::json::exception& error) {
    throw InvalidInput(fmt::format("{} can't be read as a result of bench_matmul: {}", source, error.what()));
  } catch (const InvalidInput&) {
    throw;
  } catch (const std::invalid_argument& error) {
    throw InvalidInput(fmt::format("{} can't be read as a result of bench_matmul: {}", source, error.what()));
  }
}

}  // namespace matmul
