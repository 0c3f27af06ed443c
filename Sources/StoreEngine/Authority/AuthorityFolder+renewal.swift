import Crypto
package import Foundation
import PrivateFiles

extension AuthorityFolder {
  /// Renews the certificates by the root's key, which is kept in a file elsewhere.
  ///
  /// A process that has opened the folder keeps using the earlier certificates until it ends.
  ///
  /// - Parameter file: The root's private key in PEM.
  /// - Returns: The last moment at which the certificates are valid, and whether that is new.
  /// - Throws: ``AuthorityError/notRootKey(_:reason:)`` if the file is not the key of this folder's
  ///   root, ``AuthorityError/exposed(_:)`` if other users can use it, and the errors of
  ///   ``open()``.
  package func renew(by file: URL) throws(AuthorityError) -> (end: Date, isNew: Bool) {
    let authority = try CertificateAuthority(folder: url)
    let renewed = try renew(authority, by: authority.rootKey(in: file))
    return (try ends(of: renewed ?? authority).issued, renewed != nil)
  }

  /// Returns the remedy for certificates that expire soon and that nothing in the folder can renew.
  ///
  /// - Parameters:
  ///   - end: The end of the certificates of an open folder.
  ///   - date: The store's time.
  /// - Returns: A sentence; `nil` if there is nothing to do.
  /// - Throws: The errors of ``open()``.
  package func renewalNotice(of end: Date, at date: Date) throws(AuthorityError) -> String? {
    guard end < date.addingTimeInterval(Self.noticeTime) else { return nil }
    let authority = try CertificateAuthority(folder: url)
    guard authority.root.privateKey == nil, try ends(of: authority).root > end else { return nil }
    return """
      the store's certificates expire on \(end.formatted(.iso8601)), and it sells nothing after that: \
      renew them with skdemo store root renew FILE, where FILE is the root's private key
      """
  }

  /// The time between the notice and the end, in seconds: 30 days.
  private static let noticeTime: TimeInterval = 30 * 86_400

  /// Writes new certificates if those of `authority` end before its root.
  ///
  /// The keys stay, so a crash between two files leaves certificates that belong together.
  ///
  /// - Returns: The new authority; `nil` if nothing needs to be renewed.
  func renew(
    _ authority: CertificateAuthority, by rootKey: P256.Signing.PrivateKey
  ) throws(AuthorityError) -> CertificateAuthority? {
    do {
      guard let renewed = try authority.renewed(by: rootKey) else { return nil }
      for file in [AuthorityFile.intermediate, .leaf] {
        try PrivateFile.replace(
          url.appending(path: file.certificate), with: file.certificate(of: renewed))
      }
      return renewed
    } catch let error as FileError {
      throw .inaccessible(url, reason: error.reason)
    } catch {
      throw .inaccessible(url, reason: "its certificates cannot be renewed: \(error)")
    }
  }

  private func ends(
    of authority: CertificateAuthority
  ) throws(AuthorityError) -> (issued: Date, root: Date) {
    do {
      return try authority.ends()
    } catch {
      throw .inaccessible(url, reason: "its certificates cannot be read: \(error)")
    }
  }
}

extension CertificateAuthority {
  /// Reads the root's private key from a file elsewhere.
  fileprivate func rootKey(in file: URL) throws(AuthorityError) -> P256.Signing.PrivateKey {
    do throws(AuthorityError) {
      let key = try Self.privateKey(file)
      guard isKey(key, of: .root) else {
        throw .notRootKey(file, reason: "is not the key of this store's root")
      }
      return key
    } catch .damaged(_, let reason) {
      throw .notRootKey(file, reason: reason)
    }
  }
}
