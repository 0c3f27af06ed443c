import Foundation

/// A value of a form, as JSON has it.
enum ControlValue: Hashable, Sendable {
  case text(String)
  case number(Decimal)
  case flag(Bool)
  case object([String: ControlValue])
}

extension ControlValue {
  /// Sets the value at a path of names, and makes the objects on the way.
  mutating func set(_ value: ControlValue, at path: some Collection<String>) {
    guard let name = path.first else { return self = value }
    var fields = if case .object(let fields) = self { fields } else { [String: ControlValue]() }
    fields[name, default: .object([:])].set(value, at: path.dropFirst())
    self = .object(fields)
  }
}

extension ControlValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .object(let fields): try container.encode(fields)
    }
  }
}
