package import AppStorePayloads
package import Crypto
package import Foundation
import SwiftASN1
import X509

/// The three certificates of a store and their keys: root, intermediate and leaf, all on P-256.
///
/// They satisfy OpenSSL's strict X.509 rules and have the App Store's marker extensions, so Apple's
/// server libraries accept them. Source: the chain verifier of app-store-server-library.
package struct CertificateAuthority: Sendable {
  /// The root, whose key may be kept elsewhere.
  package struct Root: Sendable {
    /// DER.
    package let certificate: Data
    package let privateKey: P256.Signing.PrivateKey?
  }

  /// A certificate and the key that belongs to it.
  package struct Member: Sendable {
    /// DER.
    package let certificate: Data
    package let privateKey: P256.Signing.PrivateKey
  }

  /// 2008-01-01 to the end of 2107-12-31, UTC; a store's clock cannot be moved out of this range.
  package static let validity =
    Date(
      timeIntervalSince1970: 1_199_145_600)...Date(
      timeIntervalSince1970: 4_354_819_199)

  package let root: Root
  package let intermediate: Member
  package let leaf: Member

  /// Creates an authority with random keys and serial numbers.
  ///
  /// - Parameter issued: The validity of the intermediate and the leaf.
  /// - Returns: The authority.
  /// - Throws: Errors of the certificate library, which are not expected.
  package static func make(issued: ClosedRange<Date> = validity) throws -> CertificateAuthority {
    let root = try UnissuedCertificate(name: "skdemo Test Root", role: .root).issued(by: nil)
    return try make(
      root: root, keys: (P256.Signing.PrivateKey(), P256.Signing.PrivateKey()), issued: issued)
  }

  static func make(
    root: IssuedCertificate,
    keys: (intermediate: P256.Signing.PrivateKey, leaf: P256.Signing.PrivateKey),
    issued: ClosedRange<Date>
  ) throws -> CertificateAuthority {
    let intermediate = try UnissuedCertificate(
      name: "skdemo Test Intermediate", role: .intermediate, key: keys.intermediate,
      validity: issued
    ).issued(by: root)
    let leaf = try UnissuedCertificate(
      name: "skdemo Test Signing", role: .leaf, key: keys.leaf, validity: issued
    ).issued(by: intermediate)
    return CertificateAuthority(
      root: Root(certificate: try root.member.certificate, privateKey: root.key),
      intermediate: try intermediate.member, leaf: try leaf.member)
  }

  /// Returns the signer that signs payloads with the leaf's key.
  ///
  /// - Throws: A ``AppStorePayloads/SignatureError`` if a certificate cannot be read, or if the leaf's key
  ///   does not belong to its certificate.
  package func signer() throws(SignatureError) -> PayloadSigner {
    try PayloadSigner(
      privateKey: leaf.privateKey,
      chain: [leaf.certificate, intermediate.certificate, root.certificate])
  }
}

/// An issued certificate with its key, as values of the certificate library.
struct IssuedCertificate {
  let certificate: Certificate
  let key: P256.Signing.PrivateKey

  var member: CertificateAuthority.Member {
    get throws {
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return .init(certificate: Data(serializer.serializedBytes), privateKey: key)
    }
  }
}

/// A certificate before it is issued.
private struct UnissuedCertificate {
  enum Role {
    case root, intermediate, leaf
  }

  let name: String
  let role: Role
  var key = P256.Signing.PrivateKey()
  var validity = CertificateAuthority.validity

  /// Issues the certificate; without an issuer it is self-signed.
  func issued(by issuer: IssuedCertificate?) throws -> IssuedCertificate {
    let subject = try DistinguishedName {
      CommonName(name)
      OrganizationName("skdemo")
    }
    let certificate = try Certificate(
      version: .v3,
      serialNumber: .randomPositive(),
      publicKey: .init(key.publicKey),
      notValidBefore: validity.lowerBound,
      notValidAfter: validity.upperBound,
      issuer: issuer?.certificate.subject ?? subject,
      subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions(issuer: issuer),
      issuerPrivateKey: .init(issuer?.key ?? key))
    return IssuedCertificate(certificate: certificate, key: key)
  }

  private func extensions(issuer: IssuedCertificate?) throws -> Certificate.Extensions {
    try Certificate.Extensions {
      switch role {
      case .root: Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
      case .intermediate: Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
      case .leaf: Critical(BasicConstraints.notCertificateAuthority)
      }
      Critical(usage)
      SubjectKeyIdentifier(hash: .init(key.publicKey))
      if let issuer {
        AuthorityKeyIdentifier(
          keyIdentifier: SubjectKeyIdentifier(hash: issuer.certificate.publicKey).keyIdentifier)
      }
      if let marker {
        // Not critical: OpenSSL refuses critical extensions that it does not know.
        Certificate.Extension(oid: marker, critical: false, value: Self.asn1Null)
      }
    }
  }

  private var usage: KeyUsage {
    role == .leaf ? KeyUsage(digitalSignature: true) : KeyUsage(keyCertSign: true, cRLSign: true)
  }

  private var marker: ASN1ObjectIdentifier? {
    switch role {
    case .root: nil
    case .intermediate: AppStoreMarker.intermediate
    case .leaf: AppStoreMarker.leaf
    }
  }

  private static let asn1Null: ArraySlice<UInt8> = [0x05, 0x00]
}

extension Certificate.SerialNumber {
  /// Returns a serial number of 127 random bits.
  ///
  /// The library's own serial numbers can have the top bit set. Those take 21 octets in DER, and
  /// RFC 5280, section 4.1.2.2, allows 20.
  fileprivate static func randomPositive() -> Self {
    let head = UInt8.random(in: 1...0x7F)
    return Self(bytes: [head] + (1..<16).map { _ in UInt8.random(in: .min ... .max) })
  }
}
