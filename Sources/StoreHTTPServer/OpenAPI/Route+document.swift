import HTTPTypes
import StoreAPI
import StoreHTTP

extension Route {
  /// The route as an operation of the document.
  var document: JSONValue {
    let body: JSONValue? = method == .post ? self.body : nil
    return .object(
      [
        "operationId": .text(operation), "summary": .text(summary),
        "tags": [.text(section.rawValue)],
        "parameters": .list(parameters), "responses": .object(responses),
        "security": .list(security),
      ].adding("requestBody", body))
  }

  /// Without a token, or with one of those that a caller may or must show.
  private var security: [JSONValue] {
    guard caller == .anyone else { return [[caller.rawValue: []]] }
    let tokens: [JSONValue] = recognized.map { [$0.rawValue: []] }
    return tokens.isEmpty ? [] : [.object([:])] + tokens
  }

  private var body: JSONValue {
    [
      "required": .boolean(!input.hasNoFields),
      "content": ["application/json": ["schema": input.document]],
    ]
  }
}

// MARK: - What is asked

extension Route {
  private var parameters: [JSONValue] {
    (method == .get ? queryParameters : []) + (caller == .device ? [instanceParameter] : [])
      + (format == .events ? [resumeParameter] : [])
  }

  private var queryParameters: [JSONValue] {
    guard case .record(let record) = input else { return [] }
    let required = record.required.map { Self.parameter($0.key, $0.value, isRequired: true) }
    return required + record.optional.map { Self.parameter($0.key, $0.value, isRequired: false) }
  }

  /// A list is written as `ids[]=a&ids[]=b`.
  private static func parameter(
    _ name: String, _ schema: Schema, isRequired: Bool
  ) -> JSONValue {
    let isList = if case .array = schema { true } else { false }
    return [
      "name": .text(isList ? name + "[]" : name), "in": "query", "style": "form",
      "explode": true, "required": .boolean(isRequired), "schema": schema.document,
    ]
  }

  private var instanceParameter: JSONValue {
    [
      "name": .text(DeviceEndpoints.instanceHeader), "in": "header", "required": true,
      "description": "The running app, which gets no updates about its own purchases.",
      "schema": Schema.uuid.document,
    ]
  }

  private var resumeParameter: JSONValue {
    [
      "name": "Last-Event-ID", "in": "header", "required": false,
      "description": "The last event of a resumed stream; it takes precedence over `after`.",
      "schema": Schema.integer.document,
    ]
  }
}

// MARK: - What is answered

extension Route {
  private var responses: [String: JSONValue] {
    let refusals = Dictionary(grouping: refusalSchemas, by: \.status.code)
    return refusals.reduce(into: ["200": answer]) { responses, refusal in
      responses["\(refusal.key)"] = Self.response(refusal.value)
    }
  }

  private var answer: JSONValue {
    switch format {
    case .json: progress.map(answerWithProgress) ?? Self.answer("application/json", output.document)
    case .rawJSON: Self.answer("application/json", ["type": "object"])
    case .text: Self.answer("text/plain", ["type": "string"])
    case .events: stream
    }
  }

  private static func answer(_ type: String, _ schema: JSONValue) -> JSONValue {
    [
      "description": "Done.", "headers": headers(),
      "content": .object([type: ["schema": schema]]),
    ]
  }

  private func answerWithProgress(_ progress: Schema) -> JSONValue {
    [
      "description": """
      Done. A client that accepts `text/event-stream` gets server-sent events: `progress` with the \
      progress as data, then `answer` with this as data, or `fault` with an error, and comments \
      while nothing happens. If the client closes the connection before the answer, with or without \
      events, `advance` ends at a consistent moment.
      """,
      "headers": Self.headers(),
      "content": [
        "application/json": ["schema": output.document],
        "text/event-stream": ["schema": ["type": "string"]],
      ],
      "x-event-progress": progress.document,
    ]
  }

  private var stream: JSONValue {
    [
      "description": """
      Server-sent events: `update` with the sequence as ID and this as data; `fault` with an \
      error as data, with which the stream ends; comments while nothing happens.
      """,
      "headers": Self.headers(), "content": ["text/event-stream": ["schema": ["type": "string"]]],
      "x-event-data": output.document,
    ]
  }

  private typealias RefusalSchema = (status: HTTPResponse.Status, schema: Schema)

  private var refusalSchemas: [RefusalSchema] {
    let general: [StoreErrorCode] =
      caller == .anyone ? [.unavailable] : [.unavailable, .unauthorized]
    let errors = refusals + general.filter { !refusals.contains($0) }
    var codes: [RequestError.Code] = [
      .malformed, .busy, .methodNotAllowed, .misdirected, .foreignOrigin,
    ]
    if caller == .signIn || caller == .device { codes.append(.tooManyRequests) }
    if method == .post { codes.append(.tooLarge) }
    if format == .events { codes.append(.tooManyStreams) }
    return errors.map { ($0.httpStatus, $0.schema) }
      + codes.map { (RequestError($0, "").status, $0.schema) }
  }

  private static func response(_ refusals: [RefusalSchema]) -> JSONValue {
    let schemas = refusals.map(\.schema.document)
    let status = refusals.first?.status ?? .internalServerError
    return [
      "description": .text(status.reasonPhrase), "headers": headers(status),
      "content": [
        "application/json": ["schema": schemas.count == 1 ? schemas[0] : ["oneOf": .list(schemas)]]
      ],
    ]
  }

  private static func headers(_ status: HTTPResponse.Status = .ok) -> JSONValue {
    let named: [HTTPResponse.Status: (String, String)] = [
      .unauthorized: ("WWW-Authenticate", "Authenticate"),
      .tooManyRequests: ("Retry-After", "RetryAfter"),
      .serviceUnavailable: ("Retry-After", "RetryAfter"),
    ]
    let own = named[status].map { [$0.0: reference($0.1)] } ?? [:]
    return .object(own.adding("X-Request-ID", reference("RequestID")))
  }

  private static func reference(_ header: String) -> JSONValue {
    ["$ref": .text("#/components/headers/\(header)")]
  }
}
