import Glibc

/// How many files a process may have open; each connection is one.
enum OpenFiles {
  /// What the store itself may have open beside its connections.
  private static let reserve = 128

  /// Raises the bound as far as the system lets this process.
  ///
  /// - Returns: How many connections there may be: a server that could open no more files would
  ///   stop to listen.
  static func connections(atMost count: Int) -> Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return count }
    let before = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    if setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
    return min(count, max(1, Int(clamping: limit.rlim_cur) - reserve))
  }
}
