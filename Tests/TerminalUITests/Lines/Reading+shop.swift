@testable import TerminalUI

extension Reading {
  /// A shop with two cars, of which the first is selected.
  static func shop(
    selected: Int = 0, notice: String? = nil, canBuy: Bool = true,
    drivesOn digits: [Character] = [],
    canDrive: Bool = true, isSettled: Bool = true
  ) -> Reading {
    var frame = Frame(size: Size(columns: 40, rows: 9))
    frame.write("Shop", at: Point(column: 2, row: 0))
    frame.write("● Pro", endingAt: 38, row: 0)
    frame.write(String(repeating: "─", count: 38), at: Point(column: 1, row: 1))
    for (index, row) in [("Car", "owned ✓"), ("Truck", "$3.99")].enumerated() {
      let rect = Rect(column: 4, row: 3 + index, columns: 34, rows: 1)
      frame.write(row.0, at: rect.origin)
      frame.write(row.1, endingAt: 38, row: rect.minRow)
      frame.addRegion(rect, choosing: index)
      if index == selected { frame.markSelected(rect) }
    }
    if let notice { frame.write("✓ " + notice, at: Point(column: 2, row: 6)) }
    frame.write("b buy   q quit", at: Point(column: 2, row: 8))
    let drives = digits.map {
      KeyBinding(
        .character($0), label: "drive on \($0)", disabledReason: canDrive ? nil : "it is empty")
    }
    return Reading(
      layer: 1, frame: frame,
      bindings: [
        KeyBinding(
          .character("b"), label: "buy", disabledReason: canBuy ? nil : "it is yours"),
        KeyBinding(.up, .down, label: "choose"),
        KeyBinding(.character("q"), label: "quit"),
      ] + drives,
      announcements: notice.map { [Announcement($0, spoken: "Spoken: " + $0)] } ?? [],
      isSettled: isSettled)
  }

  /// A car's page, whose row names a key that is disabled.
  static var tank: Reading {
    var frame = Frame(size: Size(columns: 40, rows: 3))
    frame.write("1 Fuel87   empty", at: Point(column: 2, row: 0))
    return Reading(
      layer: 1, frame: frame,
      bindings: [
        KeyBinding(.character("1"), label: "drive on Fuel87", disabledReason: "it is empty"),
        KeyBinding(.escape, label: "back"),
      ])
  }

  /// A sheet that takes a code.
  static var codeSheet: Reading {
    var frame = Frame(size: Size(columns: 40, rows: 5))
    Box().draw(on: &frame, in: Rect(column: 0, row: 0, columns: 40, rows: 4))
    frame.write("Code _", at: Point(column: 3, row: 1))
    return Reading(
      layer: 2, frame: frame, bindings: [KeyBinding(.enter, .escape, label: "not now")],
      takesText: true)
  }
}
