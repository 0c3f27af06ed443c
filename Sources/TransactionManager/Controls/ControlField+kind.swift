import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

extension ControlField.Kind {
  /// The kind of a type's values; `nil` for an object whose fields have kinds of their own.
  init?(of type: any Decodable.Type, named name: String) {
    if let kind = Self.named[name] {
      self = kind
    } else if let choices = ControlField.Choice.all(of: type) {
      self = .choice(choices)
    } else if let kind = Self.kinds[ObjectIdentifier(type)] {
      self = kind
    } else {
      return nil
    }
  }

  /// Texts whose names say what they are.
  private static let named: [String: Self] = ["password": .password, "configuration": .file]

  private static let kinds: [ObjectIdentifier: Self] = [
    ObjectIdentifier(String.self): .text, ObjectIdentifier(TransactionID.self): .text,
    ObjectIdentifier(LowercaseUUID.self): .text, ObjectIdentifier(CalendarDuration.self): .text,
    ObjectIdentifier(Int.self): .number, ObjectIdentifier(Int32.self): .number,
    ObjectIdentifier(Int64.self): .number, ObjectIdentifier(Decimal.self): .number,
    ObjectIdentifier(Date.self): .date, ObjectIdentifier(OrderKey.self): .orderKey,
    ObjectIdentifier(ClockMove.self): .clockMove,
    ObjectIdentifier(SubscriptionReference.self): .subscription,
  ]

  /// A sample value of the kind, in JSON.
  func sample(of type: any Decodable.Type) -> String {
    switch self {
    case .number, .date: "1"
    case .clockMove: #"{"by":"P1D"}"#
    case .subscription: #"{"transactionID":"1"}"#
    case .choice(let choices): choices.first?.sample ?? ""
    case .orderKey: "\"\(ControlForm.sampleKey)\""
    case .text where type == LowercaseUUID.self: "\"\(ControlForm.sampleKey)\""
    case .text where type == CalendarDuration.self: #""P1D""#
    case .text, .password, .file: #""1""#
    }
  }
}

extension ControlField.Choice {
  /// All values of a type with a fixed set of values; `nil` for another type.
  static func all(of type: any Decodable.Type) -> [Self]? {
    if type == Bool.self {
      return [Self(text: "yes", value: .flag(true)), Self(text: "no", value: .flag(false))]
    }
    if type == RevocationReason.self {
      return [RevocationReason.other, .developerIssue].compactMap(choice)
    }
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    return cases(of: type)
  }

  private static func cases<Value: CaseIterable & RawRepresentable>(
    of type: Value.Type
  ) -> [Self]? {
    var choices: [Self] = []
    for value in type.allCases {
      if let choice = choice(value) { choices.append(choice) }
    }
    return choices.isEmpty ? nil : choices
  }

  private static func choice<Value: RawRepresentable>(_ value: Value) -> Self? {
    switch value.rawValue {
    case let text as String: Self(text: text, value: .text(text))
    case let number as Int: Self(text: "\(value)", value: .number(Decimal(number)))
    default: nil
    }
  }

  fileprivate var sample: String {
    switch value {
    case .text(let text): "\"\(text)\""
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .object: ""
    }
  }
}
