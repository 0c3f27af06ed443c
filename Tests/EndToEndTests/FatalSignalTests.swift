import Foundation
import TestSupport
import Testing

/// Whatever ends the storefront, the terminal is as it was.
@Suite(.timeLimit(.minutes(2))) struct FatalSignalTests {
  static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE,
  ]

  @Test(arguments: signals)
  func `a signal leaves the terminal as it was`(signal: Int32) async throws {
    let machine = try CommandLineFixture()
    let shop = try TerminalSession(
      executable: BuiltExecutable.url("skdemo"), environment: ["SKDEMO_DATA": machine.data.path])
    try await shop.waitFor("get started!")
    #expect(shop.modes != shop.initialModes)
    let before = shop.count

    shop.signal(signal)
    let ending = try await shop.waitForEnd()

    let farewell = shop.text(after: before)
    #expect(ending == .signalled(signal))
    #expect(shop.modes == shop.initialModes)
    #expect(farewell.contains("\u{1B}[?1049l"))
    #expect(farewell.contains("\u{1B}[?25h"))
    #expect(farewell.contains("\u{1B}[?2004l"))
  }
}

extension TerminalSession {
  fileprivate func text(after start: Int) -> String {
    String(decoding: Array(text.utf8).dropFirst(start), as: UTF8.self)
  }
}
