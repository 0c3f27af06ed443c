import HummingbirdTLS
import NIOSSL

/// The files by which a server shows who it is.
package struct TLSFiles: Sendable, Hashable {
  /// The server's certificate and those between it and its root, PEM.
  package var certificate: String
  /// PEM.
  package var key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// TLS 1.2 and later.
  ///
  /// - Throws: `NIOSSLError` for files that cannot be read.
  func configuration() throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }
}
