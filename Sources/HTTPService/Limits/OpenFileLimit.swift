import Glibc

/// The number of files that this process may have open: each connection is one.
///
/// The system gives a process a low limit, which the process may raise. At the limit, `accept`
/// fails and a server stops listening. So a server raises the limit, and accepts no more
/// connections than the raised limit allows.
package enum OpenFileLimit {
  /// The number of files that the process may have open in addition to its connections.
  private static let reserve = 128

  /// The highest limit that the system allows this process.
  package static var highest: Int { Int(clamping: current.rlim_max) }

  /// Raises the limit as far as the system allows, even for processes that this one starts.
  ///
  /// - Returns: The limit from now on.
  @discardableResult
  package static func raise() -> Int {
    var limit = current
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
    return Int(clamping: current.rlim_cur)
  }

  /// Raises the limit.
  ///
  /// - Returns: The number of these connections that fit in the limit; at least one.
  package static func connections(atMost count: Int) -> Int {
    min(count, max(1, raise() - reserve))
  }

  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

  private static var current: rlimit {
    var limit = rlimit()
    getrlimit(resource, &limit)
    return limit
  }
}
