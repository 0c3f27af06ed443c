package import Foundation
import NIOSSL

/// A file with the certificates that may sign a server's.
package struct TrustedRoots: Sendable {
  /// At least one.
  let certificates: [NIOSSLCertificate]

  /// Reads a PEM file.
  ///
  /// - Throws: ``TrustedRootsFault`` where it cannot be read or holds no certificate.
  package init(_ file: URL) throws(TrustedRootsFault) {
    let path = file.path(percentEncoded: false)
    let certificates = try? NIOSSLCertificate.fromPEMFile(path)
    guard let certificates, !certificates.isEmpty else { throw TrustedRootsFault(path: path) }
    self.certificates = certificates
  }
}

/// A file that should hold certificates holds none that can be read.
package struct TrustedRootsFault: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String

  package var description: String {
    "'\(path)' holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----: name a "
      + "file with the certificates that sign the server's"
  }
}
