import Foundation

/// Replaces this process with another program, which takes over its terminal, signals and exit
/// code.
enum ProcessReplacement {
  /// - Parameters:
  ///   - program: The program's file.
  ///   - arguments: The program's name as it was typed, and its arguments.
  ///   - environment: The program's environment.
  /// - Returns: The reason why the system did not replace the process; on success it does not
  ///   return.
  static func replace(
    by program: ExecutableFile, arguments: [String], environment: [String: String]
  ) -> Int32 {
    restoreSignals()
    var arguments: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    execve(program.path, &arguments, &variables)
    return errno
  }

  /// Unblocks all signals, and ignores none.
  ///
  /// A program inherits the blocked signals of its thread, and tasks' threads block most signals.
  /// It also inherits ignored signals, and the networking library ignores writes to closed
  /// connections.
  private static func restoreSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    signal(SIGPIPE, SIG_DFL)
  }
}
