import Foundation

/// Where a StoreKit configuration file of tests is searched for by its name.
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

  /// Returns the first file with this name, with or without `.storekit`.
  ///
  /// - Throws: ``SKTestError``: `fileNotFound`, with the folders in which it was searched for.
  func file(named name: String) throws(SKTestError) -> URL {
    let names = name.hasSuffix(".storekit") ? [name] : ["\(name).storekit", name]
    for place in places {
      if let file = place.file(named: names) { return file }
    }
    let searched = places.map { "\n  \($0.folder.path)" }.joined()
    throw SKTestError(
      .fileNotFound,
      reason: "There is no StoreKit configuration file '\(names[0])' in:\(searched)\n"
        + "Add it to the resources of the test target, or give its URL to init(contentsOf:).")
  }

  /// The folders in which files are searched for, in this order.
  private var places: [Place] {
    resourceFolders.map { Place(folder: $0, isSearchedBelow: true) }
      + [mainResources].compactMap { $0 }.map { Place(folder: $0) }
      + foldersUpToPackage.map { Place(folder: $0) }
      + packageFolders.map { Place(folder: $0, isSearchedBelow: true) }
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

/// One folder in which files are searched for.
private struct Place {
  let folder: URL
  var isSearchedBelow = false

  /// Returns the first file with one of these names; the first name is preferred.
  func file(named names: [String]) -> URL? {
    for name in names {
      let file = folder.appending(path: name)
      if FileManager.default.fileExists(atPath: file.path) { return file }
    }
    guard isSearchedBelow else { return nil }
    let below = filesBelow
    return names.lazy.compactMap { name in below.first { $0.lastPathComponent == name } }.first
  }

  private var filesBelow: [URL] {
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (files?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
  }
}
