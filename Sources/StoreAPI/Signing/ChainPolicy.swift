import Foundation
package import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The marks that tell the App Store's certificates from others of the same root.
///
/// Source: the chain verifier of Apple's app-store-server-library.
package enum AppStoreMarker {
  /// On the certificate that signs.
  package static let leaf: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
  /// On the certificate that issued it.
  package static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
}

extension CertificateChain {
  /// Judges the chain at the moment of signing; the root must have been compared already.
  ///
  /// - Throws: The ``SignatureFault`` of the first rule that is broken: markers, who may issue,
  ///   validity, signatures and RFC 5280.
  func validate(at signedDate: Date) async throws(SignatureFault) {
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
    // A leaf that the root issued itself, or that is the root, also validates: count them.
    guard case .validCertificate(let chain) = result,
      Array(chain) == [leaf, intermediate, root]
    else { throw .chainInvalid }
  }

  private func checkMarkers() throws(SignatureFault) {
    guard leaf.extensions[oid: AppStoreMarker.leaf] != nil else { throw .markerMissing(.leaf) }
    guard intermediate.extensions[oid: AppStoreMarker.intermediate] != nil else {
      throw .markerMissing(.intermediate)
    }
  }

  /// RFC5280Policy lets certificates of version 1 issue others and does not read key usage.
  private func checkRoles() throws(SignatureFault) {
    guard intermediate.isAuthority else { throw .issuerNotAuthority }
    guard !leaf.isAuthority else { throw .leafIsAuthority }
  }
}

extension Certificate {
  /// Whether it says, readably and in both places, that it may issue certificates.
  fileprivate var isAuthority: Bool {
    guard case .isCertificateAuthority = try? extensions.basicConstraints else { return false }
    return (try? extensions.keyUsage)?.keyCertSign == true
  }
}
