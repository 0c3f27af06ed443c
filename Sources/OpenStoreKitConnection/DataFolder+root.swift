package import Foundation
package import StoreClient
import StoreEngine

extension DataFolder {
  /// Renews the certificates of the store in this folder by its root's key, even while a server
  /// uses it.
  ///
  /// - Parameter file: The root's private key in PEM.
  /// - Returns: The last moment at which the certificates are valid, and whether it has changed.
  /// - Throws: ``CustomerStoreError`` if there is no store, and `AuthorityError` if its certificates
  ///   cannot be used or the file is not its root's key.
  package func renewCertificates(by file: URL) throws -> (end: Date, isNew: Bool) {
    try checkStore()
    return try AuthorityFolder(url: authority).renew(by: file)
  }
}
