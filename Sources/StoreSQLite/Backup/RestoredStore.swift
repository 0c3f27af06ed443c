package import Foundation
import Glibc
import PrivateFiles
import StoreEngine

/// The place to which a store is restored.
///
/// 1. The draft of the database is made before anything else. After everything else, one rename
///    gives it the database's name, which makes the folder a store. So a folder with a draft and
///    without a database has an incomplete store, which nothing opens.
/// 2. Restoring into such a folder starts from the beginning, unless the folder holds anything
///    else.
/// 3. The process that restores holds the lock of the draft, and looks at the folder again when it
///    has the lock. It removes only the files that a restore makes; other files stay.
/// 4. If a restore fails, the folder is as it was, or has a draft as before.
package struct RestoredStore: Sendable {
  let folder: URL
  let database: URL
  let authority: URL
  private let draft: URL

  /// The database and the folder of the certificates are in `folder`.
  package init(folder: URL, database: URL, authority: URL) {
    self.folder = folder
    self.database = database
    self.authority = authority
    draft = database.appendingPathExtension("draft")
  }

  /// Whether a restore into the folder has begun and has not finished.
  package var isUnfinished: Bool { exists(draft) && !exists(database) }

  private func exists(_ url: URL) -> Bool { PrivateFile.permissions(of: url) != nil }
}

extension RestoredStore {
  /// Makes the folder if it is missing, lets `fill` write everything, and makes the folder a store.
  ///
  /// - Parameter fill: Receives the empty draft of the database.
  /// - Returns: The result of `fill`.
  /// - Throws: The errors of `fill`, and ``BackupError`` if the folder holds anything but an
  ///   incomplete restored store, if another process is restoring into it, or if it cannot be
  ///   written.
  func filling<Value>(_ fill: (_ draft: URL) throws -> Value) throws -> Value {
    try filling(from: try state(), fill)
  }

  /// Fills the folder, which was in this state before its draft was locked.
  func filling<Value>(from before: State, _ fill: (_ draft: URL) throws -> Value) throws -> Value {
    do {
      try PrivateFile.makeFolder(folder)
      let lock = try lockDraft()
      defer { lock.release() }
      let now = try stateUnderLock(after: before)
      return try fillEmptied(fill) { undo(to: now) }
    } catch let error as FileError {
      undoFolders(to: before)
      throw BackupError.failed(
        folder, doing: "writing", reason: "\(error.reason). Make room, or name another folder")
    }
  }

  private func fillEmptied<Value>(
    _ fill: (_ draft: URL) throws -> Value, undo: () -> Void
  ) throws -> Value {
    do {
      try empty()
      let value = try fill(draft)
      try PrivateFile.move(draft, to: database)
      try? PrivateFile.synchronize(folder: folder.appending(path: "..").standardizedFileURL)
      return value
    } catch {
      undo()
      throw error
    }
  }

  func write(_ file: BackupFile) throws(FileError) {
    let url = folder.appending(path: file.path)
    let parent = url.deletingLastPathComponent()
    try PrivateFile.makeFolder(parent)
    try PrivateFile.write(file.data, to: url)
    try PrivateFile.synchronize(folder: parent)
  }
}

// MARK: - Before and after

extension RestoredStore {
  enum State {
    /// There is no folder; this is the first of the folders that are made for it.
    case missing(first: URL)
    case empty(permissions: Int)
    /// An earlier restore has left an incomplete store.
    case unfinished

    fileprivate var isUnfinished: Bool { if case .unfinished = self { true } else { false } }
  }

  func state() throws(BackupError) -> State {
    guard let permissions = PrivateFile.permissions(of: folder) else {
      return .missing(first: firstMissingFolder)
    }
    let path = folder.path(percentEncoded: false)
    guard (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil,
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: path)
    else { throw .notEmpty(folder) }
    if paths.isEmpty { return .empty(permissions: permissions) }
    guard isUnfinished, Set(paths).isSubset(of: ownPaths) else { throw .notEmpty(folder) }
    return .unfinished
  }

  /// The state of the folder, whose draft is locked.
  ///
  /// - Throws: ``BackupError/notEmpty(_:)`` if something else has come into the folder since
  ///   `before`. The draft stays if it was there before.
  private func stateUnderLock(after before: State) throws(BackupError) -> State {
    let path = folder.path(percentEncoded: false)
    guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
      throw .notEmpty(folder)
    }
    let others = Set(paths).subtracting([draft.lastPathComponent])
    if others.isEmpty { return before }
    guard others.isSubset(of: ownPaths) else {
      if !before.isUnfinished { try? PrivateFile.remove(draft) }
      throw .notEmpty(folder)
    }
    return .unfinished
  }

  private var firstMissingFolder: URL {
    var first = folder.absoluteURL.standardizedFileURL
    while case let parent = first.deletingLastPathComponent(), parent != first, !exists(parent) {
      first = parent
    }
    return first
  }

  /// The files that an unfinished restore can have left, as paths in the folder.
  private var ownPaths: Set<String> {
    let name = draft.lastPathComponent
    let files = BackupFile.paths.flatMap { [$0, $0 + ".draft"] }
    let folders = BackupFile.paths.flatMap { path in
      path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
    }
    return Set(files + folders + ["", "-journal", "-wal", "-shm"].map { name + $0 })
  }

  private func lockDraft() throws -> FileLock {
    guard let lock = try FileLock.tryLock(draft, .exclusive) else {
      throw BackupError.restoring(folder)
    }
    guard !exists(database) else {
      // Another process has finished meanwhile.
      lock.remove()
      throw BackupError.notEmpty(folder)
    }
    return lock
  }

  /// Empties the folder and the draft, and lets nobody else read them.
  private func empty() throws {
    guard chmod(folder.path(percentEncoded: false), 0o700) == 0 else {
      throw FileError(folder, "writing", reason: String(cString: strerror(errno)))
    }
    removeAllButDraft()
    try PrivateFile.makeEmpty(draft)
    try PrivateFile.synchronize(folder: folder)
  }

  private func undo(to before: State) {
    removeAllButDraft()
    if case .unfinished = before {
      try? PrivateFile.makeEmpty(draft)
    } else {
      try? PrivateFile.remove(draft)
    }
    undoFolders(to: before)
  }

  /// Removes the folders that were made, unless somebody has put something there.
  private func undoFolders(to before: State) {
    switch before {
    case .unfinished: break
    case .empty(let permissions):
      _ = chmod(folder.path(percentEncoded: false), mode_t(permissions))
    case .missing(let first):
      var made = folder.absoluteURL.standardizedFileURL
      while rmdir(made.path(percentEncoded: false)) == 0 || errno == ENOENT, made.path != first.path
      {
        made = made.deletingLastPathComponent()
      }
    }
  }

  /// Removes what a restore makes; a folder only if nothing else is in it.
  private func removeAllButDraft() {
    // A folder comes after what is in it.
    for path in ownPaths.sorted(by: >) where path != draft.lastPathComponent {
      let url = folder.appending(path: path)
      if unlink(url.path(percentEncoded: false)) != 0 { rmdir(url.path(percentEncoded: false)) }
    }
  }
}
