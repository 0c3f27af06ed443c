import Foundation
import TestSupport
import Testing

/// Verifies receipts with inapppy, as developers' servers did before signed transactions.
@Suite(.hangLimit) struct InAppPyTests {
  @Test func `inapppy verifies the receipts of customers with every kind of purchase`()
    async throws
  {
    let shop = try await ServedShop.open()

    let file = try await shop.describeReceipts()

    let run = try await AppStoreServerLibrary.run("verify_receipts.py", file)
    try await shop.beginGracePeriod()
    let later = try await AppStoreServerLibrary.run(
      "verify_receipts.py", file, "a plan in its grace period has the end of it")

    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(later.status == 0, "\(later.output)\(later.errors)")
    #expect(try await shop.server.end() == 0)
  }
}
