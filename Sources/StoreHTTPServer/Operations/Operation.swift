import HTTPTypes
import Hummingbird
import StoreAPI
import StoreHTTP
import StoreOperatorAPI

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
  /// - Throws: `StoreError` if the caller is not who it must be, ``StoreHTTP/RequestError`` if its headers
  ///   cannot be read.
  let authenticate: @Sendable (RequestContext) async throws -> Authenticated<Principal>
}

/// An authenticated caller.
struct Authenticated<Principal> {
  /// The value by which an operation serves the caller.
  let principal: Principal
  /// The caller's account; `nil` for anyone and the operator, who have none.
  var account: AccountNumber?
}

extension Authenticated: Sendable where Principal: Sendable {}

/// The operations of a store, by path and method.
struct Operations: Sendable {
  private(set) var byPath: [String: [HTTPRequest.Method: Operation]] = [:]
  let bodySize: Int
  let scheduler: RequestScheduler

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
    cost: RequestScheduler.Cost = .short,
    _ perform: @escaping @Sendable (Input, Principal) async throws -> Output
  ) {
    precondition(endpoint.route.caller == authentication.caller, "\(endpoint.route) is for others")
    add(
      Operation(route: endpoint.route) {
        [size = bodySize(for: authentication.caller), scheduler] context, _ in
        let caller = try await authentication.authenticate(context)
        // A body that arrives slowly keeps no place from another request.
        let input = try await context.input(Input.self, upTo: size)
        return try await scheduler.run(for: caller.account, cost: cost) {
          try .json(try await perform(input, caller.principal))
        }
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
