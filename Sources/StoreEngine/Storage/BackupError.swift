package import Foundation

/// An error of a store that was not backed up, or of a backup that was not restored.
package enum BackupError: Error, Hashable, Sendable {
  /// There is something at the place of the new backup.
  case exists(URL)
  /// There are no certificates beside the store's database.
  case incomplete(URL)
  /// The file cannot be read or written, for this reason.
  case failed(URL, doing: String, reason: String)
  /// The file is not a backup.
  case foreign(URL)
  /// The file is the database of a store, which was copied by other means.
  case store(URL)
  /// A later version of the program made the backup.
  case newer(URL)
  /// The backup is not whole.
  case damaged(URL, reason: String)
  /// There are files in the folder for the restored store.
  case notEmpty(URL)
  /// Another process is restoring a store into the folder.
  case restoring(URL)
  /// The store has been restored from backup after backup until no numbers were left.
  case noNumbersLeft(URL)
}

extension BackupError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exists(let file):
      "\(path(file)) already exists, and a backup never replaces a file: name another file, or move "
        + "this one away"
    case .incomplete(let folder):
      "the store in \(path(folder)) has no folder authority with its certificates, which a backup must "
        + "contain: copy the folder back first"
    case .failed(let file, let action, let reason):
      "\(action) \(path(file)) failed: \(reason)"
    case .foreign(let file):
      "\(path(file)) is not a backup: name a file made by skdemo store backup"
    case .store(let file):
      "\(path(file)) is a store's database, without its certificates: name a file made by skdemo "
        + "store backup"
    case .newer(let file):
      "\(path(file)) was made by a later version of skdemo: restore it with that version"
    case .damaged(let file, let reason):
      "\(path(file)) is damaged (\(reason)): restore another backup"
    case .notEmpty(let folder):
      "\(path(folder)) is not empty, and a restore never replaces files: name a new folder"
    case .restoring(let folder):
      "another process is restoring a store into \(path(folder)): wait until it has finished, or "
        + "name a new folder"
    case .noNumbersLeft(let file):
      "\(path(file)) is at the end of too long a series of restores, so no transaction IDs are left: "
        + "restore an earlier backup"
    }
  }

  private func path(_ url: URL) -> String {
    var path = url.path(percentEncoded: false)
    while path.count > 1, path.last == "/" { path.removeLast() }
    return path
  }
}
