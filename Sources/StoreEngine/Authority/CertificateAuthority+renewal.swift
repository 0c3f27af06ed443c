import Crypto
import Foundation
import SwiftASN1
import X509

extension CertificateAuthority {
  /// Returns the end of the intermediate and the leaf, and the end of the root.
  ///
  /// - Throws: Errors of the certificate library, which are not expected of a folder that was checked.
  func ends() throws -> (issued: Date, root: Date) {
    let issued = try [intermediate.certificate, leaf.certificate].map(Self.end)
    return (issued.min() ?? .distantPast, try Self.end(of: root.certificate))
  }

  /// Issues an intermediate and a leaf that are valid as long as the root, if one of them ends before
  /// the root.
  ///
  /// - Parameter rootKey: The root's private key.
  /// - Returns: The authority with them; `nil` if nothing is to renew.
  /// - Throws: Errors of the certificate library, which are not expected.
  func renewed(by rootKey: P256.Signing.PrivateKey) throws -> CertificateAuthority? {
    let ends = try ends()
    guard ends.issued < ends.root else { return nil }
    let root = try Certificate(derEncoded: Array(root.certificate))
    return try reissued(by: rootKey, for: root.notValidBefore...root.notValidAfter)
  }

  /// Returns the authority with a new intermediate and a new leaf.
  ///
  /// They have the same keys as before, so every device that trusts the root accepts them, and old and
  /// new certificates belong together.
  func reissued(
    by rootKey: P256.Signing.PrivateKey, for validity: ClosedRange<Date>
  ) throws -> CertificateAuthority {
    let new = try Self.make(
      root: IssuedCertificate(
        certificate: Certificate(derEncoded: Array(root.certificate)), key: rootKey),
      keys: (intermediate.privateKey, leaf.privateKey), issued: validity)
    return CertificateAuthority(root: root, intermediate: new.intermediate, leaf: new.leaf)
  }

  private static func end(of certificate: Data) throws -> Date {
    try Certificate(derEncoded: Array(certificate)).notValidAfter
  }
}
