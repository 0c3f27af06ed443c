import Foundation
import PrivateFiles
import Testing

@testable import OpenStoreKitTest

/// Where a test's StoreKit configuration file may be.
@Suite struct ConfigurationFileSearchTests {
  private let folder: TemporaryFolder
  private let search: ConfigurationFileSearch

  init() throws {
    folder = try TemporaryFolder()
    search = ConfigurationFileSearch(
      programFolder: folder.url.appending(path: "package/.build/debug"),
      mainResources: folder.url.appending(path: "main"),
      workingDirectory: folder.url.appending(path: "package/Sources"))
    try write("package/Package.swift")
    try write("package/Sources/App.swift")
  }

  /// In the order in which they are preferred.
  @Test(arguments: [
    "package/.build/debug/App_AppTests.resources/Shop.storekit",
    "package/.build/debug/App_AppTests.resources/Files/Shop.storekit",
    "main/Shop.storekit", "package/Sources/Shop.storekit", "package/Shop.storekit",
    "package/Tests/AppTests/Shop.storekit", "package/Sources/App/Shop.storekit",
  ])
  func `a file is found by its name, with and without its extension`(path: String) throws {
    try write(path)
    for name in ["Shop", "Shop.storekit"] {
      #expect(try search.file(named: name).path == folder.url.appending(path: path).path)
    }
  }

  @Test func `a bundle's file is used before one of the source package`() throws {
    let paths = [
      "package/Tests/AppTests/Shop.storekit", "package/Sources/Shop.storekit",
      "main/Shop.storekit", "package/.build/debug/App_AppTests.resources/Shop.storekit",
    ]
    for path in paths {
      try write(path)
      #expect(try search.file(named: "Shop").path == folder.url.appending(path: path).path)
    }
  }

  @Test func `a file above the package is not used`() throws {
    try write("Shop.storekit")
    #expect(throws: SKTestError(.fileNotFound)) { try search.file(named: "Shop") }
  }

  @Test func `the error of a missing file says where it was searched for and what to do`() throws {
    let error = #expect(throws: SKTestError.self) { try search.file(named: "Shop") }
    let root = folder.url.path
    #expect(
      error?.localizedDescription == """
        There is no StoreKit configuration file 'Shop.storekit' in:
          \(root)/main
          \(root)/package/Sources
          \(root)/package
          \(root)/package/Sources
        Add it to the resources of the test target, or give its URL to init(contentsOf:).
        """)
  }

  private func write(_ path: String) throws {
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: file)
  }
}
