import StoreOperatorAPI
import VisibleText

/// A control of the store's operator, as a list of all controls shows it.
struct ControlDescription: Equatable, Identifiable, Sendable {
  /// The control's name in JSON.
  let id: String
  /// "Set notification URL".
  let title: String
  /// The effect, in one sentence.
  let summary: String
  /// Whether no other control can undo its effect, so that the form asks first.
  let isDestructive: Bool
  let fields: [ControlField]

  /// Every control of the registry, in its order.
  ///
  /// A control without a form would be missing; a test checks that none is missing.
  static let all: [ControlDescription] = OperatorControls.all.compactMap { try? Self($0) }

  init(_ type: any OperatorControl.Type) throws {
    id = type.name
    let words = _typeName(type, qualified: false).separatedWords.joined(separator: " ")
    title = words.capitalizedFirst
    summary = type.summary
    isDestructive = type.isDestructive
    fields = try ControlFieldReader.fields(of: type)
  }

  /// Returns the control with this name.
  static func named(_ id: String) -> ControlDescription? { all.first { $0.id == id } }
}
