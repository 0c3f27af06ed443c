import TerminalUI

/// The screen of a place: a page, and on a very wide terminal a pane with the selected element.
protocol PlaceScreen {
  /// Whether a very wide terminal shows a list at the left and the selected element at the right.
  ///
  /// Otherwise the page has the whole width.
  static var hasPane: Bool { get }

  var demo: Demo { get }
  var store: Store { get }

  func fill(_ page: inout Page, height: Int)

  /// Fills the pane with the selected element; by default, with the page of a selected product.
  func fillPane(_ pane: inout Page, height: Int)
}

extension PlaceScreen {
  static var hasPane: Bool { false }

  func fillPane(_ pane: inout Page, height: Int) {
    guard let id = demo.selectedProduct else { return }
    DetailScreen(demo: demo, store: store, id: id).fill(&pane, height: height)
  }
}
