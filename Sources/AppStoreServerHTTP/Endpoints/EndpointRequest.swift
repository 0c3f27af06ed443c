import AppStoreServerAPI
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A request to an endpoint.
struct EndpointRequest: Sendable {
  let request: Request
  /// The parameters of the path, as they were sent.
  let parameters: [String: String]
  /// The maximum number of bytes of the body.
  let bodySize: Int

  /// Returns a parameter of the path.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/generalBadRequest`` if it has an escape that is not UTF-8.
  func parameter(_ name: String) throws(APIError) -> String {
    guard let parameter = parameters[name]?.removingPercentEncoding else {
      throw .generalBadRequest
    }
    return parameter
  }

  /// Returns the ID in the path.
  ///
  /// - Throws: `invalid` if it is not a number.
  func id(
    _ name: String, else invalid: APIError = .invalidTransactionId
  ) throws(APIError) -> AnyTransactionID {
    do throws(APIError) {
      return try AnyTransactionID(parameter(name))
    } catch {
      throw invalid
    }
  }

  /// Returns the parameters of the query.
  ///
  /// - Throws: The error of ``AppStoreServerAPI/Query/init(_:)``.
  func query() throws(APIError) -> Query {
    try Query(request.uri.query ?? "")
  }

  /// Reads the body, whatever its `Content-Type` is.
  ///
  /// - Throws: ``RequestError/tooLarge(_:)``, ``RequestError/incomplete``, and the error of
  ///   ``AppStoreServerAPI/JSONBody/init(_:)``.
  func body() async throws -> JSONBody { try JSONBody(await bytes()) }

  /// Reads the bytes of the body.
  ///
  /// - Throws: ``RequestError/tooLarge(_:)`` and ``RequestError/incomplete``.
  func bytes() async throws(RequestError) -> ByteBufferView {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bodySize {
      throw .tooLarge(bodySize)
    }
    do {
      return try await request.body.collect(upTo: bodySize).readableBytesView
    } catch is NIOTooManyBytesError {
      throw .tooLarge(bodySize)
    } catch {
      throw .incomplete
    }
  }
}
