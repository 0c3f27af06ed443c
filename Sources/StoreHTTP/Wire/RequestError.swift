package import AppStorePayloads
package import HTTPTypes
import StoreAPI

/// The answer to a request that reaches no operation: `{"error": {"code", "message"}}`.
///
/// No `StoreError` has one of its codes.
package struct RequestError: Error, Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// There is no such path.
    case notFound
    case methodNotAllowed
    /// The query, a header or the body cannot be read.
    case malformed
    /// The body is larger than any request needs.
    case tooLarge
    /// The device has as many streams of updates as it may have.
    case tooManyStreams
    /// The account or the token has sent too many requests.
    case tooManyRequests
    /// The store is not served under the name of the header `Host`.
    case misdirected
    /// A page of another origin asks.
    case foreignOrigin
    /// The store is ending, or the request was cancelled.
    case busy
  }

  package var code: Code
  /// The request, the reason why it failed, and the remedy.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var status: HTTPResponse.Status {
    switch code {
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .malformed: .badRequest
    case .tooLarge: .contentTooLarge
    case .tooManyStreams, .tooManyRequests: .tooManyRequests
    case .misdirected: .misdirectedRequest
    case .foreignOrigin: .forbidden
    case .busy: .serviceUnavailable
    }
  }
}

extension RequestError: DocumentedError {
  package init(document: ParsedJSON) throws { self = try document.decode(Self.self) }

  package func encode(document encoder: any Encoder) throws { try encode(to: encoder) }
}
