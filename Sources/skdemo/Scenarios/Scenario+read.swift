import Foundation
import PrivateFiles
import StoreAPI

extension Scenario {
  /// The maximum number of bytes of a file.
  static let sizeLimit = 1 << 20

  /// Returns one of the program's own scenarios, or the scenario in a file.
  ///
  /// - Throws: ``ScenarioError`` if there is no such scenario or the file is not one.
  static func named(_ argument: String) throws -> Scenario {
    if let builtIn = BuiltInScenario(rawValue: argument) { return builtIn.scenario }
    // One byte more than is allowed shows that a file is too long.
    guard
      let data = try? RegularFile.contents(of: url(ofArgument: argument), upTo: sizeLimit + 1)
    else { throw ScenarioError.unreadable(argument: argument) }
    guard data.count <= sizeLimit else {
      throw ScenarioError.tooLong(file: argument, limit: sizeLimit)
    }
    return try Scenario(json: data, of: argument)
  }

  /// Reads a scenario in JSON, with dates in ISO 8601.
  ///
  /// - Parameters:
  ///   - data: The JSON text.
  ///   - file: The file's name for messages.
  /// - Throws: ``ScenarioError/malformed(file:reason:)`` as well if a key is unknown.
  init(json data: Data, of file: String) throws(ScenarioError) {
    do {
      self = try JSONDecoder.ofScenarios.decode(Scenario.self, from: data)
    } catch let error as DecodingError {
      throw .malformed(file: file, reason: error.reason)
    } catch {
      throw .malformed(file: file, reason: "it is not JSON")
    }
    if let key = unknownKey(in: data) {
      throw .malformed(file: file, reason: "the key \(key) is unknown")
    }
  }

  /// Returns the place of the first key of the scenario's JSON that was not read.
  private func unknownKey(in data: Data) -> String? {
    guard let given = try? JSONSerialization.jsonObject(with: data),
      let encoded = try? JSONEncoder().encode(self),
      let known = try? JSONSerialization.jsonObject(with: encoded)
    else { return nil }
    return Self.unknownKey(in: given, besides: known, at: "")
  }

  private static func unknownKey(in given: Any, besides known: Any, at place: String) -> String? {
    if let given = given as? [Any], let known = known as? [Any] {
      for (index, (value, read)) in zip(given, known).enumerated() {
        let inner = "\(place)[\(index)]"
        if let key = unknownKey(in: value, besides: read, at: inner) { return key }
      }
    }
    guard let given = given as? [String: Any], let known = known as? [String: Any] else {
      return nil
    }
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      let inner = place.isEmpty ? name : "\(place).\(name)"
      guard let read = known[name] else { return inner }
      if let key = unknownKey(in: value, besides: read, at: inner) { return key }
    }
    return nil
  }
}

extension JSONDecoder {
  fileprivate static var ofScenarios: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let date = Date(iso8601: text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: Date.iso8601Forms))
      }
      return date
    }
    return decoder
  }
}

extension DecodingError {
  /// The place of the first error and the reason, without the names of Swift's types.
  fileprivate var reason: String {
    switch self {
    case .keyNotFound(let key, let context): "\(context.place)'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context) where context.isCommand:
      "\(context.place)this is not one command: use one of "
        + ScenarioCommand.CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.place)this has the wrong type"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    case .dataCorrupted(let context): "\(context.place)\(context.debugDescription)"
    @unknown default: "it cannot be read"
    }
  }
}

extension DecodingError.Context {
  fileprivate var isCommand: Bool { codingPath.last?.stringValue == "command" }

  /// The path in JavaScript notation, before a sentence about it.
  fileprivate var place: String {
    let path = codingPath.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path.isEmpty ? "" : "\(path): "
  }
}
