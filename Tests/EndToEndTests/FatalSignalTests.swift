import Foundation
import TestSupport
import Testing

/// Every fatal signal to the storefront restores the terminal.
@Suite(.hangLimit) struct FatalSignalTests {
  static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGUSR1,
    SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS, SIGPOLL, SIGPWR, SIGSTKFLT,
  ]

  @Test(arguments: signals)
  func `a fatal signal restores the terminal`(signal: Int32) async throws {
    let commandLine = try CommandLineFixture()
    let shop = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), environment: ["SKDEMO_DATA": commandLine.data.path]
    )
    try await shop.waitFor("get started!")
    #expect(shop.modes != shop.initialModes)
    let before = shop.count

    shop.signal(signal)
    let ending = try await shop.waitForEnd()

    let lastOutput = shop.text(after: before)
    #expect(ending == .signalled(signal))
    #expect(shop.modes == shop.initialModes)
    #expect(lastOutput.contains("\u{1B}[?1049l"))
    #expect(lastOutput.contains("\u{1B}[?25h"))
    #expect(lastOutput.contains("\u{1B}[?2004l"))
  }
}

extension TerminalSession {
  fileprivate func text(after start: Int) -> String {
    String(decoding: Array(text.utf8).dropFirst(start), as: UTF8.self)
  }
}
