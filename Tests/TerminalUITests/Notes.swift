import TerminalUI

/// A layer that writes down what it is told, and asks for every character to be performed.
struct Notes: Layer {
  var name = "notes"
  var row = 1
  var heard: [String] = []

  static let sheet = Notes(name: "sheet", row: 3)

  var bindings: [KeyBinding] {
    [
      KeyBinding(.character("b"), label: "buy"),
      KeyBinding(.character("x"), label: "sell", disabledReason: "not yours"),
    ]
  }

  mutating func update(_ event: LayerEvent<String>) -> [Character] {
    switch event {
    case .input(.key(.character(let character))):
      heard.append(String(character))
      return [character]
    case .input(.key(let key)): heard.append("\(key)")
    case .input(.paste(let text)): heard.append("[\(text)]")
    case .message(let message): heard.append("<\(message)>")
    }
    return []
  }

  func draw(on frame: inout Frame) {
    frame.write(name + ": " + heard.joined(separator: " "), at: Point(column: 1, row: row))
  }
}
