/// The name of an event for a report: what happened, and nothing of what was typed or shown.
enum EventName {
  /// The name of a terminal's event.
  static func of(_ event: TerminalEvent) -> String {
    switch event {
    case .input(.key(.character)): "character"
    case .input(.key(let key)): "key \(key)"
    case .input(.paste): "paste"
    case .input(.choice): "choice"
    case .pressed: "press"
    case .resized(let size): "resize to \(size.columns)x\(size.rows)"
    case .cursor: "cursor"
    case .damaged: "repaint"
    case .gone: "end of the terminal"
    }
  }

  /// The name of an enumeration's case, without its values; otherwise the type's name.
  static func of<Value>(caseOf value: Value) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "\(Value.self)" }
    // A case without values is its own name.
    return mirror.children.first.map { $0.label ?? "" } ?? "\(value)"
  }
}
