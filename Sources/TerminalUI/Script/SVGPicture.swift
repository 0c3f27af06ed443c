/// A frame as a picture in SVG, dark or light as its viewer prefers.
///
/// Each run has the width of its cells in every font, so that columns stay aligned.
struct SVGPicture {
  private let frame: Frame
  private let usesColor: Bool

  init(_ frame: Frame, usesColor: Bool) {
    self.frame = frame
    self.usesColor = usesColor
  }

  /// The sizes of the picture, in pixels.
  private enum Metrics {
    static let font = 14
    /// In tenths of a pixel.
    static let cellWidth = 84
    static let cellHeight = 17
    static let margin = 14
    static let baseline = 13
  }

  var text: String {
    let width = tenths(x(frame.size.columns) + Metrics.margin * 10)
    let height = y(frame.size.rows) + Metrics.margin
    let runs = frame.styledRuns
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" xml:space="preserve">
      <style>
      text { font: \(Metrics.font)px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
      white-space: pre; fill: #d8dee4 }
      .page { fill: #16191d } .back { fill: #d8dee4 } .over { fill: #16191d }
      \(rules(.dark))
      .bold { font-weight: bold } .under { text-decoration: underline } .dim { opacity: 0.65 }
      @media (prefers-color-scheme: light) {
      text { fill: #24292f } .page { fill: #ffffff; stroke: #d0d7de } .back { fill: #24292f }
      .over { fill: #ffffff }
      \(rules(.light))
      }
      </style>
      <rect class="page" width="100%" height="100%" rx="8"/>
      \((runs.compactMap(background) + runs.compactMap(foreground)).joined(separator: "\n"))
      </svg>

      """
  }

  /// The colour of each role that has one.
  private func rules(_ background: Background) -> String {
    let palette = Palette(depth: usesColor ? .indexed : .none, background: background)
    return Role.allCases.compactMap { role in
      palette.look(of: Style(role)).color.map {
        ".\(role) { fill: \(RGB(xterm: $0).hex) }"
      }
    }.joined(separator: " ")
  }
}

// MARK: - Runs

extension SVGPicture {
  private func x(_ column: Int) -> Int { column * Metrics.cellWidth + Metrics.margin * 10 }

  private func y(_ row: Int) -> Int { row * Metrics.cellHeight + Metrics.margin }

  private func tenths(_ value: Int) -> String { "\(value / 10).\(value % 10)" }

  /// The filled cells of a reversed run.
  private func background(_ run: StyledRun) -> String? {
    guard run.style.isReversed else { return nil }
    let width = tenths(run.columns * Metrics.cellWidth)
    return """
      <rect class="back" x="\(tenths(x(run.column)))" y="\(y(run.row))" width="\(width)" \
      height="\(Metrics.cellHeight)"/>
      """
  }

  private func foreground(_ run: StyledRun) -> String? {
    let text = run.text.trimmed
    guard !text.isEmpty else { return nil }
    let start = run.column + run.text.prefix { $0 == " " }.count
    let width = tenths(Width.columns(text) * Metrics.cellWidth)
    return """
      <text x="\(tenths(x(start)))" y="\(y(run.row) + Metrics.baseline)" textLength="\(width)" \
      lengthAdjust="spacingAndGlyphs"\(classes(run.style))>\(text.xml)</text>
      """
  }

  private func classes(_ style: Style) -> String {
    let palette = Palette(depth: usesColor ? .indexed : .none, background: .dark)
    let look = palette.look(of: style)
    let role = style.isDim ? Role.disabled : style.role
    let names = [
      style.isReversed ? "over" : look.color == nil ? nil : "\(role)", look.isBold ? "bold" : nil,
      look.isUnderlined ? "under" : nil, look.isDim ? "dim" : nil,
    ].compactMap(\.self)
    return names.isEmpty ? "" : " class=\"\(names.joined(separator: " "))\""
  }
}
