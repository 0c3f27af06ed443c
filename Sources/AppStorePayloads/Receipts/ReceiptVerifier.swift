import Crypto
package import Foundation
import SwiftASN1
import X509

/// Verifies that a trusted store signed an app receipt.
///
/// Verified chains are cached. A receipt with a cached chain takes one P-256 verification, and time in
/// proportion to its size.
package struct ReceiptVerifier: Sendable {
  private let rootCertificates: [Data]
  private let chains = VerifiedChains()

  /// Creates a verifier.
  ///
  /// - Parameter rootCertificates: The trusted roots, in DER.
  package init(rootCertificates: [Data]) {
    self.rootCertificates = rootCertificates
  }
}

extension SignedReceipt {
  /// Returns the contents of a receipt that a trusted store has signed.
  ///
  /// Three certificates must form a chain to a trusted root, have the App Store's markers, and be valid
  /// at the receipt's ``ReceiptPayload/creationDate``.
  ///
  /// - Throws: The errors of ``ReceiptPayload/init(der:)``, ``ReceiptError/signerMissing``, and
  ///   ``ReceiptError/untrusted(_:)`` with the reason.
  package func verified(
    by verifier: ReceiptVerifier
  ) async throws(ReceiptError) -> ReceiptPayload {
    let payload = try ReceiptPayload(der: Data(contents))
    try await verifier.checkSignature(of: self, at: payload.creationDate)
    return payload
  }
}

extension ReceiptVerifier {
  fileprivate func checkSignature(
    of receipt: SignedReceipt, at date: Date
  ) async throws(ReceiptError) {
    let chainBytes = receipt.chainBytes
    let known = chains[chainBytes]
    let chain: VerifiedChain
    if let known { chain = known } else { chain = try await verifiedChain(of: receipt, at: date) }
    guard chain.validity.contains(date) else {
      throw .untrusted(.outsideValidity(signedDate: date, validity: chain.validity))
    }
    guard receipt.isSigned(by: chain.key) else { throw .untrusted(.signatureMismatch) }
    if known == nil { chains.insert(chain, for: chainBytes) }
  }

  private func verifiedChain(
    of receipt: SignedReceipt, at date: Date
  ) async throws(ReceiptError) -> VerifiedChain {
    let der = try chain(of: receipt)
    do throws(SignatureError) {
      let chain = try CertificateChain(der: der)
      try await chain.validate(at: date)
      return VerifiedChain(
        key: try chain.signingKey(), validity: chain.validity, prefix: SHA256())
    } catch {
      throw .untrusted(error)
    }
  }

  /// Returns a receipt's certificates in the order leaf, intermediate, root.
  private func chain(of receipt: SignedReceipt) throws(ReceiptError) -> [Data] {
    var others = receipt.certificates.map { Data($0) }
    guard others.count == SignatureError.Position.allCases.count else {
      throw .untrusted(.wrongCertificateCount(others.count))
    }
    guard let root = others.firstIndex(where: { rootCertificates.contains($0) }) else {
      throw .untrusted(.untrustedRoot)
    }
    let last = others.remove(at: root)
    guard let leaf = others.firstIndex(where: { receipt.isSigner($0) }) else {
      throw .signerMissing
    }
    let first = others.remove(at: leaf)
    return [first] + others + [last]
  }
}

extension SignedReceipt {
  /// The bytes that identify the chain that signed the receipt.
  fileprivate var chainBytes: Data {
    certificates.reduce(into: Data(signer.identifier)) { $0.append(contentsOf: $1) }
  }

  fileprivate func isSigner(_ certificate: Data) -> Bool {
    guard let parsed = try? Certificate(derEncoded: Array(certificate)) else { return false }
    return (try? SignerIdentifier.der(of: parsed)) == signer.identifier
  }

  fileprivate func isSigned(by key: P256.Signing.PublicKey) -> Bool {
    guard
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: Data(signer.signature))
    else { return false }
    return key.isValidSignature(signature, for: contents)
  }
}
