import OpenStoreKit
import Testing

@Suite struct DiagnosticTests {
  @Test func `what a store has said is cut in a diagnostic`() {
    let said = String(repeating: "no. ", count: 10_000)

    for diagnostic in [
      Diagnostic.failed(doing: "asking", reason: said), .unreadableSignedData(reason: said),
      .offerRefused(productID: said, reason: said), .incompleteHistory(reason: said),
      .unknownProducts([said, said]),
    ] {
      #expect(diagnostic.description.count < 800)
    }
  }
}
