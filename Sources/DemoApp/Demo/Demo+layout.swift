import TerminalUI

// The rows of the present screen and their places, computed from the state alone. The keys depend
// on them, and drawing shows them.
extension Demo {
  /// Whether the elements that can be selected are side by side.
  var isWide: Bool {
    (isFuelStoreOpen ? pageArea : placeArea).size.columns >= Page.wide
  }

  var layout: ScreenLayout { ScreenLayout(size: size, notices: notices) }

  /// The list and the selected element beside each other; `nil` for a page with the whole width.
  var panes: TwoPanes? { placeScreen.flatMap { type(of: $0).hasPane ? layout.panes : nil } }

  /// The area of the place, or of its list.
  var placeArea: Rect { panes?.list ?? layout.content }

  /// The area of the page with the keys: the place, or what is open over it.
  ///
  /// With two panes, a product's page and the fuel store open in the right one.
  var pageArea: Rect { isOverPlace ? panes?.detail ?? layout.content : placeArea }

  /// Whether a product's page or the fuel store is open.
  var isOverPlace: Bool { detail != nil || isFuelStoreOpen }

  /// All rows of the page with the keys, including those that do not fit.
  var page: Page {
    var page = Page(
      width: pageArea.size.columns,
      selection: detail == nil || isFuelStoreOpen ? selection : nil, keys: keys)
    fill(&page, height: pageArea.size.rows)
    return page
  }

  /// The place's list, beside a page that is open in the right pane.
  private var list: Page {
    var demo = self
    (demo.detail, demo.isFuelStoreOpen) = (nil, false)
    return demo.page
  }

  /// The live page of the selected element.
  private func pane(in area: Rect) -> Page {
    var page = Page(width: area.size.columns, keys: keys)
    placeScreen?.fillPane(&page, height: area.size.rows)
    return page
  }

  /// The number of rows of the page that do not fit on the screen.
  var hiddenRows: Int { max(0, page.rows.count - pageArea.size.rows) }

  /// Whether the open product's page shows a picture, which can drive.
  var showsPicture: Bool {
    pageArea.size.columns >= Page.wide && pageArea.size.rows >= ScreenLayout.pictureHeight
      && detail.map { !presentation.picture(of: $0).isEmpty } == true
  }

  private func fill(_ page: inout Page, height: Int) {
    guard let store else { return LaunchScreen(demo: self).fill(&page, height: height) }
    if isFuelStoreOpen {
      return FuelStoreScreen(demo: self, store: store).fill(&page, height: height)
    }
    if let detail {
      return DetailScreen(demo: self, store: store, id: detail).fill(&page, height: height)
    }
    placeScreen?.fill(&page, height: height)
  }

  /// The screen of the present place; `nil` before there is a store to show.
  private var placeScreen: (any PlaceScreen)? {
    guard let store else { return nil }
    return switch tab {
    case .cars: MyCarsScreen(demo: self, store: store)
    case .shop: ShopScreen(demo: self, store: store)
    case .account: AccountScreen(demo: self, store: store)
    case .history: HistoryScreen(demo: self, store: store)
    }
  }
}

extension Demo {
  /// Draws the page, and with two panes the list or the selected element beside it.
  func drawContent(on frame: inout Frame) {
    guard let panes else { return draw(page, in: pageArea, on: &frame, targets: targets) }
    panes.drawRule(on: &frame, rows: layout.paneRows)
    if isOverPlace {
      draw(list, in: panes.list, on: &frame, targets: isFuelStoreOpen ? [] : targets)
      draw(page, in: panes.detail, on: &frame, targets: isFuelStoreOpen ? targets : [])
    } else {
      draw(page, in: panes.list, on: &frame, targets: targets)
      draw(pane(in: panes.detail), in: panes.detail, on: &frame, targets: targets)
    }
  }

  /// Dims the list while the page beside it has the keys.
  func dimList(on frame: inout Frame) {
    guard isOverPlace, let panes else { return }
    frame.dim(panes.list)
  }

  private func draw(_ page: Page, in area: Rect, on frame: inout Frame, targets: [Target]) {
    let first = layout.firstRow(ofPageWith: page.rows.count)
    let rest = Rect(
      column: area.minColumn, row: first, columns: area.size.columns,
      rows: max(0, area.maxRow - first))
    page.draw(on: &frame, in: rest, scroll: isOverPlace ? scroll : 0, targets: targets)
  }
}
