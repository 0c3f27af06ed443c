package import Foundation
import PrivateFiles
package import StoreAPI

/// A folder that keeps a store's certificates and their private keys.
///
/// The folder is there with everything or not at all: it is made beside its place, under a lock,
/// and moved there whole. Afterwards it is only read.
package struct AuthorityFolder: Sendable {
  package let url: URL

  package init(url: URL) {
    self.url = url
  }

  /// The signer of this store, made on the first call for the folder; later calls, also in other
  /// processes, get the same.
  ///
  /// - Throws: ``AuthorityFault/damaged(_:reason:)`` for the first file that is missing, unreadable
  ///   or foreign, ``AuthorityFault/exposed(_:permissions:)`` for a key that others may read, and
  ///   ``AuthorityFault/inaccessible(_:reason:)`` when the folder cannot be made. A damaged folder
  ///   is never made anew.
  package func open() throws(AuthorityFault) -> PayloadSigner {
    if !exists { try makeOnce() }
    let authority = try CertificateAuthority(folder: url)
    do {
      return try authority.signer()
    } catch {
      let file = url.appending(path: AuthorityFile.leaf.certificate)
      throw .damaged(file, reason: "cannot sign: \(error)")
    }
  }

  private var exists: Bool {
    FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
  }

  private func makeOnce() throws(AuthorityFault) {
    do {
      try PrivateFile.makeFolder(url.deletingLastPathComponent())
      let lock = try FileLock(sibling("lock"))
      defer { lock.release() }
      guard !exists else { return }
      try CertificateAuthority.make().write(to: url, by: sibling("new"))
    } catch let fault as FileFault {
      throw .inaccessible(url, reason: fault.reason)
    } catch {
      throw .inaccessible(url, reason: error.localizedDescription)
    }
  }

  private func sibling(_ suffix: String) -> URL {
    url.deletingLastPathComponent().appending(path: "\(url.lastPathComponent).\(suffix)")
  }
}
