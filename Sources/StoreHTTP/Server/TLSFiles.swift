import Foundation
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
  /// - Throws: ``ServerFault/tlsFiles(_:reason:)`` for a file that is missing, cannot be read or has not
  ///   what it should, and for a key that is another certificate's.
  func configuration() throws(ServerFault) -> TLSConfiguration {
    let certificates = try bytes(of: certificate)
    let chain = try usable("\(certificate) has no certificate") {
      try NIOSSLCertificate.fromPEMBytes(certificates)
    }
    let keys = try bytes(of: key)
    let privateKey = try usable("\(key) has no key") {
      try NIOSSLPrivateKey(bytes: keys, format: .pem)
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    // Made here as well as by the server, which would say only that it failed.
    _ = try usable("the key is another certificate's") {
      try NIOSSLContext(configuration: configuration)
    }
    return configuration
  }

  private func bytes(of file: String) throws(ServerFault) -> [UInt8] {
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
  ) throws(ServerFault) -> Value {
    do {
      return try make()
    } catch {
      throw .tlsFiles(self, reason: reason)
    }
  }
}
