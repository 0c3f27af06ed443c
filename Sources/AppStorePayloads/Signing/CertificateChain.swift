import Crypto
import Foundation
import SwiftASN1
import X509

/// A leaf, its intermediate and their root: parsed, but not verified.
struct CertificateChain: Sendable {
  let leaf: Certificate
  let intermediate: Certificate
  let root: Certificate
  /// The time at which all three are valid.
  let validity: ClosedRange<Date>

  /// Reads three DER certificates, leaf first.
  ///
  /// - Throws: ``SignatureError/wrongCertificateCount(_:)``,
  ///   ``SignatureError/certificateUnreadable(_:)``, and ``SignatureError/chainInvalid`` if there
  ///   is no time at which all are valid.
  init(der: [Data]) throws(SignatureError) {
    guard der.count == SignatureError.Position.allCases.count else {
      throw .wrongCertificateCount(der.count)
    }
    func certificate(_ position: SignatureError.Position) throws(SignatureError) -> Certificate {
      do {
        return try Certificate(derEncoded: Array(der[position.rawValue]))
      } catch {
        throw .certificateUnreadable(position)
      }
    }
    leaf = try certificate(.leaf)
    intermediate = try certificate(.intermediate)
    root = try certificate(.root)
    let all = [leaf, intermediate, root]
    let start = all.map(\.notValidBefore).max() ?? .distantFuture
    let end = all.map(\.notValidAfter).min() ?? .distantPast
    guard start <= end else { throw .chainInvalid }
    validity = start...end
  }

  /// Returns the leaf's key, which verifies payloads.
  ///
  /// - Throws: ``SignatureError/wrongKey`` if it is not a P-256 key.
  func signingKey() throws(SignatureError) -> P256.Signing.PublicKey {
    guard let key = P256.Signing.PublicKey(leaf.publicKey) else { throw .wrongKey }
    return key
  }
}
