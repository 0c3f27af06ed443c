import TerminalUI

/// Draws whatever the demo shows now.
struct Screens {
  let demo: Demo
  let glyphs: Glyphs

  func draw(on frame: inout Frame) {
    let chrome = Chrome(demo: demo, glyphs: glyphs)
    let content = chrome.draw(on: &frame)
    var page = Page(width: content.size.columns, glyphs: glyphs, selection: selection)
    fill(&page, height: content.size.rows)
    page.draw(on: &frame, in: content)
  }

  private var selection: Target? { demo.detail == nil ? demo.selection : nil }

  private func fill(_ page: inout Page, height: Int) {
    guard let store = demo.store else {
      return LaunchScreen(demo: demo, glyphs: glyphs).fill(&page, height: height)
    }
    if let id = demo.detail {
      return DetailScreen(demo: demo, store: store, id: id, glyphs: glyphs)
        .fill(&page, height: height)
    }
    switch demo.tab {
    case .cars: MyCarsScreen(demo: demo, store: store, glyphs: glyphs).fill(&page, height: height)
    case .shop: ShopScreen(demo: demo, store: store, glyphs: glyphs).fill(&page)
    }
  }
}
