package import Foundation
import PrivateFiles
package import StoreAPI

/// A folder with a store's certificates and their private keys.
///
/// The folder is complete or does not exist: its files are written to a temporary folder beside it,
/// under a lock, and that folder is then renamed. Afterwards the files are only read.
package struct AuthorityFolder: Sendable {
  package let url: URL

  package init(url: URL) {
    self.url = url
  }

  /// Returns the store's signer.
  ///
  /// The first call for a folder creates the certificates. Later calls, also in other processes,
  /// read them. A damaged folder is never replaced. An intermediate or leaf certificate that ends before
  /// the root is renewed by the root's key, so none expires while a store runs; devices go on trusting
  /// the same root.
  ///
  /// - Throws: ``AuthorityFault/damaged(_:reason:)`` for the first file that is missing, is
  ///   unreadable or does not belong to the others, ``AuthorityFault/exposed(_:permissions:)`` if
  ///   other users may read a private key, and ``AuthorityFault/inaccessible(_:reason:)`` if the
  ///   folder cannot be created.
  package func open() throws(AuthorityFault) -> PayloadSigner {
    if !exists { try makeOnce() }
    let authority = try renewed(CertificateAuthority(folder: url))
    do {
      return try authority.signer()
    } catch {
      let file = url.appending(path: AuthorityFile.leaf.certificate)
      throw .damaged(file, reason: "cannot sign: \(error.sentence)")
    }
  }

  /// Writes new certificates if those of `authority` end before its root.
  ///
  /// The keys stay, so a crash between two files leaves certificates that belong together.
  private func renewed(
    _ authority: CertificateAuthority
  ) throws(AuthorityFault) -> CertificateAuthority {
    do {
      guard let renewed = try authority.renewed() else { return authority }
      for file in [AuthorityFile.intermediate, .leaf] {
        try PrivateFile.replace(
          url.appending(path: file.certificate), with: file.member(of: renewed).certificate)
      }
      return renewed
    } catch let fault as FileFault {
      throw .inaccessible(url, reason: fault.reason)
    } catch {
      throw .inaccessible(url, reason: "its certificates cannot be renewed: \(error)")
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
      try CertificateAuthority.make().write(to: url, via: sibling("new"))
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
