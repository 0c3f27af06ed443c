package import Foundation
import SwiftASN1
import X509

/// A file with a store's root certificate.
package enum RootCertificate {
  /// Reads a file in DER or PEM.
  ///
  /// - Returns: The certificate in DER, as stores send it and devices pin it.
  /// - Throws: ``SignatureError/certificateUnreadable(_:)`` unless the file has one certificate and
  ///   nothing else.
  package static func read(_ file: Data) throws(SignatureError) -> Data {
    do {
      let pem = String(data: file, encoding: .utf8).flatMap { $0.contains("-----BEGIN") ? $0 : nil }
      let der = try pem.map { Data(try PEMDocument(pemString: $0).derBytes) } ?? file
      _ = try Certificate(derEncoded: Array(der))
      return der
    } catch {
      throw .certificateUnreadable(.root)
    }
  }
}
