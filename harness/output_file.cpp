#include "harness/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "errors.hpp"

namespace matmul {
namespace {

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

bool is_file_of(int descriptor, const struct stat& status) {
  struct stat open {};
  return fstat(descriptor, &open) == 0 && open.st_dev == status.st_dev && open.st_ino == status.st_ino;
}

bool may(int access, const std::string& path) { return faccessat(AT_FDCWD, path.c_str(), access, AT_EACCESS) == 0; }

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

// Where a new file appears, be it behind a link to nothing.
std::string target_of(std::filesystem::path path) {
  std::error_code error;
  constexpr int most_links = 40;
  for (int link = 0; link < most_links && std::filesystem::is_symlink(path, error); ++link) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  const std::filesystem::path folder = std::filesystem::canonical(folder_of(path), error);
  return error ? path : folder / path.filename();
}

// An open file that complains about everything that goes wrong.
class Descriptor {
 public:
  Descriptor(int descriptor, const std::string& path) : descriptor_(descriptor), path_(path) {
    check(descriptor != -1);
  }
  ~Descriptor() {
    if (descriptor_ != -1) {
      ::close(descriptor_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(const std::string& content) const {
    for (std::size_t done = 0; done < content.size();) {
      const ssize_t written = ::write(descriptor_, content.data() + done, content.size() - done);
      check(written != -1 || errno == EINTR);
      done += written == -1 ? 0 : static_cast<std::size_t>(written);
    }
  }
  void close() { check(::close(std::exchange(descriptor_, -1)) == 0); }
  int number() const { return descriptor_; }
  void check(bool went_well) const {
    if (!went_well) {
      throw DeviceError(fmt::format("writing '{}' failed: {}", path_, std::strerror(errno)));
    }
  }

 private:
  int descriptor_;
  const std::string& path_;
};

// Lets signals wait that would end the program.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
      sigaddset(&ending, signal);
    }
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

// A name that is removed unless it was given up.
class TemporaryName {
 public:
  explicit TemporaryName(std::string name) : name_(std::move(name)) {}
  ~TemporaryName() {
    if (!name_.empty()) {
      unlink(name_.c_str());
    }
  }
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  const std::string& name() const { return name_; }
  void give_up() { name_.clear(); }

 private:
  std::string name_;
};

}  // namespace

OutputFile::OutputFile(const std::string& option, const std::string& path) : path_(path), target_(target_of(path)) {
  const auto refuse = [&](const std::string& why) {
    throw InvalidInput(fmt::format("{} is '{}', but {}", option, path, why));
  };
  if (path.empty()) {
    refuse("must be the name of a file");
  }
  const auto status = status_of(path);
  if (!status && errno != ENOENT) {
    refuse(fmt::format("that file can't be written: {}", std::strerror(errno)));
  }
  const std::string folder = folder_of(target_);
  if (!status && !may(F_OK, folder)) {
    refuse(fmt::format("there is no folder '{}'", folder));
  }
  if (path.back() == '/' || (status && S_ISDIR(status->st_mode))) {
    refuse("that is a folder; name a file in it");
  }
  if (status && !may(W_OK, path)) {
    refuse(fmt::format("that file can't be written: {}", std::strerror(errno)));
  }
  for (const int standard : {STDOUT_FILENO, STDERR_FILENO}) {
    if (status && is_file_of(standard, *status)) {
      standard_ = standard;
    }
  }
  is_direct_ = standard_ != -1 || (status && !S_ISREG(status->st_mode));
  if (!is_direct_ && !may(W_OK | X_OK, folder)) {
    refuse(fmt::format("the folder '{}' takes no new files: {}", folder, std::strerror(errno)));
  }
}

void OutputFile::write(const std::string& content) const {
  std::signal(SIGXFSZ, SIG_IGN);  // so that a limit on file sizes is an error like others
  is_direct_ ? write_directly(content) : replace(content);
}

void OutputFile::write_directly(const std::string& content) const {
  // Opened anew, a file that is open already would be overwritten from its first byte.
  Descriptor file(standard_ != -1 ? dup(standard_) : open(path_.c_str(), O_WRONLY | O_CLOEXEC), path_);
  file.write(content);
  file.close();
}

void OutputFile::replace(const std::string& content) const {
  const SignalsHeld held;
  std::string name;
  int descriptor = -1;
  for (int attempt = 0; descriptor == -1 && (attempt == 0 || errno == EEXIST); ++attempt) {
    name = fmt::format("{}/.{}-{}.tmp", folder_of(target_), getpid(), attempt);
    descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  Descriptor file(descriptor, path_);
  TemporaryName temporary(name);
  file.write(content);
  if (const auto status = status_of(target_)) {
    if (fchown(file.number(), status->st_uid, status->st_gid) != 0) {
      // Only root may give files away; anybody else owns what they write.
    }
    file.check(fchmod(file.number(), status->st_mode & 07777) == 0);
  }
  file.check(fsync(file.number()) == 0);
  file.close();
  file.check(std::rename(temporary.name().c_str(), target_.c_str()) == 0);
  temporary.give_up();
}

}  // namespace matmul
