package import Foundation
import SwiftASN1
import X509

/// A file with a store's root certificate.
package enum RootCertificate {
  /// Reads a file in DER or PEM.
  ///
  /// - Returns: The certificate in DER, as stores send it and devices pin it.
  /// - Throws: ``SignatureFault/certificateUnreadable(_:)`` unless the file has one certificate and
  ///   nothing else.
  package static func read(_ file: Data) throws(SignatureFault) -> Data {
    do {
      let der = try PEMDocument.only(in: file).map { Data($0.derBytes) } ?? file
      _ = try Certificate(derEncoded: Array(der))
      return der
    } catch {
      throw .certificateUnreadable(.root)
    }
  }
}

extension PEMDocument {
  /// Returns `nil` if the file is not PEM.
  fileprivate static func only(in file: Data) throws -> PEMDocument? {
    guard let text = String(data: file, encoding: .utf8), text.contains("-----BEGIN") else {
      return nil
    }
    return try PEMDocument(pemString: text)
  }
}
