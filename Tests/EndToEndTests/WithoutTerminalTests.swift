import Foundation
import TestSupport
import Testing

/// `skdemo` where no screen can be drawn.
@Suite(.hangLimit) struct WithoutTerminalTests {
  private let commandLine: CommandLineFixture

  init() throws {
    commandLine = try CommandLineFixture()
  }

  @Test(arguments: [[], ["storefront"], ["storefront", "--plain"]])
  func `without a terminal the storefront is the status`(arguments: [String]) async throws {
    _ = try await commandLine.skdemo("store", "clock", "freeze").succeeded()
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()

    let run = try await commandLine.skdemo(arguments)
    let status = try await commandLine.skdemo("status")

    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("customer on device-1: active customer\n  Car"))
    #expect(run.output.withoutTimes == status.output.withoutTimes)
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test func `without a terminal the storefront prints JSON for a program that asks for it`()
    async throws
  {
    let run = try await commandLine.skdemo("--json").succeeded()

    #expect(try run.json()["customer"] as? String == "new")
    #expect(try run.json()["device"] as? String == "device-1")
  }

  @Test func `without a terminal a name and a password are not asked for`() async throws {
    let store = ["--store", "http://localhost:1", "--json"]

    let nameless = try await commandLine.skdemo(["sign-in"] + store)
    let passwordless = try await commandLine.skdemo(["sign-in", "--account", "anna"] + store)

    #expect(nameless.status == 2)
    #expect(nameless.errors.contains("--account NAME"))
    #expect(passwordless.status == 1)
    #expect(try passwordless.errorCode() == "noPassword")
    #expect(passwordless.errors.contains("SKDEMO_PASSWORD"))
  }

  @Test func `without a terminal a store that cannot be opened ends with its reason`() async throws
  {
    try Data("not a database, but letters".utf8)
      .write(to: commandLine.data.appending(path: "store.sqlite"))

    let run = try await commandLine.skdemo([])

    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("is not a store's database"))
  }
}

extension String {
  /// The status without how long its steps took.
  fileprivate var withoutTimes: String { replacing(/[0-9.]+ ms/, with: "") }
}
