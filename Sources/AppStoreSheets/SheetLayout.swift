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

  init(_ layer: SheetLayer, on screen: Size) {
    room = Size(columns: screen.columns, rows: max(0, screen.rows - 1))
    columns = min(66, max(0, room.columns - 2))
    margin = columns >= 50 ? 3 : 2
    (page, phase) = (layer.page, layer.phase)
  }

  /// The roomiest rows that fit, else the essential ones.
  var rows: [Row] {
    let candidates = Density.allCases.map(rows(at:))
    return candidates.first { $0.count <= room.rows - 2 } ?? candidates.last ?? []
  }

  /// How many rows the screen has no room for.
  var hiddenRows: Int { max(0, rows.count - max(0, room.rows - 2)) }
}

extension SheetLayout {
  /// With blank rows, without, or only what has to be known before it is agreed to.
  private enum Density: CaseIterable {
    case roomy, tight, essential
  }

  private var width: Int { columns - 2 * margin }

  private func rows(at density: Density) -> [Row] {
    let isRoomy = density == .roomy
    let blank = isRoomy ? [Row()] : []
    let line = String(repeating: Glyphs.rule, count: max(0, width))
    let rule = isRoomy ? [Row(text: line, style: .muted)] : []
    return blank + heading(density) + rule + facts(density) + rule + message(density) + blank
      + blank + buttons + blank
  }

  private func heading(_ density: Density) -> [Row] {
    let title = Row(
      text: page.title, style: .title, trailing: page.price, trailingStyle: .price)
    guard density != .essential else { return [title] }
    return [title] + page.kind.wrapped(to: width).map { Row(text: $0, style: .muted) }
  }

  /// Labels in one column, texts wrapped in the other.
  private func facts(_ density: Density) -> [Row] {
    let facts = page.facts.filter { $0.isEssential || density != .essential }
    let labels = (facts.map { Width.columns($0.label) }.max() ?? 0) + 2
    return facts.flatMap { fact in
      fact.text.wrapped(to: width - labels).enumerated().map { index, text in
        Row(text: (index == 0 ? fact.label : "").padded(to: labels) + text)
      }
    }
  }

  private func message(_ density: Density) -> [Row] {
    guard case .failed(let reason) = phase else {
      let note = density == .roomy ? page.note : page.shortNote
      return note.wrapped(to: width).map { Row(text: $0, style: .muted) }
    }
    let sentence = reason.prefix(1).uppercased() + reason.dropFirst()
    return sentence.wrapped(to: width).map { Row(text: $0, style: .bad) }
  }

  private var buttons: [Row] {
    let isWide = width >= 50
    switch phase {
    case .asking:
      let key = isWide ? "\(Glyphs.enter) or esc" : Glyphs.enter
      let pay = isWide ? "press \(page.confirmKey)" : "\(page.confirmKey)"
      return [
        Row(
          text: " Not now   \(key) ", style: Style.plain.reversed(),
          trailing: "\(page.confirmLabel)   \(pay)", trailingStyle: Style.accent.bold(),
          isSelected: true)
      ]
    case .working:
      return [
        Row(
          text: "\(Glyphs.pointer) \(page.working) \(Glyphs.ellipsis)", style: .accent,
          trailing: isWide ? "esc leaves, it will finish by itself" : "", trailingStyle: .muted)
      ]
    case .failed:
      let text = " Close   \(Glyphs.enter) or esc "
      return [Row(text: text, style: Style.plain.reversed(), isSelected: true)]
    case .closed: return [Row()]
    }
  }
}
