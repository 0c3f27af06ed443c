import TerminalUI

/// A layer that shows the events that it received, with an effect for each character.
struct Notes: Layer {
  var name = "notes"
  var row = 1
  var received: [String] = []
  /// Whether it notes that it becomes the topmost layer, and that it no longer is.
  var notesFocus = false
  var takesText = false

  static let sheet = Notes(name: "sheet", row: 3)

  var stopNotice: String? { received.isEmpty ? nil : "\(received.count) unfinished" }

  var bindings: [KeyBinding] {
    [
      KeyBinding(.character("b"), label: "buy"),
      KeyBinding(.character("x"), label: "sell", disabledReason: "not yours"),
    ]
  }

  mutating func update(_ event: LayerEvent<String>) -> [Character] {
    switch event {
    case .input(.key(.character(let character))):
      received.append(String(character))
      return [character]
    case .input(.key(let key)): received.append("\(key)")
    case .input(.paste(let text)): received.append("[\(text)]")
    case .input(.choice(let index)): received.append("#\(index)")
    case .message(let message): received.append("<\(message)>")
    }
    return []
  }

  mutating func update(hasFocus: Bool) -> [Character] {
    if notesFocus { received.append(hasFocus ? "top" : "covered") }
    return []
  }

  func draw(on frame: inout Frame) {
    frame.write(name + ": " + received.joined(separator: " "), at: Point(column: 1, row: row))
  }
}
