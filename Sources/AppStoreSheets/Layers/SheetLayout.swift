import AppStorePrompts
import TerminalUI

/// The rows of a sheet on a screen, computed from the state alone.
struct SheetLayout {
  struct Row {
    var text = ""
    var style = Style.plain
    var trailing = ""
    var trailingStyle = Style.plain
    var isSelected = false
  }

  /// The screen without its footer.
  let room: Size
  /// The width of the box.
  let columns: Int
  /// The columns between the edge of the box and its text.
  let margin: Int
  private let page: SheetPage
  private let phase: SheetLayer.Phase
  private let text: String

  init(_ layer: SheetLayer, on screen: Size) {
    room = Size(columns: screen.columns, rows: max(0, screen.rows - 1))
    columns = min(66, max(0, room.columns - 2))
    margin = columns >= 50 ? 3 : 2
    (page, phase, text) = (layer.page, layer.phase, layer.text)
  }

  /// The rows with the most space that fit, otherwise the essential ones.
  var rows: [Row] {
    let candidates = Density.allCases.map(rows(at:))
    return candidates.first { $0.count <= room.rows - 2 } ?? candidates.last ?? []
  }

  /// The number of rows that do not fit on the screen.
  var hiddenRows: Int { max(0, rows.count - max(0, room.rows - 2)) }
}

extension SheetLayout {
  /// The space of the rows: with blank rows, without them, or only the facts that the customer must
  /// know before agreeing.
  private enum Density: CaseIterable {
    case roomy, tight, essential
  }

  private var width: Int { columns - 2 * margin }

  private func rows(at density: Density) -> [Row] {
    let isRoomy = density == .roomy
    let blank = isRoomy ? [Row()] : []
    let line = String(repeating: Glyphs.rule, count: max(0, width))
    let rule = isRoomy ? [Row(text: line, style: .muted)] : []
    let message = message(density)
    return blank + heading(density) + rule + facts(density) + entry + list(density)
      + (message.isEmpty ? [] : rule + message + blank) + blank + buttons + blank
  }

  private func heading(_ density: Density) -> [Row] {
    let title = Row(
      text: page.title, style: .title, trailing: page.price, trailingStyle: .price)
    guard density != .essential, !page.kind.isEmpty else { return [title] }
    return [title] + page.kind.wrapped(to: width).map { Row(text: $0, style: .muted) }
  }

  /// The text that the customer has typed; only its end if it is longer than the row.
  private var entry: [Row] {
    guard let label = page.entry?.label else { return [] }
    let labels = ([label] + page.facts.map(\.label)).map(Width.columns).max() ?? 0
    let typed = String(text.suffix(max(1, width - labels - 3)))
    let cursor = phase == .asking ? "_" : ""
    return [Row(text: label.padded(to: labels + 2) + typed + cursor, style: Style.accent.bold())]
  }

  /// Labels in one column, texts wrapped in the other.
  private func facts(_ density: Density) -> [Row] {
    let facts = page.facts.filter { $0.isEssential || density != .essential }
    let labels = (facts.map { Width.columns($0.label) }.max() ?? 0) + 2
    return facts.flatMap { inColumns($0.label, $0.text, labels) }
  }

  /// A column of details is at least this wide, unless every detail is shorter.
  private static let detailColumns = 20

  /// The buttons with their details, if there are several.
  private func list(_ density: Density) -> [Row] {
    guard page.listsButtons, phase == .asking else { return [] }
    let labels = page.buttons.map { "\($0.key)  \($0.label)" }
    let column = (labels.map(Width.columns).max() ?? 0) + 2
    let longest = page.buttons.map { Width.columns($0.detail) }.max() ?? 0
    let hasColumn = width >= 50 && width - column >= min(longest, Self.detailColumns)
    let rows = zip(labels, page.buttons).flatMap { label, button in
      hasColumn ? inColumns(label, button.detail, column) : buttonRows(label, button)
    }
    return (density == .roomy ? [Row()] : []) + rows
  }

  /// The button and its detail, at the end of its row if there is room.
  private func buttonRows(_ label: String, _ button: SheetPage.Button) -> [Row] {
    let detail = button.detail
    if !detail.isEmpty, Width.columns(label) + 2 + Width.columns(detail) <= width {
      return [Row(text: label, style: .accent, trailing: detail)]
    }
    return hanging("\(button.key)  ", button.label, .accent) + hanging("   ", detail, .plain)
  }

  /// A text in as many rows as it needs, aligned after three columns.
  private func hanging(_ start: String, _ text: String, _ style: Style) -> [Row] {
    text.wrapped(to: width - 3).filter { !$0.isEmpty }.enumerated().map { index, part in
      Row(text: (index == 0 ? start : "   ") + part, style: style)
    }
  }

  private func inColumns(_ label: String, _ detail: String, _ column: Int) -> [Row] {
    detail.wrapped(to: width - column).enumerated().map { index, text in
      Row(text: (index == 0 ? label : "").padded(to: column) + text)
    }
  }

  private func message(_ density: Density) -> [Row] {
    guard case .failed(let reason) = phase else {
      let note = density == .roomy ? page.note : page.shortNote ?? page.note
      guard !note.isEmpty else { return [] }
      return note.wrapped(to: width).map { Row(text: $0, style: .muted) }
    }
    let sentence = reason.prefix(1).uppercased() + reason.dropFirst()
    return sentence.wrapped(to: width).map { Row(text: $0, style: .bad) }
  }

  /// The number of keys that fit beside the decline button.
  private static let namedKeys = 5

  /// A hint that says how to choose a button.
  private func choice(isWide: Bool) -> String {
    guard !page.listsButtons, let button = page.buttons.first else {
      let keys = page.buttons.map { String($0.key) }
      guard keys.count <= Self.namedKeys else { return "press a key from the list" }
      return keys.isEmpty ? "" : "press " + keys.joined(separator: isWide ? " or " : " ")
    }
    return "\(button.label)   " + (isWide ? "press \(button.key)" : "\(button.key)")
  }

  private var buttons: [Row] {
    let isWide = width >= 50
    switch phase {
    case .asking where !text.isEmpty:
      return [
        Row(
          text: " \(page.declineLabel)   esc ",
          trailing: "\(page.entry?.sendLabel ?? "")   \(Glyphs.enter)",
          trailingStyle: Style.accent.bold(), isSelected: true)
      ]
    case .asking:
      let key = isWide ? "\(Glyphs.enter) or esc" : Glyphs.enter
      return [
        Row(
          text: " \(page.declineLabel)   \(key) ", style: Style.plain.reversed(),
          trailing: choice(isWide: isWide), trailingStyle: Style.accent.bold(), isSelected: true)
      ]
    case .working:
      return [
        Row(
          text: "\(Glyphs.pointer) \(page.working) \(Glyphs.ellipsis)", style: .accent,
          trailing: isWide ? "esc leaves; it finishes by itself" : "", trailingStyle: .muted)
      ]
    case .failed:
      let text = " Close   \(Glyphs.enter) or esc "
      return [Row(text: text, style: Style.plain.reversed(), isSelected: true)]
    case .closed: return [Row()]
    }
  }
}
