import Foundation
import Glibc
import TestSupport
import Testing

/// The notice while a store accepts a connection and does not answer.
@Suite(.hangLimit) struct WaitingNoticeTests {
  @Test func `a terminal says which store is waited for, and a program that reads errors does not`()
    async throws
  {
    let store = try SilentSocket()
    let customer = try CommandLineFixture()
    let arguments = ["sign-in", "--account", "ann", "--store", store.url]
    let environment = ["SKDEMO_DATA": customer.data.path, "SKDEMO_PASSWORD": "correct horse"]

    let session = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), arguments: arguments, environment: environment)
    let piped = try await CommandRun.run("skdemo", arguments, environment: environment)

    #expect(try await session.waitForEnd() == .exited(3))
    #expect(session.text.contains("skdemo: waiting for \(store.url) to answer"))
    #expect(piped.status == 3)
    #expect(!piped.errors.contains("waiting for"))
  }
}

/// A socket on loopback to which everyone can connect, and which never answers.
private final class SilentSocket: Sendable {
  private let file: Int32
  let url: String

  init() throws {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.file = file
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withSocketAddress(host: 0x7F00_0001, port: 0) { bind(file, $0, $1) } == 0
    let isNamed =
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &size) }
      } == 0
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    guard isBound, isNamed, listen(file, 16) == 0 else {
      throw FixtureError(text: "no socket: \(errno)")
    }
  }

  deinit { close(file) }
}
