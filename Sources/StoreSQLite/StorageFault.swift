import Foundation
import GRDB
import PrivateFiles
import StoreAPI

/// A schema that a later version of the program has written.
struct NewerSchema: Error {}

/// A schema that another program has written.
struct ForeignSchema: Error {}

/// What went wrong with the file, on its way to becoming a ``StoreAPI/StoreFault``.
struct StorageFault {
  let path: String
  let error: any Error

  /// A fault that a rule threw passes; everything else is storage that does not answer.
  var fault: StoreFault {
    if let fault = error as? StoreFault { return fault }
    return .unavailable(sentence)
  }

  private var sentence: String {
    switch error {
    case let error as DatabaseError: sentence(error)
    case let error as DamagedRow:
      "\(path) is damaged: \(error). Move it away, or restore a copy of it"
    case is RowDecodingError:
      // Without the error's own words: they quote the row.
      "\(path) is damaged: a row cannot be read. Move it away, or restore a copy of it"
    case let fault as FileFault: fault.description
    case is NewerSchema:
      "\(path) was written by a later version of skdemo: use that version, or another folder"
    case is ForeignSchema:
      "\(path) is another program's database: move it away, and a new store is made in its place"
    case is CancellationError: "the call was cancelled"
    default: "\(path) cannot be used: \(error.localizedDescription)"
    }
  }

  private func sentence(_ error: DatabaseError) -> String {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      "\(path) is locked by another process: try again when it has finished"
    case .SQLITE_NOTADB:
      "\(path) is not a store's database: move it away, and a new store is made in its place"
    case .SQLITE_CORRUPT:
      "\(path) is damaged (\(error.message ?? "no details")): move it away, or restore a copy of it"
    case .SQLITE_FULL:
      "the disk that \(path) is on is full: make room and try again"
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      "\(path) cannot be opened for writing: check who owns it and its folder"
    case .SQLITE_IOERR:
      "the disk that \(path) is on failed (\(error.message ?? "no details"))"
    default:
      // No arguments: they may hold what a customer would not want in a log.
      "\(path) refused a statement (\(error.resultCode): \(error.message ?? "no details"))"
    }
  }
}
