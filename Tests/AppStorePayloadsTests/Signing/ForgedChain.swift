import AppStorePayloads
import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate with its key.
struct ForgedCertificate {
  let certificate: Certificate
  let key: P256.Signing.PrivateKey

  var der: Data { get throws { try certificate.der } }
}

extension Certificate {
  var der: Data {
    get throws {
      var serializer = DER.Serializer()
      try serializer.serialize(self)
      return Data(serializer.serializedBytes)
    }
  }
}

/// How to issue a chain; the default values give a valid one.
struct ChainRecipe {
  var leafMarker: ASN1ObjectIdentifier? = AppStoreMarker.leaf
  var intermediateMarker: ASN1ObjectIdentifier? = AppStoreMarker.intermediate
  var markersAreCritical = false
  var intermediateIsAuthority = true
  var intermediateMaySign = true
  var leafIsAuthority = false
  var rootPathLength: Int?
  var leafValidity = validity
  var intermediateValidity = validity
  var rootValidity = validity

  /// 2020 to 2040.
  static let validity =
    Date(timeIntervalSince1970: 1_577_836_800)...Date(timeIntervalSince1970: 2_208_988_800)
}

/// Three certificates, leaf to root.
struct ForgedChain {
  var leaf: ForgedCertificate
  var intermediate: ForgedCertificate
  var root: ForgedCertificate

  init(_ recipe: ChainRecipe = ChainRecipe()) throws {
    root = try UnissuedCertificate(
      name: "Root", authority: true, pathLength: recipe.rootPathLength,
      validity: recipe.rootValidity
    ).issued(by: nil)
    intermediate = try UnissuedCertificate(
      name: "Intermediate", authority: recipe.intermediateIsAuthority,
      maySign: recipe.intermediateMaySign, marker: recipe.intermediateMarker,
      critical: recipe.markersAreCritical, validity: recipe.intermediateValidity
    ).issued(by: root)
    leaf = try UnissuedCertificate(
      name: "Leaf", authority: recipe.leafIsAuthority, marker: recipe.leafMarker,
      critical: recipe.markersAreCritical, validity: recipe.leafValidity
    ).issued(by: intermediate)
  }

  var der: [Data] {
    get throws { [try leaf.der, try intermediate.der, try root.der] }
  }
}

/// A certificate before it is issued.
struct UnissuedCertificate {
  let name: String
  let authority: Bool
  var maySign = true
  var pathLength: Int?
  var marker: ASN1ObjectIdentifier?
  var critical = false
  var validity = ChainRecipe.validity
  let key = P256.Signing.PrivateKey()

  func issued(by issuer: ForgedCertificate?) throws -> ForgedCertificate {
    let certificate = try certificate(of: .init(key.publicKey), issuedBy: issuer)
    return ForgedCertificate(certificate: certificate, key: key)
  }

  func certificate(
    of publicKey: Certificate.PublicKey, issuedBy issuer: ForgedCertificate?
  ) throws -> Certificate {
    let subject = try DistinguishedName { CommonName(name) }
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
      notValidBefore: validity.lowerBound, notValidAfter: validity.upperBound,
      issuer: issuer?.certificate.subject ?? subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        if authority {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: pathLength))
          Critical(KeyUsage(digitalSignature: !maySign, keyCertSign: maySign))
        }
        if let marker {
          Certificate.Extension(oid: marker, critical: critical, value: [0x05, 0x00])
        }
      },
      issuerPrivateKey: .init(issuer?.key ?? key))
  }
}
