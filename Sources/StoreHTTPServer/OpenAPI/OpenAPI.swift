import AppStorePayloads
package import Foundation
import HTTPTypes
import StoreAPI
import StoreHTTP

/// The document of every operation of the contracts, in OpenAPI 3.1.
package enum OpenAPI {
  /// The document as JSON.
  package static let document: Data = (try? JSONEncoder.payload.encode(value)) ?? Data()

  static var value: JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "skdemo", "version": "1",
        "summary": "A store of in-app purchases: its customers' devices, and its operator.",
        "description": """
        A customer's request that changes nothing is a GET with a query. Every other request is a \
        POST with JSON. Dates are milliseconds since 1970. Undocumented and repeated fields and \
        parameters are refused. HEAD gets the same answer as GET, without the body. Every answer has \
        the header X-Request-ID.
        """,
      ],
      "tags": .list(tags), "paths": .object(paths),
      "components": [
        "schemas": .object(schemas), "securitySchemes": .object(securitySchemes),
        "headers": .object(headers),
      ],
    ]
  }

  private static var tags: [JSONValue] {
    Route.Section.allCases.map { section in
      ["name": .text(section.rawValue), "description": .text(section.summary)]
    }
  }

  private static var paths: [String: JSONValue] {
    Dictionary(grouping: Route.all, by: \.path).mapValues { routes in
      .object(
        Dictionary(
          uniqueKeysWithValues: routes.map { ($0.method.rawValue.lowercased(), $0.document) }))
    }
  }

  private static var schemas: [String: JSONValue] {
    let routes = Route.all.flatMap { [$0.input, $0.output] + ($0.progress.map { [$0] } ?? []) }
    let errors = StoreErrorCode.allCases.map(\.schema)
    let refusals = RequestError.Code.allCases.map(\.schema)
    return (routes + errors + refusals).reduce([:]) { known, schema in
      known.merging(schema.components) { $1 }
    }
  }

  private static var securitySchemes: [String: JSONValue] {
    let texts: [Caller: JSONValue] = [
      .signIn: "The token of a machine's sign-in.", .device: "A device's token.",
      .operator: "The operator key.",
    ]
    return Dictionary(
      uniqueKeysWithValues: texts.map { caller, text in
        (caller.rawValue, ["type": "http", "scheme": "bearer", "description": text])
      })
  }

  private static var headers: [String: JSONValue] {
    [
      "RequestID": [
        "description": "The ID of the request in the store's log.", "required": true,
        "schema": ["type": "string"],
      ],
      "RetryAfter": [
        "description": "Seconds to wait before another attempt.", "required": true,
        "schema": ["type": "integer", "minimum": 1],
      ],
      "Authenticate": ["required": true, "schema": ["type": "string", "enum": ["Bearer"]]],
    ]
  }
}

extension Route.Section {
  /// One sentence for the document.
  fileprivate var summary: String {
    switch self {
    case .accounts: "Accounts, and the machines and devices that are signed in to them."
    case .device: "The requests of a signed-in device for its customer."
    case .operator: "The commands of a holder of the operator key."
    case .meta:
      "The server's state. These paths need no credential and reveal no customer. If they must not "
        + "be public, put a proxy in front that refuses them."
    }
  }
}
