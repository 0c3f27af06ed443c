import TerminalUI

// A program small enough to be killed in every way, on the same screen as the shop.

/// What the probe shows: its size, what was typed, and a counter.
struct Probe: Layer {
  enum Effect: Hashable, Sendable {
    case quit, crashElsewhere, report, sheet
  }

  var heard: [String] = []
  /// Pasted lines, drawn one to a row.
  var picture: [Substring] = []
  var name = "probe"

  var bindings: [KeyBinding] {
    [
      KeyBinding(.character("x"), label: "crash here"),
      KeyBinding(.character("y"), label: "crash elsewhere"),
      KeyBinding(.character("q"), label: "quit"),
    ]
  }

  mutating func update(_ event: LayerEvent<String>) -> [Effect] {
    switch event {
    case .message(let message): heard.append(message)
    case .input(.paste(let text)):
      heard = ["paste(\(text.count))"]
      picture = text.split(whereSeparator: \.isNewline)
    case .input(.key(.character("q"))): return [.quit]
    case .input(.key(.character("x"))): preconditionFailure("crashed on the screen's thread")
    case .input(.key(.character("y"))): return [.crashElsewhere]
    case .input(.key(.character("e"))): return [.report]
    case .input(.key(.character("s"))): return [.sheet]
    case .input(.key(let key)): heard.append(key.caption(with: .ascii))
    }
    return []
  }

  func draw(on frame: inout Frame, in environment: DrawEnvironment) {
    let glyphs = environment.glyphs
    let size = "\(frame.size.columns)x\(frame.size.rows)"
    frame.write("\(name) \(size)", at: Point(column: 1, row: 0), style: .title)
    frame.write("é ✓ 🚗 汽 ★|", at: Point(column: 1, row: 1), style: .good)
    frame.write(heard.joined(separator: " "), at: Point(column: 1, row: 2), style: .accent)
    frame.write("$1.99", endingAt: frame.size.columns - 1, row: 2, style: .price)
    for (row, line) in picture.enumerated() {
      frame.write(String(line), at: Point(column: 1, row: row + 3), style: .warn)
    }
    Rule().draw(on: &frame, row: frame.size.rows - 2, glyphs: glyphs)
    Footer(bindings).draw(on: &frame, glyphs: glyphs)
  }
}

let environment = environmentVariables()
let program = Program(
  terminal: CursesTerminal(usesColor: CursesTerminal.wantsColor(environment)))

@Sendable func perform(_ effect: Probe.Effect, _ handle: LayerHandle<Probe>) async {
  switch effect {
  case .quit: program.quit()
  case .crashElsewhere: preconditionFailure("crashed on another thread")
  case .report:
    report("a report of the probe")
    handle.send("reported")
  case .sheet: await program.push(Probe(name: "sheet"), perform: perform)
  }
}

await program.push(Probe(), perform: perform)
do {
  let end = try await program.run()
  print("ended: \(end)")
} catch {
  print("no screen: \(error)")
}
