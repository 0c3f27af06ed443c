import AppStorePrompts
import TerminalUI
import VisibleText

/// The rows of a sheet on a screen, computed from the state alone.
struct SheetLayout {
  /// The screen without its footer.
  let room: Size
  /// The width of the box.
  let columns: Int
  /// The columns between the edge of the box and its text.
  let margin: Int
  let page: SheetPage
  private(set) var phase: SheetLayer.Phase
  let text: String
  let markedButton: Int?

  init(_ layer: SheetLayer, on screen: Size) {
    room = Size(columns: screen.columns, rows: max(0, screen.rows - 1))
    let widest = layer.page.picture.isEmpty ? 66 : 76
    columns = min(widest, max(0, room.columns - 2))
    margin = columns >= 50 ? 3 : 2
    (page, phase, text) = (layer.page, layer.phase, layer.text)
    markedButton = layer.markedButton
  }

  /// The width of the text.
  var width: Int { max(0, columns - 2 * margin) }

  /// The height of the box without its border.
  var height: Int { max(0, room.rows - 2) }

  /// The rows with the most space that fit, otherwise the essential ones.
  var rows: [SheetRow] {
    if case .purchased(let confirmation) = phase { return rows(of: confirmation) }
    let candidates = Density.allCases.map(rows(at:))
    return candidates.first { $0.count <= height } ?? candidates.last ?? []
  }

  /// The number of rows that do not fit on the screen.
  var hiddenRows: Int { max(0, rows.count - height) }

  /// The height that the sheet had when it asked, at most that of the screen.
  var askingHeight: Int {
    var asking = self
    asking.phase = .asking
    return min(asking.rows.count, height)
  }
}

extension SheetLayout {
  /// The space of the rows: with the product's picture, with blank rows, without them, or only the
  /// facts that the customer must know before agreeing.
  enum Density: CaseIterable {
    case picture, roomy, tight, essential

    var hasBlankRows: Bool { self == .picture || self == .roomy }
  }

  private func rows(at density: Density) -> [SheetRow] {
    let blank = density.hasBlankRows ? [SheetRow()] : []
    let rule = density.hasBlankRows ? [self.rule] : []
    let message = message(density)
    return blank + heading(density) + rule + facts(density) + entry + list(density)
      + (message.isEmpty ? [] : rule + message) + blank + [closing] + blank
  }

  var rule: SheetRow {
    SheetRow(text: String(repeating: Glyphs.rule, count: width), style: .muted)
  }

  /// The text that the customer has typed; only its end if it is longer than the row.
  private var entry: [SheetRow] {
    guard let label = page.entry?.label else { return [] }
    let labels = ([label] + page.facts.map(\.label)).map(Width.columns).max() ?? 0
    let typed = String(text.suffix(max(1, width - labels - 3)))
    let cursor = phase == .asking ? "_" : ""
    return [
      SheetRow(text: label.padded(to: labels + 2) + typed + cursor, style: Style.plain.bold())
    ]
  }

  /// Labels in one column, texts wrapped in the other.
  private func facts(_ density: Density) -> [SheetRow] {
    let facts = page.facts.filter { $0.isEssential || density != .essential }
    let labels = (facts.map { Width.columns($0.label) }.max() ?? 0) + 2
    return facts.flatMap { fact in
      fact.text.wrapped(to: width - labels).enumerated().map { index, text in
        SheetRow(
          leading: (index == 0 ? fact.label : "").padded(to: labels), leadingStyle: .muted,
          text: text, continues: index > 0)
      }
    }
  }

  private func message(_ density: Density) -> [SheetRow] {
    guard case .failed(let reason) = phase else {
      let note = density.hasBlankRows ? page.note : page.shortNote ?? page.note
      guard !note.isEmpty else { return [] }
      return note.wrapped(to: width).enumerated().map { index, text in
        SheetRow(text: text, style: .muted, continues: index > 0)
      }
    }
    return signed(Glyphs.refunded, .bad, reason.capitalizedFirst)
  }

  /// A sentence after a sign, which alone has a colour.
  func signed(_ sign: String, _ style: Style, _ sentence: String) -> [SheetRow] {
    sentence.wrapped(to: width - 2).enumerated().map { index, line in
      SheetRow(
        leading: index == 0 ? sign + " " : "  ", leadingStyle: style, text: line,
        style: Style.plain.bold(), continues: index > 0)
    }
  }
}
