import Glibc

/// How many files a process may have open; each connection is one.
enum OpenFiles {
  /// Raises the bound for this process and those that it starts from now on.
  static func allow(_ count: Int) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < count else { return }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    precondition(setrlimit(resource, &limit) == 0, "a process may raise its bound so far")
  }
}
