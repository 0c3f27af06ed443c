package import Foundation

/// Why signed data cannot be trusted: one case for each kind of forgery.
///
/// Descriptions quote what a stranger sent only shortened and with control characters escaped.
package enum SignatureFault: Error, Hashable, Sendable {
  /// A part of a token.
  package enum Part: String, Hashable, Sendable {
    case token, header, payload, signature
  }

  /// A certificate's place in `x5c`.
  package enum Position: Int, Hashable, Sendable, CaseIterable {
    case leaf, intermediate, root
  }

  // MARK: - Nothing could be decoded

  /// The token is longer than ``JWS/sizeLimit``.
  case oversized(bytes: Int)
  /// Not three parts of strict base64url, or a header that is no JSON object with `alg`.
  ///
  /// With ``Part/header`` the payload has been decoded.
  case malformed(Part)
  /// The payload is not the JSON of this type.
  case payloadUnreadable(String)

  // MARK: - The header

  /// The header names something else than ES256.
  case wrongAlgorithm(String)
  /// The header demands extensions of JWS; this store's tokens have none.
  case criticalHeader
  /// `x5c` has not exactly three certificates.
  case wrongCertificateCount(Int)

  // MARK: - The chain

  /// Not standard base64 of a DER certificate.
  case certificateUnreadable(Position)
  /// The chain ends in another root than the pinned one.
  case untrustedRoot
  /// The certificate lacks the App Store's marker for its place.
  case markerMissing(Position)
  /// The certificate in the middle may not issue certificates.
  case issuerNotAuthority
  /// The certificate that signed the payload is one that issues certificates.
  case leafIsAuthority
  /// The payload was signed before or after the chain's validity.
  case outsideValidity(signedDate: Date, validity: ClosedRange<Date>)
  /// A certificate was not issued by the next one, or the chain breaks another rule of RFC 5280.
  case chainInvalid
  /// The leaf's key is not on P-256.
  case wrongKey

  // MARK: - The signature and what it is for

  /// The leaf did not sign these bytes.
  case signatureMismatch
  /// Signed for another app, or for none.
  case wrongBundle(String)
  /// Signed in another environment.
  case wrongEnvironment(StoreEnvironment)
  /// The payload is not bound to any device.
  case deviceVerificationMissing
  /// The payload is bound to another device.
  case wrongDevice
}

extension SignatureFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .oversized(let bytes):
      "the signed data has \(bytes) bytes: at most \(JWS.sizeLimit) are read"
    case .malformed(let part):
      "the signed data's \(part.rawValue) is malformed"
    case .payloadUnreadable(let type):
      "the signed data does not hold a \(type)"
    case .wrongAlgorithm(let name):
      "the signed data names the algorithm \(Self.quoted(name)): only ES256 is trusted"
    case .criticalHeader:
      "the signed data demands a JWS extension: none is supported"
    case .wrongCertificateCount(let count):
      "the signed data brings \(count) certificates: it must bring three"
    case .certificateUnreadable(let position):
      "the \(position) certificate cannot be read"
    case .untrustedRoot:
      "the certificates end in a root that this device does not trust"
    case .markerMissing(let position):
      "the \(position) certificate is not marked as one of the App Store's"
    case .issuerNotAuthority:
      "the leaf certificate was issued by one that may not issue any"
    case .leafIsAuthority:
      "the data was signed by a certificate that is for issuing certificates"
    case .outsideValidity(let date, let validity):
      "the data was signed on \(date.formatted(.iso8601)): the certificates are valid from "
        + "\(validity.lowerBound.formatted(.iso8601)) to "
        + "\(validity.upperBound.formatted(.iso8601))"
    case .chainInvalid:
      "the certificates do not form a chain of trust"
    case .wrongKey:
      "the leaf certificate's key is not a P-256 key"
    case .signatureMismatch:
      "the signature does not match: the data was altered, or signed with another key"
    case .wrongBundle(let id):
      "the data was signed for another app, \(Self.quoted(id))"
    case .wrongEnvironment(let environment):
      "the data was signed in the environment \(environment.rawValue)"
    case .deviceVerificationMissing:
      "the data is not bound to a device"
    case .wrongDevice:
      "the data was signed for another device"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.prefix(64).map { $0.escaped(asASCII: true) }.joined() + "'"
  }
}
