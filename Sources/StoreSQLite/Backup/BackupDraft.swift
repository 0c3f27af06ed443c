package import Foundation
import PrivateFiles

/// The draft of a backup, beside the file that it becomes.
///
/// 1. The draft has a name that no other file has, so that no other file is overwritten, and mode
///    0600.
/// 2. A link in the store's folder leads to the draft before anything is written to it. So the next
///    command that uses the store finds and removes the draft of a killed process, wherever it is.
/// 3. The process that writes the draft holds its lock; nobody is writing a draft without a lock.
struct BackupDraft {
  let url: URL
  private let link: URL
  private let lock: FileLock

  /// Makes an empty draft of a backup of the store in a folder, and removes what other backups have
  /// left there.
  ///
  /// - Throws: `FileError` if the draft cannot be made.
  init(of file: URL, storeIn folder: URL) throws(FileError) {
    Self.removeAbandoned(from: folder)
    let id = UUID().uuidString
    url = file.absoluteURL.standardizedFileURL.appendingPathExtension(id + Self.suffix)
    link = folder.appending(path: Self.prefix + id)
    let path = url.path(percentEncoded: false)
    // A user who may only read the store can back it up all the same.
    try? PrivateFile.makeLink(link, to: path)
    do throws(FileError) {
      try PrivateFile.write(Data(), to: url)
      lock = try FileLock(url)
    } catch {
      Self.remove(url, link)
      throw error
    }
    // Another process has removed the link while it led to nothing; it does not touch a locked
    // draft.
    try? PrivateFile.makeLink(link, to: path)
  }

  /// Removes the draft, if it is still one, and the link to it.
  func remove() { Self.remove(url, link) }

  /// Removes the drafts that nobody is writing.
  static func removeAbandoned(from folder: URL) {
    let files = FileManager.default
    let names = try? files.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    for name in names ?? [] where name.hasPrefix(prefix) {
      let link = folder.appending(path: name)
      guard
        let path = try? files.destinationOfSymbolicLink(atPath: link.path(percentEncoded: false)),
        path.hasSuffix(name.dropFirst(prefix.count) + suffix), !FileLock.isHeld(URL(filePath: path))
      else { continue }
      remove(URL(filePath: path), link)
    }
  }

  private static func remove(_ draft: URL, _ link: URL) {
    try? draft.removeLogs()
    if PrivateFile.permissions(of: draft) != nil { try? PrivateFile.remove(draft) }
    // A link that leads to a draft stays.
    if PrivateFile.permissions(of: draft) == nil { try? PrivateFile.remove(link) }
  }

  private static let prefix = "store.backup-"
  private static let suffix = ".draft"
}

extension StoreBackup {
  /// Removes what killed backups of the store in a folder have left, wherever they wrote.
  ///
  /// A backup that is still running continues.
  package static func removeAbandonedDrafts(ofStoreIn folder: URL) {
    BackupDraft.removeAbandoned(from: folder)
  }
}
