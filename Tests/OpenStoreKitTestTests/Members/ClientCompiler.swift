import Foundation
import PrivateFiles
import TestSupport

/// Checks the types of client code against this package's modules, as a package of its own.
struct ClientCompiler {
  /// One error or warning of the compiler.
  struct Diagnostic: Hashable {
    var line: Int
    var isError: Bool
    var text: String
  }

  /// The folder of the running test, beside which the modules are.
  private let products = Bundle.main.bundleURL

  /// Returns what the compiler says about the lines of one file, in Swift 6 or in Swift 5.
  func diagnostics(of source: String, version: String = "6") async throws -> [Diagnostic] {
    let folder = try TemporaryFolder("client")
    let file = folder.url.appending(path: "Client.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let compiler = try await CommandRun.run(
      at: URL(filePath: "/usr/bin/env"),
      ["swiftc", "-typecheck", file.path, "-swift-version", version] + arguments,
      environment: .ownPath)
    return compiler.errors.split(separator: "\n").compactMap { Diagnostic($0) }
  }

  private var arguments: [String] {
    [
      "-package-name", "client", "-diagnostic-style", "llvm", "-suppress-notes",
      "-I", products.appending(path: "Modules").path,
    ] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
      + includes.flatMap { ["-Xcc", "-I", "-Xcc", $0.path] }
  }

  /// The module maps that SwiftPM has made for C targets, and those of system libraries.
  private var moduleMaps: [URL] {
    (files(in: products).filter { $0.pathExtension == "build" } + dependencies)
      .map { $0.appending(path: "module.modulemap") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The headers of the dependencies' C targets.
  private var includes: [URL] {
    dependencies.map { $0.appending(path: "include") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The folders of the dependencies' targets.
  private var dependencies: [URL] {
    let build = products.deletingLastPathComponent().deletingLastPathComponent()
    return files(in: build.appending(path: "checkouts"))
      .flatMap { files(in: $0.appending(path: "Sources")) }
  }

  private func files(in folder: URL) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).map(\.standardizedFileURL).sorted { $0.path < $1.path }
  }
}

extension ClientCompiler.Diagnostic {
  /// Reads `FILE:LINE:COLUMN: error: TEXT`; `nil` for every other line.
  fileprivate init?(_ line: Substring) {
    guard let match = line.wholeMatch(of: #/.*?:([0-9]+):[0-9]+: (error|warning): (.*)/#),
      let number = Int(match.1)
    else {
      guard line.contains("error: ") else { return nil }
      self.init(line: 0, isError: true, text: String(line))
      return
    }
    self.init(line: number, isError: match.2 == "error", text: String(match.3))
  }
}
