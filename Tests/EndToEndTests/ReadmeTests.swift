import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func `the README's picture is the screen of a customer who owns a car`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let screen = try String(
      contentsOf: root.appending(path: "Tests/DemoAppTests/Snapshots/my-cars-owner.txt"),
      encoding: .utf8)

    #expect(readme.contains("```text\n\(screen.trimmingCharacters(in: .newlines))\n```"))
  }
}
