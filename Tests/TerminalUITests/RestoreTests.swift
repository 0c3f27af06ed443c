import Foundation
import TestSupport
import Testing

/// What is left behind on a real terminal when the probe ends in every way that it can.
@Suite(.hangLimit) struct RestoreTests {
  /// What a program before this one may have left on: reports of the mouse, the focus, the colours, the
  /// size, pastes and keys, and two keyboard protocols.
  private static let reportsOff =
    [9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2031, 2048, 9001]
    .map { "\u{1B}[?\($0)l" } + ["\u{1B}[=0u", "\u{1B}[>4;0m"]

  @Test func `no report that was left on is on while the program runs`() async throws {
    let session = try await TerminalSession.probe()
    try await session.waitFor("\u{1B}[?2026l")
    let screen = try #require(session.text.range(of: "\u{1B}[?1049h"))
    for mode in Self.reportsOff { #expect(session.text[screen.upperBound...].contains(mode)) }
  }

  @Test func `a console that knows no keyboard protocol is not sent its codes`() async throws {
    let session = try await TerminalSession.probe(["TERM": "linux"])
    session.send("q")
    _ = try await session.waitForEnd()
    #expect(!session.text.contains("\u{1B}[=") && !session.text.contains("\u{1B}[>"))
  }

  private func expectRestored(_ session: TerminalSession) {
    let text = session.text
    let modesOff = ["\u{1B}[?1049l", "\u{1B}[?25h", "\u{1B}[?1l\u{1B}>"] + Self.reportsOff
    let leaving = text.components(separatedBy: "\u{1B}[?2004h").last ?? ""
    for mode in modesOff { #expect(leaving.contains(mode), "\(mode.debugDescription)") }
    #expect(session.modes == session.initialModes)
  }

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE,
  ])
  func `a fatal signal leaves the terminal as it was and is what ends the process`(
    signal: Int32
  ) async throws {
    let session = try await TerminalSession.probe()
    #expect(session.modes != session.initialModes)
    session.signal(signal)
    #expect(try await session.waitForEnd() == .signalled(signal))
    expectRestored(session)
  }

  @Test(arguments: ["x": "the screen's thread", "y": "another thread"])
  func `a trap leaves the terminal as it was and says why`(
    key: String, thread: String
  ) async throws {
    let session = try await TerminalSession.probe()
    session.send(key)
    let ending = try await session.waitForEnd()
    #expect([.signalled(SIGILL), .signalled(SIGTRAP)].contains(ending))
    expectRestored(session)
    let left = try #require(session.text.range(of: "\u{1B}[?1049l"))
    #expect(session.text[left.upperBound...].contains("crashed on \(thread)"))
  }

  @Test func `quitting leaves the terminal as it was`() async throws {
    let session = try await TerminalSession.probe()
    session.send("q")
    #expect(try await session.waitForEnd() == .exited(0))
    expectRestored(session)
    #expect(session.text.hasSuffix("ended: quit\r\n"))
  }

  @Test func `what is written to standard error is shown after, not on the screen`() async throws {
    let session = try await TerminalSession.probe()
    session.send("e")
    try await session.waitFor("reported")
    #expect(!session.text.contains("a report"))
    session.send("q")
    _ = try await session.waitForEnd()
    #expect(session.text.contains("a report of the probe"))
  }

  @Test func `a signal that the parent has switched off does not end the process`() async throws {
    let session = try await TerminalSession(
      executable: URL(filePath: "/usr/bin/env"),
      arguments: ["--ignore-signal=HUP", BuiltExecutable.url("TerminalProbe").path()])
    try await session.waitFor("help")
    session.signal(SIGHUP)
    session.send("e")
    try await session.waitFor("reported")
  }

  @Test(arguments: ["x", "y"])
  func `a crash leaves a report that only its owner can read, and says where it is`(
    key: String
  ) async throws {
    try await withReport { file in
      let session = try await TerminalSession.probe(["PROBE_REPORT": file.path()])
      session.send("kz\u{1B}[200~secret\u{1B}[201~" + key)
      _ = try await session.waitForEnd()

      let report = try String(contentsOf: file, encoding: .utf8)
      #expect(report.contains("probe 1.0 crashed by SIG"))
      #expect(report.hasSuffix("ProbeLayer: paste\n  ProbeLayer: character\n"))
      #expect(!report.contains("secret"))
      let left = try #require(session.text.range(of: "\u{1B}[?1049l"))
      #expect(
        session.text[left.upperBound...]
          .contains("probe 1.0 crashed. Its report is in \(file.path())"))
      #expect(try permissions(of: file) == 0o600)
      expectRestored(session)
    }
  }

  @Test func `a program that is ended from outside leaves no report`() async throws {
    try await withReport { file in
      let session = try await TerminalSession.probe(["PROBE_REPORT": file.path()])
      session.signal(SIGTERM)
      #expect(try await session.waitForEnd() == .signalled(SIGTERM))
      #expect(!FileManager.default.fileExists(atPath: file.path()))
    }
  }

  /// Runs `body` with the place of a report, whose folder does not exist yet.
  private func withReport(_ body: (URL) async throws -> Void) async throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: parent) }
    try await body(parent.appending(path: "state/crash-report.txt"))
  }

  private func permissions(of file: URL) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path())
    return attributes[.posixPermissions] as? Int
  }
}
