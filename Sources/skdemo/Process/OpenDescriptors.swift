import Foundation

/// The file descriptors of one moment that another program would inherit from this process.
struct OpenDescriptors {
  private let numbers: Set<Int32>

  /// The inheritable descriptors that are open now.
  ///
  /// The others are this process's own, and their numbers can be given to something else later.
  init() {
    numbers = Self.now.filter { number in
      let flags = fcntl(number, F_GETFD)
      return flags >= 0 && flags & FD_CLOEXEC == 0
    }
  }

  /// Closes the descriptors opened since then when another program replaces this one.
  ///
  /// The networking library opens its sockets so that another program inherits them.
  func setCloseOnExec() {
    for number in Self.now.subtracting(numbers) where number > STDERR_FILENO {
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }
  }

  private static var now: Set<Int32> {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return Set((names ?? []).compactMap(Int32.init))
  }
}
