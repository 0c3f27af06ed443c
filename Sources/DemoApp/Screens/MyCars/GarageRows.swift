import TerminalUI

/// The rows of a garage: the cars, the road, and their names.
///
/// The selected car is bright and the others are dim; a car on a drive moves over the whole road.
struct GarageRows {
  let garage: Garage
  let drive: Drive?
  let selection: Target?

  func fill(_ page: inout Page) {
    for line in cars.lines { page.place([segment(line)] + places) }
    page.place([segment(Line(String(repeating: "═", count: garage.columns), .muted))] + notes)
    page.place(names + arrows)
  }

  private func segment(_ line: Line) -> Segment {
    Segment(column: 0, width: garage.columns, line: line)
  }

  private var cars: Canvas {
    var canvas = Canvas(columns: garage.columns, rows: garage.height)
    for bay in garage.bays where bay.id != drive?.productID {
      canvas.draw(bay.picture, at: bay.pictureColumn, style(of: bay))
    }
    if let drive, let bay = garage.bays.first(where: { $0.id == drive.productID }) {
      drive.draw(bay.picture, from: bay.pictureColumn, on: &canvas, columns: garage.columns)
    }
    return canvas
  }

  private var hasSelection: Bool { garage.bays.contains { $0.target == selection } }

  private func style(of bay: Garage.Bay) -> Style {
    guard hasSelection else { return .plain }
    return bay.target == selection ? .lit : .muted
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
  /// The style of the selected car's picture.
  static let lit = Style(.accent, isBold: true)
}
