import Foundation
import TestSupport
import Testing

/// The program beside a library that the environment preloads.
@Suite(.hangLimit) struct PreloadedLibraryTests {
  @Test func `arguments survive a preloaded library that sets a variable`() async throws {
    let library = try BuiltExecutable.url("libSetenvPreload.so").path(percentEncoded: false)
    let commandLine = try CommandLineFixture()

    let run = try await commandLine.skdemo(
      ["products", "--json"], environment: ["LD_PRELOAD": library])
    let plain = try await commandLine.skdemo("products", "--json").succeeded()

    #expect(try run.succeeded().output == plain.output)
    #expect(try run.json()["products"] is [[String: Any]])
  }
}
