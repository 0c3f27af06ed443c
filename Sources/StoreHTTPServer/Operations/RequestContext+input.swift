import AppStorePayloads
import Foundation
import Hummingbird
import NIOCore
import StoreHTTP

extension RequestContext {
  /// The input of an operation, from the query of a `GET` or the body of a `POST`.
  ///
  /// - Throws: ``StoreHTTP/RequestError`` with ``StoreHTTP/RequestError/Code/malformed`` or ``StoreHTTP/RequestError/Code/tooLarge``.
  func input<Input: SchemaCodable>(_ type: Input.Type, upTo size: Int) async throws -> Input {
    do {
      return request.operationMethod == .get
        ? try query(type) : try await body(type, upTo: size)
    } catch is NIOTooManyBytesError {
      throw RequestError(.tooLarge, "the body is too large: send at most \(size) bytes")
    } catch let error as JSONError {
      throw RequestError(.malformed, "the body cannot be read: \(error)")
    } catch let error as SchemaMismatchError {
      throw RequestError(.malformed, "\(error)")
    } catch let error as DecodingError {
      throw RequestError(.malformed, error.sentence)
    } catch let error as URLEncodedFormError {
      throw RequestError(.malformed, "the query cannot be read: \(error.description)")
    }
  }

  private func query<Input: SchemaCodable>(_ type: Input.Type) throws -> Input {
    let query = request.uri.query ?? ""
    guard !query.isEmpty || !Input.schema.hasNoFields else {
      return try URLEncodedFormDecoder().decode(type, from: query)
    }
    try checkNames(of: query, against: Input.schema)
    let input = try URLEncodedFormDecoder().decode(type, from: query)
    // A query is text without types; the bounds are those of the same value in JSON.
    try Input.schema.check(ParsedJSON(PlainEncoder.encode(input)), of: .request)
    return input
  }

  /// The decoder refuses a repeated parameter, and ignores one without a value.
  private func checkNames(of query: String, against schema: Schema) throws {
    guard case .record(let record) = schema else { return }
    let known = Set(record.required.keys).union(record.optional.keys)
    for pair in query.split(separator: "&") {
      let written = String(pair.prefix { $0 != "=" })
      let name = (written.removingPercentEncoding ?? written).prefix { $0 != "[" }
      guard known.contains(String(name)) else {
        throw RequestError(.malformed, "this query has no parameter '\(name)'")
      }
      guard pair.contains("=") else {
        throw RequestError(.malformed, "the parameter '\(name)' has no value: write \(name)=")
      }
    }
  }

  private func body<Input: SchemaCodable>(_ type: Input.Type, upTo size: Int) async throws -> Input
  {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > size {
      throw NIOTooManyBytesError(maxBytes: size)
    }
    let bytes = try await bytes(upTo: size)
    try checkType(isEmpty: bytes.isEmpty)
    let isNothing = bytes.isEmpty && Input.schema.hasNoFields
    return try Input.decode(isNothing ? .object([]) : ParsedJSON(bytes), of: .request)
  }

  private func bytes(upTo size: Int) async throws -> ByteBufferView {
    do {
      return try await request.body.collect(upTo: size).readableBytesView
    } catch let error as NIOTooManyBytesError {
      throw error
    } catch {
      throw RequestError(.malformed, "the connection ended before the body did")
    }
  }

  private func checkType(isEmpty: Bool) throws(RequestError) {
    guard !isEmpty else { return }
    let type = request.headers[.contentType] ?? ""
    let name = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    guard name == "application/json" else {
      throw RequestError(.malformed, "the body must be JSON: send Content-Type: application/json")
    }
    guard type.namesNoOtherCharset else {
      throw RequestError(.malformed, "the charset of the body is not UTF-8: send UTF-8")
    }
  }
}

extension String {
  /// Whether a media type has no charset, or UTF-8.
  fileprivate var namesNoOtherCharset: Bool {
    split(separator: ";").dropFirst().allSatisfy { parameter in
      let text = parameter.filter { !" \t\"".contains($0) }.lowercased()
      return !text.hasPrefix("charset") || text == "charset=utf-8"
    }
  }
}

extension Schema {
  /// Whether this is an object without fields.
  var hasNoFields: Bool {
    if case .record(let record) = self {
      record.required.isEmpty && record.optional.isEmpty
    } else {
      false
    }
  }
}

extension DecodingError {
  /// A sentence that names the unreadable field and the reason, without the names of Swift's types.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(context.place)the field '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.place)this has the wrong type"
    case .dataCorrupted(let context): "\(context.place)\(context.debugDescription)"
    @unknown default: "the input cannot be read"
    }
  }
}

extension DecodingError.Context {
  fileprivate var place: String {
    codingPath.isEmpty ? "" : codingPath.map(\.stringValue).joined(separator: ".") + ": "
  }
}
