import Glibc

/// How many files a process may have open; each connection is one.
enum OpenFiles {
  /// Raises the bound as far as the system lets this process.
  static func allowAll() {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // Where it is refused, the bound is what it was.
    _ = setrlimit(resource, &limit)
  }
}
