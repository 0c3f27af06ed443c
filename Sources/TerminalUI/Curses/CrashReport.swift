import CNcurses

/// The report that the program writes if it crashes.
///
/// It has the version, the signal and the names of the last 50 events, and nothing that was typed.
/// Only its owner can read it. The signal handler restores the terminal, writes the report, and prints
/// its path there. Swift's own crash reporter, which waits for a key, does not run.
package enum CrashReport {
  /// Handles crashes from now on.
  ///
  /// - Parameters:
  ///   - file: The absolute path of the report, whose folder a crash creates if necessary.
  ///   - program: The name and version of the program.
  package static func begin(at file: String, of program: String) {
    cn_crash_handle_signals()
    _ = cn_crash_set_report(file, program)
  }
}
