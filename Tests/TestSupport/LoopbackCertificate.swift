import Crypto
package import Foundation
import SwiftASN1
import X509

/// A certificate of 127.0.0.1 that is its own root, for a day, in PEM files.
package struct LoopbackCertificate: Sendable {
  /// Paths of the certificate and of its key.
  package let certificate: String
  package let key: String

  /// Makes one in a folder.
  package init(in folder: URL, _ name: String) throws {
    let key = P256.Signing.PrivateKey()
    let subject = try DistinguishedName { CommonName(name) }
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: Date(timeIntervalSinceNow: -86_400),
      notValidAfter: Date(timeIntervalSinceNow: 86_400), issuer: subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))])
      }, issuerPrivateKey: .init(key))
    self.certificate = folder.appending(path: "\(name).pem").path
    self.key = folder.appending(path: "\(name)-key.pem").path
    try certificate.serializeAsPEM().pemString.write(
      toFile: self.certificate, atomically: true, encoding: .utf8)
    try key.pemRepresentation.write(toFile: self.key, atomically: true, encoding: .utf8)
  }
}
