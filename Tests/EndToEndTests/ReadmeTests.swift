import Foundation
import Testing

@Suite struct ReadmeTests {
  private func text(of path: String) throws -> String {
    try String(contentsOf: .packageRoot.appending(path: path), encoding: .utf8)
  }

  @Test func `the README shows five screens, each with words for who cannot see it`() throws {
    let pictures = try text(of: "README.md").matches(
      of: /!\[([^\]]+)\]\(\.github\/pictures\/([a-z-]+)\.svg\)/)

    #expect(
      pictures.map { String($0.output.2) } == [
        "home", "shop", "purchase-sheet", "new-device", "transaction-manager",
      ])
  }

  @Test func `the README is one page`() throws {
    #expect(try text(of: "README.md").utf8.count <= 12 * 1024)
  }

  @Test func `every file that the README links to exists`() throws {
    let links = try text(of: "README.md").matches(of: /\]\(([^)#:]+)\)/).map { String($0.output.1) }
    try #require(!links.isEmpty)
    for link in links {
      let file = URL.packageRoot.appending(path: link)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
    }
  }

  @Test func `every file that the recipes name exists`() throws {
    let recipes = try text(of: "Sources/skdemo/skdemo.docc/Contributing.md")
    let paths = recipes.matches(of: /`([^`\s]+\/[^`\s]+\.swift)`/).map { String($0.output.1) }
    try #require(paths.count > 30)
    for path in paths {
      let places = ["Sources", "Tests"].map {
        URL.packageRoot.appending(path: "\($0)/\(path)").path
      }
      #expect(places.contains { FileManager.default.fileExists(atPath: $0) }, "\(path)")
    }
  }
}
