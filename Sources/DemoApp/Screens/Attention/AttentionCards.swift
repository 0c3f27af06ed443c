import Foundation
import OpenStoreKit
import TerminalUI

/// The cards above everything else on a page: each has a sign, a fact that the customer should not
/// miss, and its buttons.
///
/// Only the sign has a colour. The sentences of SK Demo are on the product's page.
struct AttentionCards {
  let demo: Demo
  let store: Store
  /// Whether a bar shows the time that is left; a screen with the plan's timeline needs none.
  var showsCountdown = true

  /// Adds nothing for a customer who need not do anything.
  func fill(_ page: inout Page) {
    for attention in store.attentions {
      fillFact(attention, on: &page)
      for button in attention.buttons { fill(button, on: &page) }
      page.blank()
    }
  }

  private func fill(_ button: Attention.Button, on page: inout Page) {
    let target = Target.repair(button.repair)
    let isSelected = page.selection == target
    let key =
      isSelected ? "enter" : button.repair.command.map { "press \(demo.keys[$0])" } ?? ""
    let style = demo.reasonNotToRepair(button.repair) == nil ? Style.accent.bold() : .disabled
    let rows = button.rows(width: page.width, firstRow: page.width - Width.columns(key) - 1)
    for (index, text) in rows.enumerated() {
      let trailing = index == 0 && !key.isEmpty ? [Span(key, .muted)] : []
      page.line(Line([Span(text, style)], trailing: trailing, target: target))
    }
  }

  private func fillFact(_ attention: Attention, on page: inout Page) {
    let sign = attention.kind.sign
    let text = attention.text
    let room = page.width - 2
    if showsCountdown, let countdown = attention.countdown,
      let columns = attention.barColumns(width: page.width)
    {
      let words = Span(text, Style.plain.bold())
      return page.line(
        Line([sign, Span(" "), words], trailing: spans(of: countdown, columns: columns)))
    }
    for (index, part) in text.wrapped(to: room).enumerated() {
      let sign = index == 0 ? [Segment(column: 0, width: 1, line: Line([sign]))] : []
      var words = Line(part, Style.plain.bold())
      words.continues = index > 0
      page.place(sign + [Segment(column: 2, width: room, line: words)])
    }
  }

  /// The time that has passed and that is left, and its end.
  private func spans(of countdown: Attention.Countdown, columns: Int) -> [Span] {
    let gone = countdown.cells(gone: store.now, of: columns)
    return [
      .picture(String(repeating: Glyphs.heavyRule, count: gone), .accent),
      .picture(String(repeating: Glyphs.rule, count: columns - gone), .muted),
      Span(" \(countdown.label)", .muted),
    ]
  }
}

extension Attention.Button {
  /// The title in rows; if it does not fit into one, the terms of a purchase begin a new row.
  fileprivate func rows(width: Int, firstRow: Int) -> [String] {
    guard Width.columns(title) > firstRow,
      let separator = title.firstRange(of: " \(Glyphs.bullet) ")
    else { return title.wrapped(to: firstRow) }
    return String(title[..<separator.lowerBound]).wrapped(to: firstRow)
      + String(title[separator.upperBound...]).wrapped(to: width)
  }
}

extension Attention {
  /// The cells of its countdown on a page of this width; `nil` without one, or without room.
  func barColumns(width: Int) -> Int? {
    guard let countdown else { return nil }
    let words = Width.columns("\(kind.sign.text) \(text)") + Width.columns(" \(countdown.label)")
    let room = width - words - Self.gapColumns
    return room < Self.shortestBar ? nil : min(room, Self.longestBar)
  }

  private static let gapColumns = 2
  private static let shortestBar = 6
  private static let longestBar = 12

  /// The fact and its consequence.
  var text: String {
    guard let consequence else { return fact }
    let separator = fact.hasSuffix(".") ? " " : " \(Glyphs.bullet) "
    return fact + separator + consequence
  }
}

extension Attention.Kind {
  fileprivate var sign: Span {
    switch self {
    case .grace, .price: Span(Glyphs.attention, .warn)
    case .retry: Span(Glyphs.paused, .warn)
    case .refunded: Span(Glyphs.refunded, .bad)
    case .ended: Span(Glyphs.none, .muted)
    }
  }
}

extension Attention.Countdown {
  /// The cells of the time that has passed, of a bar of `columns`: at least one, and never all
  /// before the end.
  func cells(gone now: Date, of columns: Int) -> Int {
    guard now < end else { return columns }
    guard start < now else { return 1 }
    let part = now.timeIntervalSince(start) / end.timeIntervalSince(start)
    return min(max(1, Int(part * Double(columns))), columns - 1)
  }
}

extension Repair {
  /// The command of the same act on every screen; `nil` for a purchase, which belongs to a product.
  var command: CommandName? {
    switch self {
    case .plan(let action, _): action.command
    case .buy: nil
    }
  }
}
