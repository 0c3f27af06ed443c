import TerminalUI
import VisibleText

/// The fuel in the tank, in one row with a gauge for each kind.
struct FuelRow {
  let demo: Demo
  let store: Store

  /// Adds nothing in a shop without fuel, and for a customer with neither a car nor fuel.
  func fill(_ page: inout Page) {
    guard !store.fuel.isEmpty, !demo.fuel.isEmpty || !demo.cars(of: store).isEmpty else { return }
    if demo.fuel.isEmpty, demo.isNewDevice { return fillEmpty(&page) }
    guard page.isWide, store.fuel.count <= 3 else { return fillLow(&page) }
    fillGauges(&page)
  }

  /// Explains why a new device has none, whatever was bought on others.
  private func fillEmpty(_ page: inout Page) {
    let text = "It stays on the device where it was bought."
    if page.isWide {
      var line = Line([Span(text, .muted)], trailing: key, brief: [])
      line.press = demo.keys.key(.fuel)
      return page.labelled(label, [[line]])
    }
    page.paragraph("\(label): \(text.lowercasedFirst)", .muted)
  }

  private var label: String { demo.presentation.sections.consumable }

  private func fillGauges(_ page: inout Page) {
    // The key keeps its room before the launch has ended, so that nothing moves then.
    let keyColumns = keyText.columns
    let start = Page.labelColumns(of: label)
    let room = page.width - start - keyColumns - 1
    let columns = room / store.fuel.count
    let gauges = store.fuel.enumerated().map { index, fuel in
      Segment(
        column: start + index * columns, width: columns - 1, line: Line(gauge(of: fuel)))
    }
    page.place(
      [Segment(column: 0, width: start, line: Line(label.uppercased(), .title))] + gauges
        + [Segment(column: page.width - keyColumns, width: keyColumns, line: keyLine)])
  }

  /// Adds the numbers without gauges.
  private func fillLow(_ page: inout Page) {
    let counts = store.fuel.flatMap { fuel in
      [Span("\(name(of: fuel)) ", .muted), Gauge(count: demo.level(of: fuel)).word, Span("  ")]
    }
    let title = page.isWide ? [] : [Span("\(label)  ")]
    page.labelled(label, [[Line(title + counts.dropLast(), trailing: key, brief: [])]])
  }

  private func gauge(of fuel: ProductRow) -> [Span] {
    let gauge = Gauge(count: demo.level(of: fuel))
    return [Span("\(name(of: fuel)) ")] + gauge.spans + [Span(" "), gauge.number]
  }

  /// "87": the description, if it is a number, and otherwise the name.
  private func name(of fuel: ProductRow) -> String {
    Int(fuel.description) == nil ? fuel.displayName.clipped(to: 10) : fuel.description
  }

  /// The key to fill up; empty until the launch has ended.
  private var key: [Span] { demo.launchResult == nil ? [] : keyText }

  private var keyText: [Span] {
    [
      Span("\(demo.keys[.fuel])", .accent),
      Span(" \(demo.presentation.texts[.refillKey])", .muted),
    ]
  }

  private var keyLine: Line {
    var line = Line(key)
    line.press = demo.keys.key(.fuel)
    return line
  }
}

extension Demo {
  /// The units of a fuel, as the gauges show them: a car that is still in view has not
  /// used up its unit.
  func level(of fuel: ProductRow) -> Int {
    let isUnderWay = drive.map { $0.fuelID == fuel.id && !$0.hasLeft } ?? false
    return fuel[in: self.fuel] + (isUnderWay ? 1 : 0)
  }
}
