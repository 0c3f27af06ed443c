import ArgumentParser
import Foundation
import PrivateFiles
import TerminalUI
import TestSupport
import Testing

@testable import skdemo

/// The promises of the README and the help about options and variables.
@Suite(.hangLimit) struct OptionPromisesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }

  @Test func `without an option the store is in the XDG data folder, or in the one under HOME`()
    async throws
  {
    for name in ["home", "xdg"] {
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: false)
    }
    _ = try await CommandRun.run("skdemo", ["status"], environment: ["HOME": path("home")])
      .succeeded()
    #expect(exists("home/.local/share/skdemo/store.sqlite"))

    _ = try await CommandRun.run(
      "skdemo", ["status"],
      environment: ["HOME": path("home"), "XDG_DATA_HOME": path("xdg")]
    ).succeeded()
    #expect(exists("xdg/skdemo/store.sqlite"))

    let none = try await CommandRun.run("skdemo", ["status", "--json"])
    #expect(try none.status == 1 && none.errorCode() == "noDataFolder")
  }

  @Test
  func `original StoreKit reads purchases from the receipt, which StoreKit 2 does not write`()
    async throws
  {
    let data = ["--data", path("generations")]
    _ = try await CommandRun.run("skdemo", data + ["buy", "nonconsumable.car", "--yes"])
      .succeeded()
    for (generation, customer) in [("2", "active"), ("original", "new")] {
      let run = try await CommandRun.run(
        "skdemo", data + ["storefront", "--storekit", generation, "--json"]
      ).succeeded()
      #expect(try run.json()["customer"] as? String == customer)
    }

    let unknown = try await CommandRun.run("skdemo", data + ["storefront", "--storekit", "3"])
    #expect(unknown.status == 2)
  }

  @Test func `a store with the same seed gives the same IDs, another seed others`() async throws {
    var nonces: [String?] = []
    for (name, seed) in [("a", "7"), ("b", "7"), ("c", "8")] {
      let run = try await CommandRun.run(
        "skdemo",
        ["--data", path(name), "--seed", seed, "buy", "nonconsumable.car", "--yes", "--json"]
      ).succeeded()
      let transaction = try run.json()["transaction"] as? [String: Any]
      nonces.append(transaction?["deviceVerificationNonce"] as? String)
    }

    #expect(nonces[0] != nil && nonces[0] == nonces[1] && nonces[0] != nonces[2])
  }

  @Test func `the operator key's file can be named by a variable`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let other = path("other.key")
    try PrivateFile.write(
      Data(String(repeating: "k", count: 32).utf8), to: URL(filePath: other))
    let own = path("operator.key")
    try PrivateFile.write(Data(server.operatorKey().utf8), to: URL(filePath: own))
    func clock(_ key: String?, _ arguments: String...) async throws -> CommandRun {
      var environment = ["SKDEMO_DATA": path("data"), "SKDEMO_STORE": server.url]
      environment["SKDEMO_OPERATOR_KEY_FILE"] = key
      return try await CommandRun.run(
        "skdemo", ["store", "clock", "--json"] + arguments, environment: environment)
    }

    #expect(try await clock(own).succeeded().json()["now"] is String)
    #expect(try await clock(nil).errorCode() == "malformed")
    #expect(try await clock(other).errorCode() == "unauthorized")
    #expect(try await clock(other, "--operator-key-file", own).status == 0)
  }

  @Test(
    arguments: [
      ([], [:], false), (["--reduce-motion"], [:], true), ([], ["CI": "true"], true),
      ([], ["CI": ""], false), (["--reduce-motion"], ["CI": "1"], true),
    ] as [([String], [String: String], Bool)])
  func `--reduce-motion animates nothing, and CI does the same`(
    arguments: [String], environment: [String: String], reducesMotion: Bool
  ) throws {
    let storefront = try Storefront.parse(arguments).arguments

    let settings = try UserSettings.read(options: storefront.options, environment: environment)
    #expect(settings.reducesMotion(in: environment) == reducesMotion)
  }

  @Test(
    arguments: [
      ([], [:], true), (["--no-color"], [:], false), ([], ["NO_COLOR": "1"], false),
      ([], ["NO_COLOR": ""], true),
    ] as [([String], [String: String], Bool)])
  func `--no-color uses none, and NO_COLOR does the same`(
    arguments: [String], environment: [String: String], usesColor: Bool
  ) throws {
    let storefront = try Storefront.parse(arguments).arguments

    let settings = try UserSettings.read(options: storefront.options, environment: environment)
    #expect(settings.display(in: environment).usesColor == usesColor)
  }
}
