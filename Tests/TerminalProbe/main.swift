import TerminalUI

// A small program on the app's kind of screen, which tests kill in several ways.

/// Shows its size, the keys and messages received, and pasted lines.
struct ProbeLayer: Layer {
  enum Effect: Hashable, Sendable {
    case quit, crashElsewhere, report, sheet
  }

  var received: [String] = []
  /// Pasted lines, drawn one to a row.
  var picture: [Substring] = []
  var name = "probe"

  /// Nothing is unfinished before the first key.
  var stopNotice: String? { received.isEmpty ? nil : "1 key still in the probe" }

  var bindings: [KeyBinding] {
    [
      KeyBinding(.character("x"), label: "crash here"),
      KeyBinding(.character("y"), label: "crash elsewhere"),
      KeyBinding(.character("q"), label: "quit"),
    ]
  }

  mutating func update(_ event: LayerEvent<String>) -> [Effect] {
    switch event {
    case .message(let message): received.append(message)
    case .input(.paste(let text)):
      received = ["paste(\(text.count))"]
      picture = text.split(whereSeparator: \.isNewline)
    case .input(.key(.character("q"))): return [.quit]
    case .input(.key(.character("x"))): preconditionFailure("crashed on the screen's thread")
    case .input(.key(.character("y"))): return [.crashElsewhere]
    case .input(.key(.character("e"))): return [.report]
    case .input(.key(.character("s"))): return [.sheet]
    case .input(.key(let key)): received.append(key.caption)
    case .input(.choice(let index)): received.append("#\(index)")
    }
    return []
  }

  func draw(on frame: inout Frame) {
    let size = "\(frame.size.columns)x\(frame.size.rows)"
    frame.write("\(name) \(size)", at: Point(column: 1, row: 0), style: .title)
    frame.write("é ✓ 🚗 汽 ★|", at: Point(column: 1, row: 1), style: .good)
    frame.write(received.joined(separator: " "), at: Point(column: 1, row: 2), style: .accent)
    frame.write("$1.99", endingAt: frame.size.columns - 1, row: 2, style: .price)
    for (row, line) in picture.enumerated() {
      frame.write(String(line), at: Point(column: 1, row: row + 3), style: .warn)
    }
    let rule = String(repeating: Glyphs.rule, count: max(0, frame.size.columns - 2))
    frame.write(rule, at: Point(column: 1, row: frame.size.rows - 2), style: .muted)
    Footer(bindings).draw(on: &frame)
  }
}

let environment = environmentVariables()
/// A test whose input comes in parts does not limit the time between them.
let longestGap = environment["PROBE_GAP_SECONDS"].flatMap(Int.init).map { Duration.seconds($0) }
if let report = environment["PROBE_REPORT"] { CrashReport.begin(at: report, of: "probe 1.0") }
let program = Program(
  terminal: CursesTerminal(
    display: DisplaySettings(environment: environment),
    longestGap: longestGap ?? .milliseconds(500), longestPasteGap: longestGap ?? .seconds(2)))

@Sendable func perform(_ effect: ProbeLayer.Effect, _ handle: LayerHandle<ProbeLayer>) async {
  switch effect {
  case .quit: program.quit()
  case .crashElsewhere: preconditionFailure("crashed on another thread")
  case .report:
    report("a report of the probe")
    handle.send("reported")
  case .sheet: await program.push(ProbeLayer(name: "sheet"), perform: perform)
  }
}

await program.push(ProbeLayer(), perform: perform)
do {
  let end = try await program.run()
  print("ended: \(end)")
} catch {
  print("no screen: \(error)")
}
