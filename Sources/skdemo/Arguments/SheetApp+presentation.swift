import AppStoreSheets
import DemoApp

extension SheetApp {
  /// The app as its presentation describes it.
  init(_ presentation: Presentation) {
    self.init(name: presentation.appName) { product in
      presentation.sheetPicture(of: product)
    } delivery: { product, quantity in
      presentation.delivery(of: product, quantity: quantity)
    }
  }
}
