/// A frame as JSON: its size, and its runs of cells with their roles, colours and attributes.
struct CellDocument {
  private let frame: Frame
  private let palettes: [(name: String, palette: Palette)]

  init(_ frame: Frame, usesColor: Bool) {
    self.frame = frame
    let depth = usesColor ? ColorDepth.indexed : .none
    palettes = [
      ("dark", Palette(depth: depth, background: .dark)),
      ("light", Palette(depth: depth, background: .light)),
    ]
  }

  /// One run on each line, so that a difference between two documents can be read.
  var text: String {
    let runs = frame.styledRuns.map(run).joined(separator: ",\n")
    return """
      {"columns": \(frame.size.columns), "rows": \(frame.size.rows), "runs": [
      \(runs)
      ]}

      """
  }

  private func run(_ run: StyledRun) -> String {
    let place = ["\"row\": \(run.row)", "\"column\": \(run.column)", "\"columns\": \(run.columns)"]
    let content = ["\"text\": \(run.text.json)", "\"role\": \("\(run.style.role)".json)"]
    return "{"
      + (place + content + colors(run.style) + attributes(run.style))
      .joined(separator: ", ") + "}"
  }

  private func colors(_ style: Style) -> [String] {
    palettes.compactMap { name, palette in
      palette.look(of: style).color.map { "\(name.json): \(RGB(xterm: $0).hex.json)" }
    }
  }

  private func attributes(_ style: Style) -> [String] {
    let look = palettes[0].palette.look(of: style)
    let attributes = [
      ("bold", look.isBold), ("reversed", look.isReversed), ("underlined", look.isUnderlined),
      ("dim", look.isDim),
    ]
    return attributes.filter(\.1).map { "\($0.0.json): true" }
  }
}

extension RGB {
  /// The colour as HTML writes it: "#5fd7ff".
  var hex: String {
    "#"
      + [red, green, blue].map { part in
        let hex = String(part, radix: 16)
        return part < 16 ? "0" + hex : hex
      }.joined()
  }
}
