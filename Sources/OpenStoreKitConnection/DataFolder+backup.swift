package import Foundation
import PrivateFiles
import StoreAPI
package import StoreClient
package import StoreEngine
import StoreSQLite

extension DataFolder {
  /// Copies the store in this folder to a new file, even while a server uses it.
  ///
  /// It blocks the calling thread, even while another process opens the store: call it on a thread
  /// of its own.
  ///
  /// The copy has the database, the certificates with their keys, the operator key, and the app's
  /// copy of the catalogue.
  ///
  /// - Throws: ``CustomerStoreError`` if there is no store or it cannot be read, `BackupError` if
  ///   the file exists or cannot be written or if another file of the store cannot be read, and
  ///   `AuthorityError` if the certificates cannot be used.
  package func backUp(to file: URL) throws -> BackupContents {
    try checkStore()
    let files = try storeFiles()
    do {
      return try StoreBackup(file: file).make(of: database, files: files)
    } catch let error as StoreError {
      throw CustomerStoreError.unavailable(error, in: self)
    }
  }

  /// Makes a store in this folder from a backup; see `StoreBackup.restore(to:)`.
  package func restore(_ backup: URL) throws -> BackupContents {
    var generator = SystemRandomNumberGenerator()
    return try StoreBackup(file: backup).restore(
      to: restored, using: &generator)
  }

  /// The files of the store beside its database; other files in the folder do not belong to it.
  private func storeFiles() throws -> [BackupFile] {
    let path = authority.path(percentEncoded: false)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), !names.isEmpty
    else { throw BackupError.incomplete(url) }
    // Certificates that do not belong together are not worth copying.
    _ = try AuthorityFolder(url: authority).open(creates: false)
    return try BackupFile.paths.compactMap(fileIfPresent)
  }

  /// The file at this path of the folder; `nil` if it is missing.
  private func fileIfPresent(_ path: String) throws -> BackupFile? {
    let file = url.appending(path: path)
    do {
      return try PrivateFile.read(file).map { BackupFile(path: path, data: $0) }
    } catch {
      // A backup without it would seem complete.
      throw BackupError.failed(file, doing: "reading", reason: error.reason)
    }
  }
}
