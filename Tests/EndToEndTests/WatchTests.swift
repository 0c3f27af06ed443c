import Foundation
import TestSupport
import Testing

/// `skdemo watch`, while somebody else acts.
@Suite(.hangLimit) struct WatchTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture() }

  @Test func `a purchase from another terminal is a line, and the interrupt key ends the watch`()
    async throws
  {
    _ = try await commandLine.skdemo("status").succeeded()
    let watch = try await ChildProcess(
      BuiltExecutable.url("skdemo"), ["watch"], environment: ["SKDEMO_DATA": commandLine.data.path],
      streams: .lines(withErrors: true))
    #expect(try await watch.nextLine()?.contains("watching") == true)

    _ = try await commandLine.skdemo("store", "buy", "nonconsumable.racecar").succeeded()

    let line = try #require(try await watch.nextLine())
    #expect(line.contains("nonconsumable.racecar  purchase  4.99 USD"))
    watch.signal(SIGINT)
    #expect(try await watch.end() == .exited(0))
  }

  @Test func `with a count it ends by itself, and JSON has one line for each change`() async throws
  {
    _ = try await commandLine.skdemo("status").succeeded()
    _ = try await commandLine.skdemo("store", "buy", "nonconsumable.racecar").succeeded()

    let run = try await commandLine.skdemo("watch", "--count", "1", "--json").succeeded()

    #expect(run.output.split(separator: "\n").count == 1)
    #expect(try run.json()["productID"] as? String == "nonconsumable.racecar")
  }
}
