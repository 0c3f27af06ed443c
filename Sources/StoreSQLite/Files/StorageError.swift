import Foundation
import GRDB
import PrivateFiles
import StoreAPI

/// A schema that a later version of the program has written.
struct NewerSchemaError: Error {}

/// A schema that another program has written.
struct ForeignDatabaseError: Error {}

/// The schema of a backup, which is not a store before it is restored.
struct BackupSchemaError: Error {}

/// A file that is missing or does not contain a store.
struct EmptyStoreError: Error {
  /// The folders next to the file that belong to a store.
  private let traces: [String]

  /// A database that is not a store, regardless of other files in its folder.
  init() { traces = [] }

  init(_ file: URL) {
    let folder = file.deletingLastPathComponent()
    traces = ["authority", "stores/local"].filter { name in
      PrivateFile.permissions(of: folder.appending(path: name)) != nil
    }
  }

  /// The remedy, in addition to the advice for every damaged store.
  fileprivate func sentence(_ advice: String) -> String {
    guard !traces.isEmpty else { return ": \(advice)" }
    let (names, verb) = (
      traces.joined(separator: " and "), traces.count == 1 ? "belongs" : "belong"
    )
    return
      ", but \(names) beside it \(verb) to one: \(advice). To make a new store here, move \(names) away "
      + "too"
  }
}

/// A schema from before the first release.
struct UnreleasedSchemaError: Error {}

/// A step of the schema failed; `copy` is the store before the step, if one was made.
struct MigrationError: Error {
  let cause: any Error
  let copy: URL?
}

/// A migration of an earlier store failed; `copy` holds that store's data.
struct LeftoverCopyError: Error {
  let copy: URL
}

/// An error of the store's file, which becomes a ``StoreAPI/StoreError``.
///
/// A client on another machine may read the message, so it names the file without its folder.
struct StorageError {
  let path: String
  let cause: any Error

  private var file: String { URL(filePath: path).lastPathComponent }

  /// The error itself if it is already a ``StoreAPI/StoreError``; otherwise `unavailable`.
  var error: StoreError {
    if let error = cause as? StoreError { return error }
    return .unavailable(reason: sentence)
  }

  private var sentence: String {
    switch cause {
    case let error as DatabaseError: sentence(error)
    case let error as DamagedRowError:
      "\(file) is damaged: \(error). You can \(Self.advice)"
    case is RowDecodingError:
      // Without the error's message, which quotes the row.
      "\(file) is damaged: a row cannot be read. You can \(Self.advice)"
    case let error as FileError:
      "\(error.action) \(error.url.lastPathComponent) failed: \(error.reason)"
    case is NewerSchemaError:
      "\(file) was written by a later version of skdemo: use that version, or another folder with "
        + "--data DIR"
    case is ForeignDatabaseError:
      "\(file) is another program's database, and was not changed: \(Self.advice)"
    case let empty as EmptyStoreError:
      "\(file) is missing or does not hold a store" + empty.sentence(Self.advice)
    case is BackupSchemaError:
      "\(file) is a backup: make a store from it with skdemo store restore FILE --into DIR"
    case let unknown as UnknownSchemaObjectError:
      "\(file) contains the \(unknown.object.words), which was not made by skdemo: remove it if you "
        + "added it, or "
        + Self.advice
    case let missing as MissingSchemaObjectError:
      "\(file) is damaged (its \(missing.object.words) is missing): \(Self.advice)"
    case is UnreleasedSchemaError:
      "\(file) was written before the first release of skdemo, and no later version reads it: "
        + "use another folder with --data DIR"
    case let failed as MigrationError:
      "\(file) could not be migrated to this version: "
        + StorageError(path: path, cause: failed.cause).sentence
        + (failed.copy.map { ". Its earlier contents are in \($0.lastPathComponent)" } ?? "")
    case let leftover as LeftoverCopyError:
      "a migration of \(file) failed before, and \(leftover.copy.lastPathComponent) holds its earlier "
        + "contents: replace \(file) with it, or move it away"
    case is CancellationError: "the call was cancelled"
    // Without the error's message, which may name any file.
    default: "\(file) cannot be used (\(type(of: cause))): try again, or \(Self.advice)"
    }
  }

  private func sentence(_ error: DatabaseError) -> String {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      "\(file) is locked by another process: try again when it has finished"
    case .SQLITE_NOTADB:
      "\(file) is not a store's database: \(Self.advice)"
    case .SQLITE_CORRUPT:
      "\(file) is damaged (\(details(error))): \(Self.advice)"
    case .SQLITE_FULL:
      "the disk of \(file) is full: make room and try again"
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      "\(file) cannot be opened for writing: check the owner of the file and of its folder"
    case .SQLITE_IOERR:
      "the disk of \(file) failed (\(details(error))): check the disk, or \(Self.advice)"
    default:
      // Without the arguments, which may contain a customer's data.
      "\(file) refused a statement (\(error.resultCode): \(details(error))): try again, or "
        + Self.advice
    }
  }

  /// The remedy if a store's file cannot be used.
  private static let advice =
    "restore the store from a backup with skdemo store restore FILE --into DIR, or use another "
    + "folder with --data DIR"

  private func details(_ error: DatabaseError) -> String {
    error.message?.replacing(path, with: file) ?? "no details"
  }
}
