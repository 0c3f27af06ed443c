import HTTPTypes
import Hummingbird
import StoreAPI
import StoreHTTP

/// One route with the function that responds to it.
struct Operation: Sendable {
  let route: Route
  /// Sets `name`, the name in the log and the metrics, if the input says what the request does.
  ///
  /// There must be few names: each is a series of the metrics.
  let respond: @Sendable (RequestContext, _ name: inout String) async throws -> Response
}

/// How a caller is authenticated, and the value by which an operation serves it.
struct Authentication<Principal>: Sendable {
  let caller: Caller
  /// - Throws: `StoreFault` if the caller is not who it must be, ``StoreHTTP/RequestError`` if its headers
  ///   cannot be read.
  let authenticate: @Sendable (RequestContext) async throws -> Principal
}

/// The operations of a store, by path and method.
struct Operations: Sendable {
  private(set) var byPath: [String: [HTTPRequest.Method: Operation]] = [:]
  let bodySize: Int

  /// The served routes, in no order.
  var routes: [Route] { byPath.values.flatMap { $0.values.map(\.route) } }

  mutating func add(_ operation: Operation) {
    let route = operation.route
    precondition(byPath[route.path]?[route.method] == nil, "\(route.operation) is served twice")
    byPath[route.path, default: [:]][route.method] = operation
  }

  /// Serves an endpoint: an authenticated client gets what `perform` returns for its input.
  mutating func serve<Input, Output, Principal>(
    _ endpoint: Endpoint<Input, Output>, _ authentication: Authentication<Principal>,
    _ perform: @escaping @Sendable (Input, Principal) async throws -> Output
  ) {
    precondition(endpoint.route.caller == authentication.caller, "\(endpoint.route) is for others")
    add(
      Operation(route: endpoint.route) {
        [size = bodySize(for: authentication.caller)] context, _ in
        let principal = try await authentication.authenticate(context)
        let input = try await context.input(Input.self, upTo: size)
        return try .json(try await perform(input, principal))
      })
  }

  /// The most bytes of a body: a caller without a token sends only a name and a password, the
  /// operator also a catalogue.
  func bodySize(for caller: Caller) -> Int {
    switch caller {
    case .anyone: min(bodySize, 8 * 1024)
    case .signIn, .device: bodySize
    case .operator: max(bodySize, OperatorCommand.sizeLimit)
    }
  }
}
