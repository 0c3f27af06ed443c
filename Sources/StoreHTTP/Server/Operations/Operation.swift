import Foundation
import HTTPTypes
import Hummingbird
import StoreAPI

/// One route with what answers it.
struct Operation: Sendable {
  let route: Route
  let respond: @Sendable (RequestContext) async throws -> Response
}

/// How a caller shows who it is, and what that gives it.
struct Authentication<Principal>: Sendable {
  let caller: Caller
  /// - Throws: `StoreFault` where the caller is not who it must be, ``RequestError`` where its headers
  ///   cannot be read.
  let admit: @Sendable (RequestContext) async throws -> Principal
}

/// The operations of a store, by path and method.
struct Operations: Sendable {
  private(set) var byPath: [String: [HTTPRequest.Method: Operation]] = [:]
  let bodySize: Int

  init(bodySize: Int) {
    self.bodySize = bodySize
  }

  /// What is served, in no order.
  var routes: [Route] { byPath.values.flatMap { $0.values.map(\.route) } }

  mutating func add(_ operation: Operation) {
    let route = operation.route
    precondition(byPath[route.path]?[route.method] == nil, "\(route.operation) is served twice")
    byPath[route.path, default: [:]][route.method] = operation
  }

  /// Serves an endpoint: an authenticated client gets what `perform` returns for its input.
  mutating func serve<Input, Output, Principal>(
    _ endpoint: Endpoint<Input, Output>, _ admission: Authentication<Principal>,
    _ perform: @escaping @Sendable (Input, Principal) async throws -> Output
  ) {
    serve(endpoint, admission) { input, principal, _ in try await perform(input, principal) }
  }

  /// The same, where the answer depends on the request beside its input.
  mutating func serve<Input, Output, Principal>(
    _ endpoint: Endpoint<Input, Output>, _ admission: Authentication<Principal>,
    _ perform: @escaping @Sendable (Input, Principal, RequestContext) async throws -> Output
  ) {
    precondition(endpoint.route.caller == admission.caller, "\(endpoint.route) admits others")
    add(
      Operation(route: endpoint.route) { [size = bodySize(for: admission.caller)] context in
        let visitor = try await admission.admit(context)
        let input = try await context.input(Input.self, upTo: size)
        return try .json(try await perform(input, visitor, context))
      })
  }

  /// Bytes of a body: strangers have only a name and a password to say.
  private func bodySize(for caller: Caller) -> Int {
    caller == .anyone ? min(bodySize, 8 * 1024) : bodySize
  }
}
