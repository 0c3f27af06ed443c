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

  /// In order of preference.
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

  @Test func `a folder and a program with the file's name are passed over`() throws {
    try write("package/.build/debug/Shop")
    try write("main/Shop")
    try write("package/Sources/Shop/App.swift")
    try write("package/Sources/Shop.storekit/App.swift")
    let file = "package/Tests/ShopTests/Shop.storekit"
    try write(file)
    #expect(try search.file(named: "Shop").path == folder.url.appending(path: file).path)
  }

  @Test func `a file with another extension is found by its whole name, after one with .storekit`()
    throws
  {
    for path in ["main/Shop.json", "package/Tests/ShopTests/Shop.json.storekit"] {
      try write(path)
      #expect(try search.file(named: "Shop.json").path == folder.url.appending(path: path).path)
    }
  }

  @Test func `of several files that differ none is used, and the error names them`() throws {
    let old = "package/.build/debug/App_AppTests.resources/Shop.storekit"
    let new = "package/.build/debug/App_ShopTests.resources/Shop.storekit"
    try write(old)
    try write(new)
    #expect(try search.file(named: "Shop").path == folder.url.appending(path: old).path)
    try write(new, "{ }")

    let error = #expect(throws: SKTestError(.fileNotFound)) { try search.file(named: "Shop") }

    let root = folder.url.path
    #expect(
      error?.localizedDescription == """
        There are several StoreKit configuration files 'Shop.storekit' that differ:
          \(root)/\(old)
          \(root)/\(new)
        Remove those that are left from an earlier build, or give the URL of one to init(contentsOf:).
        """)
  }

  @Test func `a pipe differs from a file of its name, and nobody waits for its writer`() throws {
    try write("package/.build/debug/App_AppTests.resources/Shop.storekit")
    let pipe = folder.url.appending(
      path: "package/.build/debug/App_ShopTests.resources/Shop.storekit")
    try PrivateFile.makeFolder(pipe.deletingLastPathComponent())
    #expect(mkfifo(pipe.path, 0o600) == 0)

    #expect(throws: SKTestError(.fileNotFound)) { try search.file(named: "Shop") }
  }

  @Test func `the error of a missing file says where it was searched for and what to do`() throws {
    let error = #expect(throws: SKTestError.self) { try search.file(named: "Shop") }
    let root = folder.url.path
    #expect(
      error?.localizedDescription == """
        There is no StoreKit configuration file 'Shop.storekit' in:
          \(root)/main
          \(root)/package
          \(root)/package/Sources and below
        Add it to the resources of the test target, or give its URL to init(contentsOf:).
        """)
  }

  private func write(_ path: String, _ text: String = "{}") throws {
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
