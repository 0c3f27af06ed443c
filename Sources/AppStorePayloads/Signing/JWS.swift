package import Foundation

/// The three parts of a compact JSON Web Signature, as they were received.
///
/// Nothing in it is verified; ``SignedDataVerifier`` does that. Source: RFC 7515.
package struct JWS: Sendable {
  /// The maximum size of a token in bytes; a larger one is refused before anything in it is read.
  package static let sizeLimit = 64 * 1024

  /// The first part, in base64url.
  package let headerSegment: Data
  /// The second part, in base64url; the signature covers the first and the second part.
  package let payloadSegment: Data
  /// JSON, decoded from the second part.
  package let payload: Data
  /// r and s; 64 bytes if the algorithm is ES256.
  package let signature: Data

  /// Parses a token.
  ///
  /// - Throws: ``SignatureError/oversized(bytes:)`` if the token is larger than ``sizeLimit``, and
  ///   ``SignatureError/malformed(_:)`` unless it has three parts of strict base64url.
  package init(_ text: String) throws(SignatureError) {
    guard text.utf8.count <= Self.sizeLimit else { throw .oversized(bytes: text.utf8.count) }
    var text = text
    let parsed = text.withUTF8 { bytes in
      Result { () throws(SignatureError) in try JWS(bytes) }
    }
    self = try parsed.get()
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SignatureError) {
    let raw = UnsafeRawBufferPointer(bytes)
    let dot = UInt8(ascii: ".")
    guard let first = raw.place(of: dot, from: 0),
      let second = raw.place(of: dot, from: first + 1),
      raw.place(of: dot, from: second + 1) == nil
    else { throw .malformed(.token) }
    guard let payload = Data(base64URLEncoded: bytes[(first + 1)..<second]) else {
      throw .malformed(.payload)
    }
    guard let signature = Data(base64URLEncoded: bytes[(second + 1)...]) else {
      throw .malformed(.signature)
    }
    headerSegment = Data(bytes[..<first])
    payloadSegment = Data(bytes[(first + 1)..<second])
    self.payload = payload
    self.signature = signature
  }
}

extension JWS {
  /// The fields of a header; they are not verified.
  package struct Header: Codable, Hashable, Sendable {
    package var alg: String
    /// Certificates in standard base64 of DER, leaf first.
    package var x5c: [String]?
    /// Names of extensions that a reader must understand.
    package var crit: [String]?
  }

  /// Decodes the header.
  ///
  /// - Throws: ``SignatureError/malformed(_:)`` if it cannot be decoded as `type`.
  package func header<Fields: Decodable>(
    as type: Fields.Type = Header.self
  ) throws(SignatureError) -> Fields {
    guard let json = Data(base64URLEncoded: headerSegment),
      let header = try? ParsedJSON(json).decode(type)
    else { throw .malformed(.header) }
    return header
  }

  /// Decodes the payload.
  ///
  /// - Throws: ``SignatureError/payloadUnreadable(_:)`` if it cannot be decoded as `type`.
  package func payload<Payload: Decodable>(
    as type: Payload.Type
  ) throws(SignatureError) -> Payload {
    guard let json = try? ParsedJSON(payload), json.hasExactNumbers,
      let decoded = try? json.decode(type)
    else { throw .payloadUnreadable(String(describing: type)) }
    return decoded
  }
}
