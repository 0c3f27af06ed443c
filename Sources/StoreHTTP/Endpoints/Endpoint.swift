package import HTTPTypes
package import StoreAPI

/// One operation of a store over HTTP, written once for the server and the client.
///
/// A customer's request that changes nothing is a `GET` with its input as query. Every other request
/// is a `POST` with its input as a JSON body. The answer is JSON.
package struct Endpoint<Input: SchemaCodable, Output: SchemaCodable>: Sendable {
  package let route: Route

  init(
    _ method: HTTPRequest.Method, _ path: String, _ operation: String, for caller: Caller,
    recognizing recognized: [Caller] = [], refusing refusals: [StoreErrorCode] = [],
    in section: Route.Section? = nil,
    as format: Route.Format = .json, reporting progress: Schema? = nil, _ summary: String
  ) {
    route = Route(
      operation: operation, method: method, path: path, caller: caller,
      recognized: recognized, section: section ?? Route.Section(caller), summary: summary,
      refusals: refusals, makeInput: { Input.schema }, makeOutput: { Output.schema },
      format: format,
      progress: progress)
  }
}

/// The clients that may call an endpoint.
package enum Caller: String, Sendable, CaseIterable {
  /// Any client: no token is needed.
  case anyone
  /// A machine, by the token of its sign-in.
  case signIn
  /// A device, by its token, and one running instance of the app on it.
  case device
  /// A holder of the operator key.
  case `operator`
}

/// An endpoint without its types.
package struct Route: Sendable {
  /// A name that is unique in the store.
  package let operation: String
  package let method: HTTPRequest.Method
  package let path: String
  package let caller: Caller
  /// Whose tokens a caller who needs none may show.
  package let recognized: [Caller]
  package let section: Section
  /// One sentence for the document of the routes.
  package let summary: String
  /// The errors of this operation.
  ///
  /// Every operation may also answer ``StoreAPI/StoreErrorCode/unavailable``, and one that demands a
  /// token ``StoreAPI/StoreErrorCode/unauthorized``.
  package let refusals: [StoreErrorCode]
  // A client needs neither, and their shapes are not made before somebody asks.
  package var input: Schema { makeInput() }
  package var output: Schema { makeOutput() }
  fileprivate let makeInput: @Sendable () -> Schema
  fileprivate let makeOutput: @Sendable () -> Schema
  package let format: Format
  /// The shape of its progress, if a client that accepts server-sent events gets it before the
  /// answer.
  package let progress: Schema?
}

extension Route {
  /// The subject of a route, by which the document groups routes.
  package enum Section: String, Sendable, CaseIterable {
    case accounts, device, `operator`
    /// Information about the server itself.
    case meta

    fileprivate init(_ caller: Caller) {
      self =
        switch caller {
        case .anyone, .signIn: .accounts
        case .device: .device
        case .operator: .operator
        }
    }
  }

  /// The format of an answer.
  package enum Format: Sendable {
    case json
    /// A stream of server-sent events, each of which carries one output.
    case events
    case text
    /// JSON whose shape another specification describes.
    case rawJSON
  }
}

extension Route {
  /// Every route of a store, in the order in which the document lists them.
  package static let all: [Route] =
    AccountEndpoints.routes + DeviceEndpoints.routes + OperatorEndpoints.routes
    + MetaEndpoints.routes
}
