import Crypto
package import Foundation
import PrivateFiles
import SwiftASN1
import X509

/// A self-signed certificate for an IP address, in PEM files.
package struct LoopbackCertificate: Sendable {
  /// The path of the certificate.
  package let certificate: String
  /// The path of its key.
  package let key: String

  /// Writes a certificate and its key to a folder, by default for 127.0.0.1 and one day.
  package init(
    in folder: URL, _ name: String, of address: [UInt8] = [127, 0, 0, 1],
    until end: Date = Date(timeIntervalSinceNow: 86_400)
  ) throws {
    let key = P256.Signing.PrivateKey()
    let subject = try DistinguishedName { CommonName(name) }
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: end - 2 * 86_400, notValidAfter: end, issuer: subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: address[...]))])
      }, issuerPrivateKey: .init(key))
    self.certificate = folder.appending(path: "\(name).pem").path
    self.key = folder.appending(path: "\(name)-key.pem").path
    try certificate.serializeAsPEM().pemString.write(
      toFile: self.certificate, atomically: true, encoding: .utf8)
    try PrivateFile.write(Data(key.pemRepresentation.utf8), to: URL(filePath: self.key))
  }
}
