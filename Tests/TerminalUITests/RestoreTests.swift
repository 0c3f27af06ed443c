import Foundation
import TestSupport
import Testing

/// What is left behind on a real terminal when the probe ends in every way that it can.
@Suite(.hangLimit) struct RestoreTests {
  private func expectRestored(_ session: TerminalSession) {
    let text = session.text
    let modesOff = ["\u{1B}[?1049l", "\u{1B}[?25h", "\u{1B}[?2004l", "\u{1B}[?1000l"]
    for mode in modesOff { #expect(text.contains(mode), "\(mode.debugDescription)") }
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
}
