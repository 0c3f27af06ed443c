import Foundation
import PrivateFiles
import StoreClient

/// The making of a new store in a folder, which a crash may end and the next opening continues.
///
/// 1. Its file is on the disk before anything of the store, and is removed when the store is whole.
/// 2. Without that file, a folder with certificates or with files of its customer, and without a
///    database, has lost its store: none is made in its place.
/// 3. Several processes may make it at once: each of its parts is made once.
struct StoreMaking {
  private let marker: URL

  /// Begins to make a store, or continues; `nil` if the folder has a store, or has lost it.
  ///
  /// - Throws: `FileFault` if the folder cannot be written.
  init?(in folder: DataFolder) throws(FileFault) {
    guard !folder.isComplete else { return nil }
    // What another process has made meanwhile is no trace of a store that is lost.
    let lock = try FileLock(folder.url.appending(path: "store.new.lock"))
    defer { lock.remove() }
    guard !folder.isComplete, folder.isBeingMade || !folder.hasTraces else { return nil }
    marker = folder.making
    guard !folder.isBeingMade else { return }
    try PrivateFile.write(Data(), to: marker)
    try PrivateFile.synchronize(folder: folder.url)
  }

  /// The store is whole.
  func end() throws(FileFault) {
    do {
      try PrivateFile.remove(marker)
    } catch {
      // Another process, which has made the same store, was first.
      if PrivateFile.permissions(of: marker) != nil { throw error }
    }
  }
}

extension DataFolder {
  fileprivate var making: URL { url.appending(path: "store.new") }

  fileprivate var isBeingMade: Bool { exists(making) }

  fileprivate var isComplete: Bool { hasDatabase && !isBeingMade }

  /// Whether there is something that only a store leaves.
  ///
  /// The files of remote stores are elsewhere: a machine may have those and no store yet.
  fileprivate var hasTraces: Bool { exists(authority) || exists(client) }

  /// Whether there is a database that is not empty.
  var hasDatabase: Bool {
    let path = database.path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0 > 0
  }

  /// Whether there is a store, or was one.
  package var hasStore: Bool { exists(database) || hasTraces }

  private func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
  }
}
