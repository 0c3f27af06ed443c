import TerminalUI

/// The rows of a garage: the cars, the road, and their names.
///
/// The selected car differs only in its lit wheels and lamps, and in its marked name. So a step of the
/// selection draws few cells. A car on a drive has the accent and moves over the whole road.
struct GarageRows {
  let garage: Garage
  let drive: Drive?
  let selection: Target?

  func fill(_ page: inout Page) {
    for line in cars.lines { page.place([segment(line)] + places) }
    page.place([segment(Line(String(repeating: "═", count: garage.columns), .muted))] + notes)
    page.place(names + arrows)
  }

  /// The signs for wheels and lamps.
  private static let lights: Set<String> = ["●", "◉"]

  private func segment(_ line: Line) -> Segment {
    Segment(column: 0, width: garage.columns, line: line)
  }

  private var cars: Canvas {
    var canvas = Canvas(columns: garage.columns, rows: garage.height)
    for bay in garage.bays where bay.id != drive?.productID {
      canvas.draw(bay.picture, at: bay.pictureColumn, .plain)
      guard bay.target == selection else { continue }
      canvas.restyle(Self.lights, in: bay.column..<bay.column + bay.columns, .lit)
    }
    if let drive, let bay = garage.bays.first(where: { $0.id == drive.productID }) {
      drive.draw(bay.picture, from: bay.pictureColumn, on: &canvas, columns: garage.columns)
    }
    return canvas
  }

  /// A press on a picture chooses its car.
  private var places: [Segment] {
    garage.bays.map {
      Segment(
        column: $0.column, width: $0.columns, line: Line([], target: $0.target),
        showsSelection: false)
    }
  }

  private var names: [Segment] {
    garage.bays.map { bay in
      Segment(
        column: bay.nameColumn, width: Width.columns(bay.name),
        line: Line(bay.name, bay.target == selection ? .title : .plain, target: bay.target))
    }
  }

  private var notes: [Segment] {
    garage.bays.filter { !$0.note.isEmpty }.map { bay in
      Segment(column: bay.noteColumn, width: Width.columns(bay.note), line: Line(bay.note))
    }
  }

  /// An arrow at each side that has more cars.
  private var arrows: [Segment] {
    let last = garage.columns - 1
    return (garage.hasEarlier ? [Segment(column: 0, width: 1, line: Line("‹", .accent))] : [])
      + (garage.hasLater ? [Segment(column: last, width: 1, line: Line("›", .accent))] : [])
  }
}

extension Garage.Bay {
  var target: Target { .product(id) }
}

extension Style {
  /// The style of a car on a drive, and of the lights of the selected one.
  static let lit = Style(.accent, isBold: true)
}
