package import Foundation
import NIOSSL
import StoreHTTP

/// The certificates of a file that may sign a server's certificate.
package struct TrustedRoots: Sendable {
  /// At least one.
  let certificates: [NIOSSLCertificate]

  /// Reads a PEM file.
  ///
  /// - Throws: ``TrustedRootsError`` if the file cannot be read or holds no certificate.
  package init(_ file: URL) throws(TrustedRootsError) {
    let path = file.path(percentEncoded: false)
    guard let data = try? Data(contentsOf: file) else { throw .unreadable(path) }
    let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(data))
    guard let certificates, !certificates.isEmpty else { throw .noCertificate(path) }
    self.certificates = certificates
  }
}

/// An error of a file that has no certificates to trust.
package enum TrustedRootsError: Error, Hashable, Sendable {
  case unreadable(String)
  case noCertificate(String)
}

extension TrustedRootsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path):
      "'\(path)' cannot be read: name a file with the certificates that sign the server's"
    case .noCertificate(let path):
      "'\(path)' does not hold a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----: "
        + "name a file with the certificates that sign the server's"
    }
  }
}
