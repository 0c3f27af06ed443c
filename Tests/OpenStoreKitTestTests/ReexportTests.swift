import OpenStoreKitTest
import Testing

/// `import StoreKitTest` alone gives StoreKit's names, as this file shows by compiling.
@Suite struct ReexportTests {
  @Test func `StoreKit's names come with the test module`() {
    let _: Product.Type = Product.self
    let _: StoreKit.Transaction.Type = Transaction.self
    let _: Date.Type = Date.self
    #expect(AppStore.Environment.xcode.rawValue == "Xcode")
  }
}
