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
      fillBeside(picture, above: margin(above: picture, height: height), on: &page)
    } else {
      if height >= 20 { page.picture(picture) }
      for line in lines(width: page.width, rows: 0) { page.line(line) }
    }
    page.blank()
  }

  /// The empty rows above a picture.
  ///
  /// Beside a list, each picture has the height of the tallest one, so that the rows below it do not
  /// move with the selection.
  private func margin(above picture: [String], height: Int) -> [String] {
    guard demo.panes != nil, height >= ScreenLayout.roomyHeight else { return [] }
    let tallest = store.products.map { demo.presentation.picture(of: $0.id).count }.max() ?? 0
    return Array(repeating: "", count: max(0, tallest - picture.count))
  }

  /// A car that drives crosses the whole page, in the rows of its picture and of the facts.
  private func fillBeside(_ picture: [String], above margin: [String], on page: inout Page) {
    let columns = page.leftColumns
    let rows = margin.count + picture.count
    let lines = lines(width: page.width - columns, rows: rows)
    guard let drive = demo.drive, drive.productID == product.id else {
      return page.picture(margin + picture, columns: columns, beside: lines)
    }
    let road = margin + drive.picture(of: picture, on: page.width)
    let rest = max(0, lines.count - rows)
    for row in road + Array(repeating: "", count: rest) { page.line(.picture(row)) }
  }

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
