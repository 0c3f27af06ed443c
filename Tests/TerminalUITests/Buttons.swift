import TerminalUI

/// A layer with three rows that can be pressed, and a key at the right.
struct Buttons: Layer {
  var selection = 0
  var received: [String] = []
  var title = "buttons"

  let bindings = [KeyBinding(.character("b"), label: "buy", group: .action)]

  var namedCommands: [NamedCommand] {
    [
      NamedCommand(id: "1", label: "open the garage"),
      NamedCommand(id: "2", label: "open the vault", disabledReason: "it is locked"),
    ]
  }

  mutating func update(_ event: LayerEvent<String>) -> [Never] {
    switch event {
    case .input(.key(let key)): received.append(key.caption)
    case .input(.paste(let text)): received.append("[\(text)]")
    case .input(.choice(let index)):
      received.append(index == selection ? "open \(index)" : "select \(index)")
      selection = index
    case .message(let message): received.append("<\(message)>")
    }
    return []
  }

  mutating func perform(_ id: NamedCommand.ID) -> [Never] {
    received.append("named \(id)")
    return []
  }

  func draw(on frame: inout Frame) {
    frame.write(
      title + ": " + received.joined(separator: ", "), at: Point(column: 1, row: 0))
    for row in 0..<3 {
      let rect = Rect(column: 3, row: row + 1, columns: 10, rows: 1)
      frame.write("row \(row)", at: rect.origin)
      frame.addRegion(rect, choosing: row)
    }
    frame.addRegion(Rect(column: 20, row: 1, columns: 5, rows: 2), pressing: .character("b"))
  }
}
