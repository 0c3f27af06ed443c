import TerminalUI

/// The top of a product's page: its picture, its name and what it costs this customer.
struct DetailHead {
  let demo: Demo
  let store: Store
  let product: ProductRow

  /// The picture is beside the name and the price on a wide page, otherwise above them.
  ///
  /// A low page has no picture.
  func fill(_ page: inout Page, height: Int) {
    let picture = demo.presentation.picture(of: product.id)
    let isBeside = page.isWide && height >= ScreenLayout.pictureHeight && !picture.isEmpty
    if isBeside {
      fillBeside(picture, on: &page)
    } else {
      if height >= 20 { page.picture(picture) }
      for line in lines(width: page.width, rows: 0) { page.line(line) }
    }
    page.blank()
  }

  /// A car that drives crosses the whole page, in the rows of its picture and of the facts.
  private func fillBeside(_ picture: [String], on page: inout Page) {
    let columns = min(Self.pictureColumns, page.width / 2)
    let lines = lines(width: page.width - columns, rows: picture.count)
    guard let drive = demo.drive, drive.productID == product.id else {
      return page.picture(picture, columns: columns, beside: lines)
    }
    let road = drive.picture(of: picture, on: page.width)
    let rest = max(0, lines.count - picture.count)
    for row in road + Array(repeating: "", count: rest) { page.line(Line(row)) }
  }

  /// The widest picture, and a gap.
  private static let pictureColumns = 34

  /// The name and the price, with an empty row between them if they then have at most `rows`.
  private func lines(width: Int, rows: Int) -> [Line] {
    let name =
      product.displayName.wrapped(to: width).map { Line($0, .title) }
      + (product.subtitle?.wrapped(to: width) ?? []).map { Line($0) }
    let price = prices(width: width) + state(width: width)
    let gap = name.count + price.count < rows ? [Line()] : []
    return name + gap + price
  }

  /// The price that the customer pays, an offer first; nothing if a family member pays.
  private func prices(width: Int) -> [Line] {
    guard !store.isShared(product.id) else { return [] }
    let style = Mark(store: store).priceStyle(of: product)
    return store.priceLines(of: product).flatMap { $0.wrapped(to: width) }.map { Line($0, style) }
  }

  private func state(width: Int) -> [Line] {
    let state = Mark(store: store, isWide: width >= Page.wide).state(of: product)
    return state.isEmpty ? [] : [Line(state)]
  }
}
