#include "harness/report_output.hpp"

#include <nlohmann/json.hpp>
#include <ostream>

namespace matmul {

ReportOutput::ReportOutput(const std::string& json) : json_alone_(json == "-") {
  if (!json_alone_) {
    json_file_ = OutputFile("--json", json);
  }
}

void ReportOutput::write(std::ostream& out, const std::string& text, const nlohmann::ordered_json& json) const {
  using Handler = nlohmann::ordered_json::error_handler_t;
  const std::string json_text = json.dump(2, ' ', false, Handler::replace) + "\n";  // names of files hold any bytes
  if (json_file_) {
    json_file_->write(json_text);
  }
  out << (json_alone_ ? json_text : text);
}

}  // namespace matmul
