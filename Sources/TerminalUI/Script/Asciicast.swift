/// A recording in version 2 of asciinema's format.
///
/// Each screen is shown for a second, so the same screens give the same bytes.
struct Asciicast {
  private let recording: Recording
  private let palette: Palette

  init(_ recording: Recording, usesColor: Bool) {
    self.recording = recording
    palette = Palette(depth: usesColor ? .indexed : .none, background: .dark)
  }

  var text: String {
    let frames = recording.frames
    let size = frames.first?.size ?? recording.last.size
    let header = """
      {"version": 2, "width": \(size.columns), "height": \(size.rows), \
      "env": {"TERM": "xterm-256color"}}
      """
    let steps = frames.indices.flatMap { step in
      events(at: step, from: step == 0 ? nil : frames[step - 1], to: frames[step])
    }
    return ([header] + steps).joined(separator: "\n") + "\n"
  }

  private func events(at time: Int, from old: Frame?, to new: Frame) -> [String] {
    let isResized = old.map { $0.size != new.size } ?? false
    let resize = isResized ? [event(time, "r", "\(new.size.columns)x\(new.size.rows)")] : []
    let known = isResized ? nil : old
    let start = known == nil ? "\u{1B}[?25l\u{1B}[H\u{1B}[2J" : ""
    let output = start + new.ansi(since: known, palette)
    return resize + (output.isEmpty ? [] : [event(time, "o", output)])
  }

  private func event(_ time: Int, _ kind: String, _ data: String) -> String {
    "[\(time).0, \"\(kind)\", \(data.json)]"
  }
}

extension Frame {
  /// The control sequences that draw the frame over `old`, or over an empty screen if it is `nil`.
  fileprivate func ansi(since old: Frame?, _ palette: Palette) -> String {
    let runs = differences(from: old ?? Frame(size: size))
    return runs.map { run in
      "\u{1B}[\(run.start.row + 1);\(run.start.column + 1)H" + cells(run.cells, palette)
    }.joined()
  }

  private func cells(_ cells: [Cell], _ palette: Palette) -> String {
    var (text, style) = ("", Style.plain)
    for cell in cells {
      if cell.style != style { text += palette.look(of: cell.style).sgr }
      style = cell.style
      text += cell.text
    }
    return style == .plain ? text : text + Look().sgr
  }
}

extension Look {
  /// The control sequence that selects this look and no other.
  fileprivate var sgr: String {
    let codes = [
      "0", isBold ? "1" : nil, isDim ? "2" : nil, isUnderlined ? "4" : nil,
      isReversed ? "7" : nil, color.map { "38;5;\($0)" },
    ].compactMap(\.self)
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}
