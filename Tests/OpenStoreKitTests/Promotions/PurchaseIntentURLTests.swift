import OpenStoreKit
import Testing

@Suite struct PurchaseIntentURLTests {
  @Test(arguments: [
    "itms-services://?action=purchaseIntent&bundleId=com.example.app&productIdentifier=car",
    "ITMS-SERVICES://?productIdentifier=car&bundleId=com.example.app&action=purchaseIntent&x=1",
    "itms-services://?action=purchaseIntent&bundleId=com%2Eexample.app&productIdentifier=c%61r",
  ])
  func `the App Store's address names the app and the product`(text: String) throws {
    let url = try PurchaseIntentURL(text)

    #expect(url.bundleID == "com.example.app")
    #expect(url.productID == "car")
  }

  @Test(arguments: [
    "", "car", "https://example.com", "itms-services://",
    "itms-services://?action=purchaseIntent&bundleId=com.example.app",
    "itms-services://?action=purchaseIntent&productIdentifier=car",
    "itms-services://?action=purchaseIntent&bundleId=&productIdentifier=car",
    "itms-services://?action=download-manifest&bundleId=a&productIdentifier=car",
    "itms-services://?action=purchaseIntent&bundleId=a&productIdentifier=car&productIdentifier=b",
    "http://?action=purchaseIntent&bundleId=com.example.app&productIdentifier=car",
  ])
  func `any other text opens nothing, and the sentence shows the right form`(text: String) {
    let error = #expect(throws: PurchaseIntentURLError.self) { try PurchaseIntentURL(text) }

    #expect(error == .malformed(text))
    #expect(error?.description.contains("itms-services://?action=purchaseIntent&bundleId=") == true)
  }
}
