import AppStoreServerAPI
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird

/// One endpoint of the API, with the function that responds to its requests.
struct Endpoint: Sendable {
  typealias Perform =
    @Sendable (any StoreServerAPI, EndpointRequest, APICaller) async throws ->
    Response

  /// Apple's name for the endpoint.
  ///
  /// The log and the metrics use it.
  let name: String
  let method: HTTPRequest.Method
  let path: PathPattern
  let rate: EndpointRate
  let perform: Perform

  init(
    _ name: String, _ method: HTTPRequest.Method, _ path: String, _ rate: EndpointRate,
    _ perform: @escaping Perform
  ) {
    self.name = name
    self.method = method
    self.path = PathPattern(path)
    self.rate = rate
    self.perform = perform
  }
}

/// The endpoint that a request asks for.
struct MatchedEndpoint: Sendable {
  let endpoint: Endpoint
  /// The parameters of the path, as they were sent.
  let parameters: [String: String]
}

/// The endpoints of the API.
struct Endpoints: Sendable {
  let all: [Endpoint]

  /// Finds the endpoint of a request by its path and method.
  ///
  /// The first matching endpoint with the method responds, so one with a literal must precede one
  /// that has a parameter in the same place.
  ///
  /// - Throws: ``RequestError/notFound`` and ``RequestError/methodNotAllowed(_:)``.
  func find(_ path: String, _ method: HTTPRequest.Method) throws(RequestError) -> MatchedEndpoint {
    // Splits bytes, because in a string, a slash and an accent after it are one character.
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
    let matches = all.compactMap { endpoint in
      endpoint.path.parameters(of: segments).map {
        MatchedEndpoint(endpoint: endpoint, parameters: $0)
      }
    }
    guard !matches.isEmpty else { throw .notFound }
    guard let match = matches.first(where: { $0.endpoint.method == method }) else {
      throw .methodNotAllowed(Set(matches.map(\.endpoint.method.rawValue)).sorted())
    }
    return match
  }
}
