import Foundation
import HummingbirdTLS
import NIOSSL
import PrivateFiles

/// The files of a server's TLS certificate.
package struct TLSFiles: Sendable, Hashable {
  /// The server's certificate and the intermediate ones, PEM.
  package var certificate: String
  /// The private key of the certificate, PEM.
  package var key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// TLS 1.2 and later.
  ///
  /// - Throws: ``ServerError/tlsFiles(_:reason:)`` if a file is missing, cannot be read or holds
  ///   something else, and if the key belongs to another certificate; ``ServerError/exposedKey(_:)``
  ///   if other users can use the key.
  func configuration() throws(ServerError) -> TLSConfiguration {
    let certificates = try bytes(of: certificate)
    let chain = try usable("\(certificate) has no certificate") {
      try NIOSSLCertificate.fromPEMBytes(certificates)
    }
    let keys = try bytes(of: key)
    let privateKey = try usable("\(key) has no key") {
      try NIOSSLPrivateKey(bytes: keys, format: .pem)
    }
    try checkKey()
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    // The server checks this too, but its error does not give the reason.
    _ = try usable("the key does not belong to the certificate") {
      try NIOSSLContext(configuration: configuration)
    }
    return configuration
  }

  private func checkKey() throws(ServerError) {
    do {
      try PrivateFile.checkSecret(URL(filePath: key))
    } catch {
      throw .exposedKey(error)
    }
  }

  private func bytes(of file: String) throws(ServerError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: file)))
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      throw .tlsFiles(self, reason: "there is no file \(file)")
    } catch {
      throw .tlsFiles(self, reason: "\(file) cannot be read")
    }
  }

  private func usable<Value>(
    _ reason: String, _ make: () throws -> Value
  ) throws(ServerError) -> Value {
    do {
      return try make()
    } catch {
      throw .tlsFiles(self, reason: reason)
    }
  }
}
