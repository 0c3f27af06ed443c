import Foundation
package import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The extensions that distinguish the App Store's certificates from others of the same root.
///
/// Source: the chain verifier of Apple's app-store-server-library.
package enum AppStoreMarker {
  /// The extension of the certificate that signs payloads.
  package static let leaf: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
  /// The extension of the certificate that issued the leaf.
  package static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
}

extension CertificateChain {
  /// Verifies the chain at the time of signing; the caller has already compared the root.
  ///
  /// - Throws: The ``SignatureError`` of the first rule that is broken, in this order: markers,
  ///   which certificates may issue others, validity, signatures and RFC 5280.
  func validate(at signedDate: Date) async throws(SignatureError) {
    try checkMarkers()
    try checkRoles()
    guard validity.contains(signedDate) else {
      throw .outsideValidity(signedDate: signedDate, validity: validity)
    }
    var verifier = Verifier(rootCertificates: CertificateStore([root])) {
      RFC5280Policy(fixedExpiryValidationTime: signedDate)
    }
    let result = await verifier.validate(
      leaf: leaf, intermediates: CertificateStore([intermediate]))
    // A leaf that the root issued, or that is the root, is also valid: compare the whole chain.
    guard case .validCertificate(let chain) = result,
      Array(chain) == [leaf, intermediate, root]
    else { throw .chainInvalid }
  }

  private func checkMarkers() throws(SignatureError) {
    guard leaf.extensions[oid: AppStoreMarker.leaf] != nil else { throw .markerMissing(.leaf) }
    guard intermediate.extensions[oid: AppStoreMarker.intermediate] != nil else {
      throw .markerMissing(.intermediate)
    }
  }

  /// Checks which certificates may issue others: `RFC5280Policy` allows this to certificates of
  /// version 1, and does not read key usage.
  private func checkRoles() throws(SignatureError) {
    guard intermediate.isAuthority else { throw .issuerNotAuthority }
    guard !leaf.isAuthority else { throw .leafIsAuthority }
  }
}

extension Certificate {
  /// Whether its basic constraints and its key usage both allow it to issue certificates.
  fileprivate var isAuthority: Bool {
    guard case .isCertificateAuthority = try? extensions.basicConstraints else { return false }
    return (try? extensions.keyUsage)?.keyCertSign == true
  }
}
