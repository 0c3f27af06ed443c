import Foundation
import PrivateFiles

/// Searches for a StoreKit configuration file of tests by its name.
struct ConfigurationFileSearch {
  /// The folder of the running program, beside which SwiftPM puts the resources of test targets.
  var programFolder: URL
  /// The main bundle's resources; `nil` if it has none.
  var mainResources: URL?
  var workingDirectory: URL

  /// The running process's.
  static var live: ConfigurationFileSearch {
    ConfigurationFileSearch(
      programFolder: Bundle.main.bundleURL, mainResources: Bundle.main.resourceURL,
      workingDirectory: URL(filePath: FileManager.default.currentDirectoryPath))
  }

  /// Returns the file with this name, with or without `.storekit`.
  ///
  /// A name with another extension, such as `Products.json`, is searched for as it is too, after the
  /// one with `.storekit` was not found anywhere. Folders are no files.
  ///
  /// - Throws: ``SKTestError``: `fileNotFound`, with the folders in which it was searched for, or with
  ///   the files if there are several in one place whose contents differ.
  func file(named name: String) throws(SKTestError) -> URL {
    let (names, places) = (Self.names(name), places)
    for name in names {
      for place in places {
        if let file = try place.file(named: name) { return file }
      }
    }
    throw Self.notFound(names[0], in: places)
  }

  private static func names(_ name: String) -> [String] {
    if name.hasSuffix(".storekit") { return [name] }
    // A name without an extension can be a program's.
    return URL(filePath: name).pathExtension.isEmpty
      ? ["\(name).storekit"] : ["\(name).storekit", name]
  }

  private static func notFound(_ name: String, in places: [Place]) -> SKTestError {
    let below = places.filter(\.isSearchedBelow).flatMap(\.folders)
    let lines = places.flatMap { place in
      place.folders.filter { place.isSearchedBelow || !below.contains($0) }
        .map { "\n  \($0.path)\(place.isSearchedBelow ? " and below" : "")" }
    }
    return SKTestError(
      .fileNotFound,
      reason: "There is no StoreKit configuration file '\(name)' in:\(lines.joined())\n"
        + "Add it to the resources of the test target, or give its URL to init(contentsOf:).")
  }

  /// The places that are searched, in this order.
  private var places: [Place] {
    [Place(folders: resourceFolders, isSearchedBelow: true)]
      + [mainResources].compactMap { $0 }.map { Place(folders: [$0]) }
      + foldersUpToPackage.map { Place(folders: [$0]) }
      + packageFolders.map { Place(folders: [$0], isSearchedBelow: true) }
  }

  private var resourceFolders: [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: programFolder, includingPropertiesForKeys: nil)
    return (found ?? []).filter { ["resources", "bundle"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }

  /// The working directory and those above it up to the package; only the former without a package.
  private var foldersUpToPackage: [URL] {
    guard let package else { return [workingDirectory] }
    return above.prefix { $0.path != package.path } + [package]
  }

  private var packageFolders: [URL] {
    ["Tests", "Sources"].compactMap { package?.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The nearest folder with a `Package.swift`.
  private var package: URL? {
    above.first { FileManager.default.fileExists(atPath: $0.appending(path: "Package.swift").path) }
  }

  /// The working directory and all folders above it.
  private var above: [URL] {
    let directory = workingDirectory.standardizedFileURL
    return directory.pathComponents.indices.map { count in
      (0..<count).reduce(directory) { folder, _ in folder.deletingLastPathComponent() }
    }
  }
}

/// Folders without an order of preference.
private struct Place {
  let folders: [URL]
  var isSearchedBelow = false

  /// Returns the file with this name; `nil` if there is none.
  ///
  /// - Throws: ``SKTestError``: `fileNotFound` if there are several whose contents differ. One of them
  ///   may be of a target that was renamed or removed, whose resources SwiftPM leaves behind.
  func file(named name: String) throws(SKTestError) -> URL? {
    let files = files(named: name)
    guard Set(files.map { try? RegularFile.contents(of: $0) }).count > 1 else { return files.first }
    throw SKTestError(
      .fileNotFound,
      reason: "There are several StoreKit configuration files '\(name)' that differ:"
        + files.map { "\n  \($0.path)" }.joined()
        + "\nRemove those that are left from an earlier build, or give the URL of one to "
        + "init(contentsOf:).")
  }

  private func files(named name: String) -> [URL] {
    let candidates =
      isSearchedBelow
      ? folders.flatMap(Self.filesBelow).filter { $0.lastPathComponent == name }
      : folders.map { $0.appending(path: name) }
    return candidates.filter(Self.isFile)
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  private static func filesBelow(_ folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (files?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
  }
}
