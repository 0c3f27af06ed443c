import Glibc

/// How many files this process may have open: each connection of a server is one.
///
/// The system gives a process a low bound that it may raise itself. Where it is reached `accept`
/// fails, and with it the server stops to listen: so a server raises the bound, and takes no more
/// connections than the raised one has room for.
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
