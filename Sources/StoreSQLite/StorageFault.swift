import Foundation
import GRDB
import PrivateFiles
import StoreAPI

/// A schema that a later version of the program has written.
struct NewerSchema: Error {}

/// A schema that another program has written.
struct ForeignSchema: Error {}

/// What went wrong with the file, on its way to becoming a ``StoreAPI/StoreFault``.
///
/// The sentence goes to whoever asked, who may be a stranger far away: it names the file and never
/// the folders that it lies in.
struct StorageFault {
  let path: String
  let error: any Error

  private var file: String { URL(filePath: path).lastPathComponent }

  /// A fault that a rule threw passes; everything else is storage that does not answer.
  var fault: StoreFault {
    if let fault = error as? StoreFault { return fault }
    return .unavailable(sentence)
  }

  private var sentence: String {
    switch error {
    case let error as DatabaseError: sentence(error)
    case let error as DamagedRow:
      "\(file) is damaged: \(error). Move it away, or restore a copy of it"
    case is RowDecodingError:
      // Without the error's own words: they quote the row.
      "\(file) is damaged: a row cannot be read. Move it away, or restore a copy of it"
    case let fault as FileFault:
      "\(fault.action) \(fault.url.lastPathComponent) failed: \(fault.reason)"
    case is NewerSchema:
      "\(file) was written by a later version of skdemo: use that version, or another folder"
    case is ForeignSchema:
      "\(file) is another program's database: move it away, and a new store is made in its place"
    case is CancellationError: "the call was cancelled"
    // Without the error's own words: they may name any file.
    default: "\(file) cannot be used (\(type(of: error)))"
    }
  }

  private func sentence(_ error: DatabaseError) -> String {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      "\(file) is locked by another process: try again when it has finished"
    case .SQLITE_NOTADB:
      "\(file) is not a store's database: move it away, and a new store is made in its place"
    case .SQLITE_CORRUPT:
      "\(file) is damaged (\(details(error))): move it away, or restore a copy of it"
    case .SQLITE_FULL:
      "the disk that \(file) is on is full: make room and try again"
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      "\(file) cannot be opened for writing: check who owns it and its folder"
    case .SQLITE_IOERR:
      "the disk that \(file) is on failed (\(details(error)))"
    default:
      // No arguments: they may hold what a customer would not want in a log.
      "\(file) refused a statement (\(error.resultCode): \(details(error)))"
    }
  }

  private func details(_ error: DatabaseError) -> String {
    error.message?.replacing(path, with: file) ?? "no details"
  }
}
