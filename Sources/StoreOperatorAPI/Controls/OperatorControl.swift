package import StoreAPI

/// Something that a store's operator can do: a value with its parameters as properties.
///
/// Its JSON, its schema in the OpenAPI document, and its name in the log and the metrics are derived
/// from the type. ``OperatorControls/all`` lists it, and `StoreEngine` has its rule.
package protocol OperatorControl: Codable, Hashable, Sendable {
  /// The name in JSON and in the log; the type's name with a small first letter is the default.
  static var name: String { get }
  /// The effect, in one sentence.
  static var summary: String { get }
  static var result: OperatorResult.Name { get }
  /// The errors of this control; none is the default.
  static var errors: [StoreErrorCode] { get }
  /// Whether it changes nothing; `false` is the default.
  static var isQuestion: Bool { get }
  /// Whether a command whose answer was lost may be sent again, because sending it twice has the
  /// same effect and the same answer as sending it once.
  ///
  /// The default is ``isQuestion``.
  static var isRepeatable: Bool { get }
  /// Whether no other control can undo its effect, so that a screen asks first; `false` by default.
  static var isDestructive: Bool { get }
  /// Whether it may take long, and reports its progress; `false` is the default.
  static var reportsProgress: Bool { get }
}

extension OperatorControl {
  package static var errors: [StoreErrorCode] { [] }
  package static var isQuestion: Bool { false }
  package static var isRepeatable: Bool { isQuestion }
  package static var isDestructive: Bool { false }
  package static var reportsProgress: Bool { false }

  package static var name: String {
    // `String(describing:)` would search all conformances of the program for each control.
    let type = _typeName(Self.self, qualified: false)
    return type.prefix(1).lowercased() + type.dropFirst()
  }
}

extension [StoreErrorCode] {
  /// The errors of every control that changes what customers have.
  package static let ofLedgers: Self = [.clockNotAccepted, .certificatesNotValid]
  /// The errors of every control that names a subscription.
  package static let ofSubscriptions: Self = [
    .unknownAccount, .unknownTransaction, .severalSubscribers, .notSubscribed, .familyShared,
  ]
}
