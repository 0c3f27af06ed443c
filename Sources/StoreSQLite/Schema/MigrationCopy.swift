import Foundation
import GRDB
import PrivateFiles

/// A copy of a store in the same folder, readable by its owner only, until the store has taken every
/// step of the schema.
///
/// 1. The copy is complete: it is written under another name and then renamed.
/// 2. If some steps were taken and another failed, the copy is from before the first of them.
/// 3. It is removed when no step is left, by this opening or, after a crash, by the next.
struct MigrationCopy {
  let file: URL

  init(ofStoreAt path: String) { file = URL(filePath: path + ".before-migration") }

  /// Whether there is a copy.
  var exists: Bool { PrivateFile.permissions(of: file) != nil }

  /// Checks that a new store does not replace a store whose copy could still be put back.
  ///
  /// - Throws: ``LeftoverCopyError`` if an earlier store has left a copy.
  func checkDoesNotExist() throws {
    if exists { throw LeftoverCopyError(copy: file) }
  }

  /// Copies the store, unless there is a copy and the store has taken steps since the copy was
  /// made.
  func make(of store: DatabaseQueue, _ migrator: DatabaseMigrator) throws {
    let taken = try store.read(migrator.appliedIdentifiers)
    guard !taken.isEmpty, isNeeded(after: taken, migrator) else { return }
    let draft = file.appendingPathExtension("draft")
    try? FileManager.default.removeItem(at: draft)
    try PrivateFile.write(Data(), to: draft)
    try store.writeWithoutTransaction { db in
      try db.execute(sql: "VACUUM INTO ?", arguments: [draft.path(percentEncoded: false)])
    }
    // SQLite does not wait for the disk here.
    try FileHandle(forWritingTo: draft).synchronize()
    try PrivateFile.move(draft, to: file)
  }

  /// Returns whether there is no readable copy from before a step that the store has taken.
  ///
  /// Any other copy is replaced, because the store may have changed since it was made.
  private func isNeeded(after taken: Set<String>, _ migrator: DatabaseMigrator) -> Bool {
    (try? steps(migrator))?.isStrictSubset(of: taken) != true
  }

  /// The steps that the copy has taken; somebody else may have put it there.
  private func steps(_ migrator: DatabaseMigrator) throws -> Set<String> {
    try RegularFile.check(file)
    var configuration = Configuration.ofUntrustedFile
    configuration.readonly = true
    return try DatabaseQueue(path: file.path(percentEncoded: false), configuration: configuration)
      .read(migrator.appliedIdentifiers)
  }

  func remove() { try? FileManager.default.removeItem(at: file) }
}
