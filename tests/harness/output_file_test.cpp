// Files appear as a whole or not at all.
#include "harness/output_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"
#include "temporary_folder.hpp"

namespace {

using matmul::OutputFile;
using matmul_tests::contains;
using matmul_tests::TemporaryFolder;
using Names = std::set<std::string>;

std::string refusal(const std::string& path) {
  return matmul_tests::message_of<matmul::InvalidInput>([&] { OutputFile("--json", path); });
}

std::string failure(const std::string& path, const std::string& content) {
  return matmul_tests::message_of<matmul::DeviceError>([&] { OutputFile("--json", path).write(content); });
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

// Whoever may do anything becomes somebody who may not, for a while.
class Unprivileged {
 public:
  Unprivileged() : user_(geteuid()) {
    if (user_ == 0) {
      REQUIRE(seteuid(65534) == 0);
    }
  }
  ~Unprivileged() {
    if (seteuid(user_) != 0) {
      std::abort();
    }
  }

 private:
  uid_t user_;
};

}  // namespace

TEST_CASE("A file is there when it is written, and not before") {
  const TemporaryFolder folder;
  const OutputFile file("--json", folder.file("new.json"));
  CHECK(folder.names().empty());
  file.write("content");
  CHECK(folder.read("new.json") == "content");
  CHECK(folder.names() == Names{"new.json"});
  const mode_t mask = umask(0);
  umask(mask);
  CHECK(mode_of(folder.file("new.json")) == (0666 & ~mask));
}

TEST_CASE("An existing file keeps its content until it is replaced, and its permissions") {
  const TemporaryFolder folder;
  folder.write("old.json", "a longer content than the new one");
  std::filesystem::permissions(folder.file("old.json"), std::filesystem::perms(0640));
  const OutputFile file("--json", folder.file("old.json"));
  CHECK(folder.read("old.json") == "a longer content than the new one");
  file.write("new");
  CHECK(folder.read("old.json") == "new");
  CHECK(mode_of(folder.file("old.json")) == 0640);
}

TEST_CASE("A file beyond the limit on sizes fails with its name and leaves everything as it was") {
  const TemporaryFolder folder;
  folder.write("old.json", "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{.rlim_cur = 1000, .rlim_max = before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string old_file = failure(folder.file("old.json"), std::string(2000, 'x'));
  const std::string new_file = failure(folder.file("new.json"), std::string(2000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  CHECK_THAT(old_file, contains("old.json' failed: File too large"));
  CHECK_THAT(new_file, contains("new.json' failed: File too large"));
  CHECK(folder.read("old.json") == "old");
  CHECK(folder.names() == Names{"old.json"});
}

TEST_CASE("Links are followed, also those that lead to nothing yet") {
  const TemporaryFolder folder;
  folder.write("old.json", "old");
  std::filesystem::create_symlink("old.json", folder.file("link"));
  std::filesystem::create_symlink("new.json", folder.file("dangling"));
  OutputFile("--json", folder.file("link")).write("1");
  OutputFile("--json", folder.file("dangling")).write("2");
  CHECK(folder.read("old.json") == "1");
  CHECK(folder.read("new.json") == "2");
  CHECK(std::filesystem::is_symlink(folder.file("link")));
  CHECK(folder.names() == Names{"dangling", "link", "new.json", "old.json"});
}

TEST_CASE("Two names of one file are the same") {
  const TemporaryFolder folder;
  folder.write("old.json", "old");
  std::filesystem::create_symlink("old.json", folder.file("link"));
  std::filesystem::create_symlink(folder.path(), folder.file("here"));
  const auto same = [&](const char* one, const char* other) {
    return OutputFile("--json", folder.file(one)).same_as(OutputFile("--events", folder.file(other)));
  };
  CHECK(same("old.json", "./old.json"));
  CHECK(same("old.json", "link"));
  CHECK(same("here/new.json", "new.json"));
  CHECK_FALSE(same("old.json", "new.json"));
}

TEST_CASE("Devices and pipes are written directly") {
  const TemporaryFolder folder;
  OutputFile("--json", "/dev/null").write("content");
  CHECK_THAT(failure("/dev/full", "content"), contains("'/dev/full' failed: No space left on device"));

  REQUIRE(mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  std::string received;
  std::thread reader([&] { received = folder.read("pipe"); });
  OutputFile("--json", folder.file("pipe")).write("through the pipe");
  reader.join();
  CHECK(received == "through the pipe");
  CHECK(std::filesystem::is_fifo(folder.file("pipe")));
}

TEST_CASE("The file that standard error goes to is continued, not replaced") {
  const TemporaryFolder folder;
  const int before = dup(STDERR_FILENO);
  const int log = open(folder.file("log").c_str(), O_WRONLY | O_CREAT, 0600);
  dup2(log, STDERR_FILENO);
  const bool written = write(STDERR_FILENO, "before, ", 8) == 8;
  OutputFile("--json", folder.file("log")).write("content, ");
  OutputFile("--json", "/dev/stderr").write("more, ");
  const bool continued = write(STDERR_FILENO, "after", 5) == 5;
  dup2(before, STDERR_FILENO);
  close(before);
  close(log);
  CHECK((written && continued));
  CHECK(folder.read("log") == "before, content, more, after");
}

TEST_CASE("A name that can't be written is refused with the reason") {
  const TemporaryFolder folder;
  folder.write("file", "");
  CHECK_THAT(refusal("/no/such/x.json"), contains("--json is '/no/such/x.json'") && contains("no folder '/no/such'"));
  CHECK_THAT(refusal(folder.path()), contains("that is a folder"));
  CHECK_THAT(refusal(folder.file("new/")), contains("folder"));
  CHECK_THAT(refusal(folder.file("file/x.json")), contains("Not a directory"));
  CHECK_THAT(refusal(folder.file(std::string(300, 'x'))), contains("File name too long"));
  CHECK_THAT(refusal(""), contains("must be the name of a file"));
  std::filesystem::create_symlink("loop", folder.file("loop"));
  CHECK_THAT(refusal(folder.file("loop")), contains("Too many levels of symbolic links"));
  CHECK(refusal(folder.file("new.json")).empty());
}

TEST_CASE("Missing permissions are told") {
  const TemporaryFolder folder;
  folder.write("read-only.json", "");
  std::filesystem::permissions(folder.file("read-only.json"), std::filesystem::perms(0444));
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  std::string file;
  std::string in_folder;
  {
    const Unprivileged somebody;
    file = refusal(folder.file("read-only.json"));
    in_folder = refusal(folder.file("new.json"));
  }
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  CHECK_THAT(file, contains("that file can't be written: Permission denied"));
  CHECK_THAT(in_folder, contains(folder.path() + "' takes no new files: Permission denied"));
}

TEST_CASE("An interrupted program leaves a whole file and nothing else") {
  const TemporaryFolder folder;
  const std::string content(1 << 20, 'x');
  for (int i = 0; i < 20; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGTERM, SIG_DFL);
      for (;;) {
        OutputFile("--json", folder.file("file.json")).write(content);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + i));
    kill(child, SIGTERM);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
  }
  CHECK(folder.names() == Names{"file.json"});
  CHECK(folder.read("file.json").size() == content.size());
}
