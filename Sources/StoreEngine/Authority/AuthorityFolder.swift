package import AppStorePayloads
package import Foundation
import PrivateFiles
import StoreAPI

/// A folder with a store's certificates and their private keys.
///
/// The folder is complete or does not exist: its files are written to a temporary folder beside it,
/// under a lock, and that folder is then renamed. Afterwards only the certificates that the root has
/// issued are replaced, when they are renewed.
package struct AuthorityFolder: Sendable {
  package let url: URL

  package init(url: URL) {
    self.url = url
  }

  /// The names of a folder's files; the root's private key may be missing.
  package static let fileNames = AuthorityFile.allCases.flatMap { [$0.certificate, $0.key] }

  /// Returns the store's signer.
  ///
  /// The first call for a folder creates the certificates. Later calls, even in other processes,
  /// read them. A damaged folder is never replaced. An intermediate or leaf certificate that
  /// expires before the root is renewed by the root's key, so none expires while a store runs.
  /// Devices still trust the same root. If that key is kept elsewhere, see ``renew(by:)``.
  ///
  /// - Parameter creates: Whether a missing folder is created: only for a store that is new.
  /// - Returns: The signer.
  /// - Throws: ``AuthorityError/damaged(_:reason:)`` for the first file that is missing, is
  ///   unreadable or does not belong to the others, ``AuthorityError/exposed(_:)`` if other users can
  ///   use a private key, ``AuthorityError/missing(_:)`` if there is no folder and it is not created,
  ///   and ``AuthorityError/inaccessible(_:reason:)`` if it cannot be created.
  package func open(creates: Bool = true) throws(AuthorityError) -> PayloadSigner {
    if !exists {
      guard creates else { throw .missing(url) }
      try makeOnce()
    }
    var authority = try CertificateAuthority(folder: url)
    if let key = authority.root.privateKey, let renewed = try renew(authority, by: key) {
      authority = renewed
    }
    do {
      return try authority.signer()
    } catch {
      let file = url.appending(path: AuthorityFile.leaf.certificate)
      throw .damaged(file, reason: "cannot sign: \(error.sentence)")
    }
  }

  /// Returns the signer of a store that is being made and that nobody has seen.
  ///
  /// Complete certificates are kept. Anything else that an interrupted attempt has left in the
  /// folder is replaced.
  ///
  /// - Throws: The errors of ``open(creates:)``, except ``AuthorityError/damaged(_:reason:)`` for
  ///   files of an interrupted attempt.
  package func openForNewStore() throws(AuthorityError) -> PayloadSigner {
    do {
      return try open()
    } catch .damaged {
      do {
        try FileManager.default.removeItem(at: url)
      } catch {
        throw .inaccessible(url, reason: error.localizedDescription)
      }
      return try open()
    }
  }

  private var exists: Bool {
    FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
  }

  /// Waits on this thread if another process is making the certificates.
  ///
  /// A new store is made on a thread of its own.
  private func makeOnce() throws(AuthorityError) {
    do {
      try PrivateFile.makeFolder(url.deletingLastPathComponent())
      let lock = try FileLock(sibling("lock"))
      defer { lock.release() }
      guard !exists else { return }
      try CertificateAuthority.make().write(to: url, via: sibling("new"))
    } catch let error as FileError {
      throw .inaccessible(url, reason: error.reason)
    } catch {
      throw .inaccessible(url, reason: error.localizedDescription)
    }
  }

  private func sibling(_ suffix: String) -> URL {
    url.deletingLastPathComponent().appending(path: "\(url.lastPathComponent).\(suffix)")
  }
}
