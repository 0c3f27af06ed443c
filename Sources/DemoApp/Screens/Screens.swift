import TerminalUI

/// Draws whatever the demo shows now.
struct Screens {
  let demo: Demo

  func draw(on frame: inout Frame) {
    let chrome = Chrome(demo: demo)
    chrome.draw(on: &frame)
    let content = chrome.content(of: frame.size)
    page(in: content).draw(on: &frame, in: content, scroll: demo.scroll)
  }

  /// How many rows of the page a screen of this size has no room for.
  func hiddenRows(on size: Size) -> Int {
    let content = Chrome(demo: demo).content(of: size)
    return max(0, page(in: content).rows.count - content.size.rows)
  }

  private func page(in content: Rect) -> Page {
    var page = Page(width: content.size.columns, selection: selection)
    fill(&page, height: content.size.rows)
    return page
  }

  private var selection: Target? {
    demo.detail == nil || demo.isFuelStoreOpen ? demo.selection : nil
  }

  private func fill(_ page: inout Page, height: Int) {
    guard let store = demo.store else {
      return LaunchScreen(demo: demo).fill(&page, height: height)
    }
    if demo.isFuelStoreOpen {
      return FuelStoreScreen(demo: demo, store: store).fill(&page)
    }
    if let id = demo.detail {
      return DetailScreen(demo: demo, store: store, id: id)
        .fill(&page, height: height)
    }
    switch demo.tab {
    case .cars: MyCarsScreen(demo: demo, store: store).fill(&page, height: height)
    case .shop: ShopScreen(demo: demo, store: store).fill(&page)
    case .account: AccountScreen(demo: demo, store: store).fill(&page)
    case .history:
      HistoryScreen(demo: demo, store: store).fill(&page, height: height)
    }
  }
}
