import AppStorePrompts
import TerminalUI

// The product's name, its price and its picture.
extension SheetLayout {
  /// The minimum width of a name beside a picture.
  private static let nameColumns = 16

  func heading(_ density: Density) -> [SheetRow] {
    guard density == .picture, let first = page.picture.first, room.columns >= 60 else {
      return name(columns: width, hasKind: density != .essential)
    }
    let indent = Width.columns(first) + 3
    guard width - indent >= Self.nameColumns else { return name(columns: width) }
    return beside(page.picture, name(columns: width - indent), indent: indent)
  }

  /// The name and the price, on one row if there is room, and the kind of the product.
  private func name(columns: Int, hasKind: Bool = true) -> [SheetRow] {
    let isOneRow =
      page.price.isEmpty
      || Width.columns(page.title) + 2 + Width.columns(page.price) <= columns
    let kind = hasKind && !page.kind.isEmpty ? page.kind.wrapped(to: columns) : []
    return (isOneRow ? [titleWithPrice] : title(columns))
      + kind.map { SheetRow(text: $0, style: .muted) }
  }

  private var titleWithPrice: SheetRow {
    SheetRow(
      text: page.title, style: .title, trailing: page.price, trailingStyle: Style.price.bold())
  }

  private func title(_ columns: Int) -> [SheetRow] {
    page.title.wrapped(to: columns).map { SheetRow(text: $0, style: .title) }
      + page.price.wrapped(to: columns).map { SheetRow(text: $0, style: Style.price.bold()) }
  }

  /// Rows at the right of a picture, in the middle of its height.
  private func beside(_ picture: [String], _ rows: [SheetRow], indent: Int) -> [SheetRow] {
    let first = max(0, (picture.count - rows.count) / 2)
    return (0..<max(picture.count, rows.count)).map { index in
      let place = index - first
      var row = rows.indices.contains(place) ? rows[place] : SheetRow()
      row.leading = (index < picture.count ? picture[index] : "").padded(to: indent)
      row.picture = .leading
      return row
    }
  }
}
