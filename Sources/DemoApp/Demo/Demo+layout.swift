import TerminalUI

// The rows of the present screen and their places, computed from the state alone. The keys depend
// on them, and drawing shows them.
extension Demo {
  /// Whether elements are side by side on the screen.
  var isWide: Bool { ScreenLayout.contentWidth(of: size) >= Page.wide }

  var layout: ScreenLayout { ScreenLayout(size: size, notices: notices) }

  /// All rows of the present screen, including those that do not fit.
  var page: Page {
    let room = layout.content.size
    let hasSelection = detail == nil || isFuelStoreOpen
    var page = Page(width: room.columns, selection: hasSelection ? selection : nil)
    fill(&page, height: room.rows)
    return page
  }

  /// The number of rows of the page that do not fit on the screen.
  var hiddenRows: Int { max(0, page.rows.count - layout.content.size.rows) }

  /// Whether the open product's page shows a picture, which can drive.
  var showsPicture: Bool {
    isWide && layout.content.size.rows >= ScreenLayout.pictureHeight
      && detail.map { !presentation.picture(of: $0).isEmpty } == true
  }

  private func fill(_ page: inout Page, height: Int) {
    guard let store else { return LaunchScreen(demo: self).fill(&page, height: height) }
    if isFuelStoreOpen { return FuelStoreScreen(demo: self, store: store).fill(&page) }
    if let detail {
      return DetailScreen(demo: self, store: store, id: detail).fill(&page, height: height)
    }
    switch tab {
    case .cars: MyCarsScreen(demo: self, store: store).fill(&page, height: height)
    case .shop: ShopScreen(demo: self, store: store).fill(&page)
    case .account: AccountScreen(demo: self, store: store).fill(&page, height: height)
    case .history: HistoryScreen(demo: self, store: store).fill(&page, height: height)
    }
  }
}
