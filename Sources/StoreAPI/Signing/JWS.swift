package import Foundation

/// The three parts of a compact JSON Web Signature, as they were received.
///
/// Nothing is trusted by being here: ``SignedDataVerifier`` decides that. Source: RFC 7515.
package struct JWS: Sendable {
  /// A longer token is refused before anything in it is read.
  package static let sizeLimit = 64 * 1024

  /// The header as it was sent: base64url.
  package let headerSegment: Data
  /// The second part as it was sent, which the signature covers together with the first.
  package let payloadSegment: Data
  /// JSON, decoded from the second part.
  package let payload: Data
  /// r and s, 64 bytes in a token of ours.
  package let signature: Data

  /// Takes a token apart.
  ///
  /// - Throws: ``SignatureFault/oversized(bytes:)`` above ``sizeLimit`` and
  ///   ``SignatureFault/malformed(_:)`` unless there are three parts of strict base64url.
  package init(_ text: String) throws(SignatureFault) {
    guard text.utf8.count <= Self.sizeLimit else { throw .oversized(bytes: text.utf8.count) }
    let bytes = Array(text.utf8)
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .malformed(.token) }
    guard let payload = Data(base64URLEncoded: parts[1]) else { throw .malformed(.payload) }
    guard let signature = Data(base64URLEncoded: parts[2]) else { throw .malformed(.signature) }
    headerSegment = Data(parts[0])
    payloadSegment = Data(parts[1])
    self.payload = payload
    self.signature = signature
  }
}

extension JWS {
  /// What a header says, unchecked.
  package struct Header: Codable, Hashable, Sendable {
    package var alg: String
    /// Certificates in standard base64 of DER, leaf first.
    package var x5c: [String]?
    /// Names of extensions that a reader must understand.
    package var crit: [String]?
  }

  /// Reads the header.
  ///
  /// - Throws: ``SignatureFault/malformed(_:)`` unless it is a JSON object with `alg`.
  package func header() throws(SignatureFault) -> Header {
    guard let json = Data(base64URLEncoded: headerSegment),
      let header = try? JSONDecoder().decode(Header.self, from: json)
    else { throw .malformed(.header) }
    return header
  }

  /// Reads the payload.
  ///
  /// - Throws: ``SignatureFault/payloadUnreadable(_:)`` when it is something else than `type`.
  package func payload<Payload: Decodable>(
    as type: Payload.Type
  ) throws(SignatureFault) -> Payload {
    do {
      return try JSONDecoder.payload.decode(type, from: payload)
    } catch {
      throw .payloadUnreadable(String(describing: type))
    }
  }
}
