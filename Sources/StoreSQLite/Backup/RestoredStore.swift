package import Foundation
import PrivateFiles
import StoreEngine

/// Where a store is restored to.
package struct RestoredStore: Sendable {
  let folder: URL
  let database: URL
  let authority: URL

  /// The database and the folder of the certificates are in `folder`.
  package init(folder: URL, database: URL, authority: URL) {
    self.folder = folder
    self.database = database
    self.authority = authority
  }
}

extension RestoredStore {
  /// Makes the folder unless it is there and empty, and fills it.
  ///
  /// If `fill` throws, the folder is as it was before.
  func filling<Value>(_ fill: () throws -> Value) throws -> Value {
    let isNew = try checkEmpty()
    do {
      try PrivateFile.makeFolder(folder)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.path(percentEncoded: false))
      let value = try fill()
      try PrivateFile.synchronize(folder: folder.appending(path: "..").standardizedFileURL)
      return value
    } catch {
      removeAll(andFolder: isNew)
      guard let fault = error as? FileFault else { throw error }
      throw BackupFault.failed(folder, doing: "writing", reason: fault.reason)
    }
  }

  /// - Returns: Whether there is no folder yet.
  private func checkEmpty() throws -> Bool {
    let path = folder.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return true }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), names.isEmpty
    else { throw BackupFault.notEmpty(folder) }
    return false
  }

  private func removeAll(andFolder isNew: Bool) {
    let path = folder.path(percentEncoded: false)
    if isNew {
      try? FileManager.default.removeItem(at: folder)
    } else {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        try? FileManager.default.removeItem(at: folder.appending(path: name))
      }
    }
  }

  func write(_ file: BackupFile) throws(FileFault) {
    let url = folder.appending(path: file.path)
    let parent = url.deletingLastPathComponent()
    try PrivateFile.makeFolder(parent)
    try PrivateFile.write(file.data, to: url)
    try PrivateFile.synchronize(folder: parent)
  }
}
