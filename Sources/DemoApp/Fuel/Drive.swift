import TerminalUI

/// A car on a drive: it leaves at the right side and comes back from the left, step by step.
///
/// Each step follows from the one before, so a drive looks the same every time.
package struct Drive: Hashable, Sendable {
  package let productID: String
  /// The fuel that it uses up.
  package let fuelID: String
  /// Different for each drive, so that a late step of an old one moves nothing.
  package let number: Int
  private(set) var step = 1

  /// The duration of each step; the whole drive takes 1.2 seconds.
  package static let pause = Duration.milliseconds(100)

  /// The number of steps of each half.
  private static let half = 6

  init(productID: String, fuelID: String, number: Int) {
    self.productID = productID
    self.fuelID = fuelID
    self.number = number
  }

  /// The step after this one; `nil` when the car is home.
  var next: Drive? {
    guard step < 2 * Self.half else { return nil }
    var drive = self
    drive.step += 1
    return drive
  }

  /// Whether the car is no longer in view, or on its way home: then its fuel is used up.
  var hasLeft: Bool { step >= Self.half }

  /// The car's column: it speeds up until it is past the end of the road, and slows down on its way
  /// home.
  func column(home: Int, width: Int, road: Int) -> Int {
    guard step > Self.half else {
      return home + (road - home) * step * step / (Self.half * Self.half)
    }
    let rest = 2 * Self.half - step
    return home - (home + width) * rest * rest / (Self.half * Self.half)
  }
}

extension Drive {
  /// Draws the car at its present place, with speed lines behind it.
  func draw(_ car: [String], from home: Int, on canvas: inout Canvas, columns: Int) {
    let width = car.first?.count ?? 0
    let column = column(home: home, width: width, road: columns)
    canvas.draw(car, at: column, .lit)
    canvas.draw(trail(rows: car.count), at: column - Self.trailColumns - 1, .muted, isBehind: true)
  }

  private static let trailColumns = 7

  /// Every second row has a line.
  ///
  /// The rows with a line alternate from step to step.
  private func trail(rows: Int) -> [String] {
    (0..<rows).map { row in
      guard step < 2 * Self.half else { return "" }
      return (row + step).isMultiple(of: 2) ? "── ─ ─ " : "   ── ─"
    }
  }

  /// The picture of the car at its present position on a road of `columns`, from its left end.
  func picture(of car: [String], on columns: Int) -> [String] {
    var canvas = Canvas(columns: columns, rows: car.count)
    draw(car, from: 0, on: &canvas, columns: columns)
    return canvas.lines.map { $0.spans.map(\.text).joined() }
  }
}
