import StoreAPI
import Testing

/// A refusal says what can be done about it.
@Suite struct FaultAdviceTests {
  @Test(arguments: [
    (StoreError.unknownAccount(name: "bob"), "skdemo store account add bob"),
    (.unknownDevice(name: "watch"), "skdemo device list"),
    (.unauthorized, "skdemo sign-in"),
    (.notFamilyShareable(productID: "consumable.fuel"), "skdemo products"),
    (.unknownOffer(offerID: "summer"), "skdemo products --json"),
  ])
  func `a sentence names the next command`(error: StoreError, advice: String) {
    #expect(error.description.contains(advice))
  }
}
