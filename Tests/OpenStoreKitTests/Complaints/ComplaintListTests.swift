import Foundation
import Testing

/// The documentation lists the complaints, and each has a test that begins with its number.
@Suite struct ComplaintListTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `each complaint of the documentation has a test that bears its number`() throws {
    let article = try String(
      contentsOf: Self.root.appending(path: "Sources/OpenStoreKit/OpenStoreKit.docc/Complaints.md"),
      encoding: .utf8)
    let tests = try ["OpenStoreKitTests/Complaints", "OpenStoreKitTestTests"].map(Self.text)
      .joined()

    let numbers = article.matches(of: #/(?m)^\| (\d+) \|/#).compactMap { Int($0.1) }

    #expect(numbers == Array(1...18))
    let untested = numbers.filter { !tests.contains("`complaint \($0): ") }
    #expect(untested == [])
  }

  /// The Swift files of a folder of tests.
  private static func text(_ folder: String) throws -> String {
    let folder = root.appending(path: "Tests").appending(path: folder)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }
}
