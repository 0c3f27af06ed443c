package import Foundation

/// The reason why signed data cannot be trusted: one case for each kind of forgery.
///
/// Descriptions shorten received text and escape its control characters.
package enum SignatureError: Error, Hashable, Sendable {
  /// A part of a token.
  package enum Part: String, Hashable, Sendable {
    case token, header, payload, signature
  }

  /// A certificate's place in `x5c`.
  package enum Position: Int, Hashable, Sendable, CaseIterable {
    case leaf, intermediate, root
  }

  // MARK: - The token cannot be decoded

  /// The token is longer than ``JWS/sizeLimit``.
  case oversized(bytes: Int)
  /// The token is not three parts of strict base64url, or its header is not a JSON object with
  /// `alg`.
  ///
  /// If the part is ``Part/header``, the payload is valid base64url.
  case malformed(Part)
  /// The payload cannot be decoded as this type.
  case payloadUnreadable(String)

  // MARK: - The header

  /// The header's algorithm is not ES256.
  case wrongAlgorithm(String)
  /// The header has critical extensions; this store's tokens have none.
  case criticalHeader
  /// The number of certificates in `x5c` is not three.
  case wrongCertificateCount(Int)

  // MARK: - The chain

  /// The entry in `x5c` is not a DER certificate in standard base64.
  case certificateUnreadable(Position)
  /// The chain's root is not the pinned one.
  case untrustedRoot
  /// The certificate does not have the App Store's marker for its position.
  case markerMissing(Position)
  /// The intermediate certificate may not issue certificates.
  case issuerNotAuthority
  /// The leaf, which signed the payload, may issue certificates.
  case leafIsAuthority
  /// The payload was signed at a time at which the chain is not valid.
  case outsideValidity(signedDate: Date, validity: ClosedRange<Date>)
  /// A certificate was not issued by the next one, or the chain breaks another rule of RFC 5280.
  case chainInvalid
  /// The leaf's key is not a P-256 key.
  case wrongKey

  // MARK: - The signature and its purpose

  /// The leaf's key did not sign these bytes.
  case signatureMismatch
  /// The payload was signed for another app.
  case wrongBundle(String)
  /// The payload was signed in another environment.
  case wrongEnvironment(StoreEnvironment)
  /// The payload is not bound to any device.
  case deviceVerificationMissing
  /// The payload is bound to another device.
  case wrongDevice
}

extension SignatureError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .oversized(let bytes):
      "the signed data has \(bytes) bytes: the limit is \(JWS.sizeLimit)"
    case .malformed(let part):
      "the signed data's \(part.rawValue) is malformed"
    case .payloadUnreadable(let type):
      "the signed data does not contain a \(type)"
    case .wrongAlgorithm(let name):
      "the signed data uses the algorithm \(Self.quoted(name)): only ES256 is trusted"
    case .criticalHeader:
      "the signed data requires a JWS extension: none is supported"
    case .wrongCertificateCount(let count):
      "the signed data has \(count) certificates: it must have three"
    case .certificateUnreadable(let position):
      "the \(position) certificate cannot be read"
    case .untrustedRoot:
      "the root certificate is not the one that this device trusts"
    case .markerMissing(let position):
      "the \(position) certificate does not have the App Store's marker"
    case .issuerNotAuthority:
      "the intermediate certificate may not issue certificates"
    case .leafIsAuthority:
      "the certificate that signed the data may issue certificates: it must not"
    case .outsideValidity(let date, let validity):
      "the data was signed on \(date.formatted(.iso8601)): the certificates are valid from "
        + "\(validity.lowerBound.formatted(.iso8601)) to "
        + "\(validity.upperBound.formatted(.iso8601))"
    case .chainInvalid:
      "the certificates do not form a chain of trust"
    case .wrongKey:
      "the leaf certificate's key is not a P-256 key"
    case .signatureMismatch:
      "the signature does not match: the data was changed, or signed with another key"
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
