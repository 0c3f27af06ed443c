import Foundation
import TestSupport
import Testing

/// Lists of a store in which nothing has happened.
@Suite(.hangLimit) struct EmptyListTests {
  private static let lists: [([String], String)] = [
    (["history"], "no transactions yet"),
    (["store", "transactions"], "no transactions yet"),
    (["store", "offer-code", "list"], "no offer codes yet"),
    (["store", "family"], "no families yet"), (["store", "account", "list"], "no accounts yet"),
    (["device", "list"], "no devices yet"),
  ]

  @Test(arguments: lists)
  func `a list that is empty says so`(arguments: [String], sentence: String) async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let text = try await commandLine.skdemo(arguments).succeeded()
    let json = try await commandLine.skdemo(arguments + ["--json"]).succeeded().json()

    #expect(text.output == sentence + "\n")
    #expect(json.values.contains { ($0 as? [Any])?.isEmpty == true })
  }

  @Test func `a catalogue without products says so`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    let file = commandLine.data.appending(path: "empty.json")
    try Data(#"{"products":[]}"#.utf8).write(to: file)

    let text = try await commandLine.skdemo("products", "--catalog", file.path).succeeded()
    let json = try await commandLine.skdemo("products", "--catalog", file.path, "--json").json()

    #expect(text.output == "nothing is for sale\n")
    #expect((json["products"] as? [Any])?.isEmpty == true)
  }
}
