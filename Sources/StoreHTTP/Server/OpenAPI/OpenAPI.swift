package import Foundation
import HTTPTypes
import StoreAPI

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
        What only asks is a GET with a query, what changes something a POST with JSON. Dates are \
        milliseconds since 1970. A field or parameter that is not documented is refused. Every \
        answer has the header X-Request-ID.
        """,
      ],
      "paths": .object(paths),
      "components": [
        "schemas": .object(schemas), "securitySchemes": .object(securitySchemes),
        "headers": .object(headers),
      ],
    ]
  }

  private static var paths: [String: JSONValue] {
    Dictionary(grouping: Route.all, by: \.path).mapValues { routes in
      .object(
        Dictionary(
          uniqueKeysWithValues: routes.map { ($0.method.rawValue.lowercased(), $0.document) }))
    }
  }

  private static var schemas: [String: JSONValue] {
    let routes = Route.all.flatMap { [$0.input, $0.output] }
    let faults = FaultCode.allCases.map(\.schema)
    let refusals = Refusal.Code.allCases.map(\.schema)
    return (routes + faults + refusals).reduce([:]) { known, schema in
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
        "description": "The request as the store's log names it.", "required": true,
        "schema": ["type": "string"],
      ],
      "RetryAfter": [
        "description": "Seconds until it is worth to ask again.", "required": true,
        "schema": ["type": "integer", "minimum": 1],
      ],
      "Authenticate": ["required": true, "schema": ["type": "string", "enum": ["Bearer"]]],
    ]
  }
}
