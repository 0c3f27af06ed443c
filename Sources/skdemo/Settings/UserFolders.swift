import Foundation

/// The folders in which a person's settings and logs are, by the XDG Base Directory Specification.
struct UserFolders: Hashable, Sendable {
  /// `nil` if the environment has no home folder.
  let config: URL?
  /// `nil` if the environment has no home folder.
  let state: URL?

  /// - Parameter environment: The process's variables; one without text counts as missing.
  init(environment: [String: String]) {
    config = Self.folder("XDG_CONFIG_HOME", orInHome: ".config", environment)
    state = Self.folder("XDG_STATE_HOME", orInHome: ".local/state", environment)
  }

  /// The file of the settings.
  var settings: URL? { config?.appending(path: "settings.json") }

  /// The file of the log.
  var log: URL? { state?.appending(path: "skdemo.log") }

  /// The file that a crash of the screen writes.
  var crashReport: URL? { state?.appending(path: "crash-report.txt") }

  /// The specification ignores a relative path.
  private static func folder(
    _ variable: String, orInHome path: String, _ environment: [String: String]
  ) -> URL? {
    if let named = environment[variable], named.hasPrefix("/") {
      return URL(filePath: named).appending(path: "skdemo", directoryHint: .isDirectory)
    }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return URL(filePath: home).appending(path: "\(path)/skdemo", directoryHint: .isDirectory)
  }
}
