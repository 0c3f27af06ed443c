/// A car on a drive: it leaves on one side and comes back on the other, step by step.
///
/// Each step follows from the one before, so a drive looks the same every time.
package struct Drive: Hashable, Sendable {
  package let productID: String
  /// Different for each drive, so that a late step of an old one moves nothing.
  package let number: Int
  private var step = 0

  /// The duration of each step.
  package static let pause = Duration.milliseconds(250)

  init(productID: String, number: Int) {
    self.productID = productID
    self.number = number
  }

  /// The step after this one; `nil` when the car is home.
  var next: Drive? {
    guard step + 1 < Self.offsets.count else { return nil }
    var drive = self
    drive.step += 1
    return drive
  }

  /// The car's positions, in halves of the road to the right.
  private static let offsets = [1, 2, -1]

  /// The picture of the car at its present position on a road; each row has `columns` columns.
  func picture(of car: [String], on columns: Int) -> [String] {
    let offset = Self.offsets[step] * columns / 2
    return car.map { row in
      let shown = offset < 0 ? String(row.dropFirst(-offset)) : row
      let road = String(repeating: " ", count: max(0, offset)) + shown
      return String(road.prefix(columns))
        + String(repeating: " ", count: max(0, columns - road.count))
    }
  }
}
