import Foundation
import StoreClient

/// `skdemo --print-paths`: the folders and files that skdemo uses.
struct PathsReport: Encodable {
  var data: String
  /// Absent if the environment has no home folder.
  var settings: String?
  /// Absent if the environment has no home folder.
  var log: String?
  /// Absent if the environment has no home folder; there is a file only after a crash.
  var crashReport: String?

  init(_ data: DataFolder, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let folders = UserFolders(environment: environment)
    self.data = data.url.path(percentEncoded: false)
    settings = folders.settings?.path(percentEncoded: false)
    log = folders.log?.path(percentEncoded: false)
    crashReport = folders.crashReport?.path(percentEncoded: false)
  }

  var lines: [String] {
    let rows = [
      ("data", data), ("settings", settings), ("log", log), ("crash report", crashReport),
    ]
    return Table(rows.map { [$0, $1 ?? "none, because HOME is not set"] }).lines
  }
}
