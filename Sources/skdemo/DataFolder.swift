import Foundation

/// Where this machine keeps its store and what it is as a customer.
///
/// `--data` or `SKDEMO_DATA` names the folder; otherwise it is `skdemo` in the data folder of the
/// XDG base directories.
struct DataFolder {
  let url: URL

  /// - Throws: ``CommandFailure`` where the option names nothing, or neither it nor the environment
  ///   names a folder.
  init(option: String?, environment: [String: String]) throws {
    guard option != "" else {
      throw CommandFailure(
        code: "malformed", message: "--data names no folder: say which, as in --data DIR",
        exit: .malformed)
    }
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let path = option ?? value("SKDEMO_DATA") {
      url = URL(filePath: path, directoryHint: .isDirectory)
    } else if let data = value("XDG_DATA_HOME"), data.hasPrefix("/") {
      url = URL(filePath: data).appending(path: "skdemo", directoryHint: .isDirectory)
    } else if let home = value("HOME") {
      url = URL(filePath: home).appending(path: ".local/share/skdemo", directoryHint: .isDirectory)
    } else {
      throw CommandFailure(
        code: "noDataFolder",
        message: "there is no folder for the store: HOME is not set. Name one with --data DIR")
    }
  }

  /// The local store's database.
  var database: URL { url.appending(path: "store.sqlite") }

  /// The local store's keys and certificates.
  var authority: URL { url.appending(path: "authority", directoryHint: .isDirectory) }

  /// This machine as a customer of the local store.
  var customer: URL { url.appending(path: "stores/local", directoryHint: .isDirectory) }
}
