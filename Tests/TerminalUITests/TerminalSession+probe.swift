import TestSupport

extension TerminalSession {
  /// The probe on a pseudo-terminal, when it has drawn its first frame.
  static func probe(
    columns: Int = 80, rows: Int = 24, _ environment: [String: String] = [:],
    showing text: String = "help"
  ) async throws -> TerminalSession {
    let session = try await TerminalSession(
      columns: columns, rows: rows, executable: BuiltExecutable.url("TerminalProbe"),
      environment: environment)
    try await session.waitFor(text)
    return session
  }
}
