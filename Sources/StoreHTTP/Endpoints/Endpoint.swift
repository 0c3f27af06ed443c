package import HTTPTypes

/// One operation of a store over HTTP: written once, served and called from here.
///
/// What only asks is a `GET` and takes its input as query; what changes something is a `POST` and
/// takes it as a JSON body. The answer is JSON.
package struct Endpoint<Input: Wire, Output: Wire>: Sendable {
  package let route: Route

  init(
    _ method: HTTPRequest.Method, _ path: String, _ operation: String, for caller: Caller,
    refusing refusals: [FaultCode] = [], _ summary: String
  ) {
    route = Route(
      operation: operation, method: method, path: path, caller: caller, summary: summary,
      refusals: refusals, input: Input.schema, output: Output.schema)
  }
}

/// Who may ask.
package enum Caller: String, Sendable, CaseIterable {
  /// Nobody in particular: at the door there is no token yet.
  case anyone
  /// A machine, by the token of its sign-in.
  case signIn
  /// A device, by its token, and one running instance of the app on it.
  case device
  /// Whoever holds the operator key.
  case `operator`
}

/// What is known of an endpoint without its types.
package struct Route: Sendable {
  /// A name that is unique in the store.
  package let operation: String
  package let method: HTTPRequest.Method
  package let path: String
  package let caller: Caller
  /// One sentence for the document of the routes.
  package let summary: String
  /// The faults that belong to this operation; any may also answer ``FaultCode/unavailable``, and
  /// what asks for a token ``FaultCode/unauthorized``.
  package let refusals: [FaultCode]
  package let input: Schema
  package let output: Schema
}

extension Route {
  /// Every route of a store, in the order in which the document lists them.
  package static let all: [Route] =
    AccountEndpoints.routes + DeviceEndpoints.routes + OperatorEndpoints.routes
}
