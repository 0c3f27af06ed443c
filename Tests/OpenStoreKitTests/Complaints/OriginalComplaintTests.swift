import TestSupport
import Testing

@testable import OpenStoreKit

/// Complaints about original StoreKit; see `Complaints.md`.
@Suite(.hangLimit) struct OriginalComplaintTests {
  private let recorder = RequestRecorder()

  private func startWithoutRetaining(on device: Customer) {
    let request = SKProductsRequest(productIdentifiers: ["nonconsumable.car"])
    request.delegate = recorder
    StoreSession.$current.withValue(device.session) { request.start() }
  }

  private func receiptFile(of device: Customer) -> URL? {
    StoreSession.$current.withValue(device.session) { Bundle.main.appStoreReceiptURL }
  }

  @Test func `complaint 17: a request that the app does not retain is answered`() async throws {
    let alice = try await Customer.onNewDevice()
    var calls = recorder.calls.makeLimitedIterator()

    startWithoutRetaining(on: alice)

    #expect(await calls.next() == #"sold ["nonconsumable.car"], not sold []"#)
    #expect(await calls.next() == "finished")
  }

  @Test func `complaint 18: a new customer has a URL for the receipt, and no file`()
    async throws
  {
    let alice = try await Customer.onNewDevice()

    let file = try #require(receiptFile(of: alice))

    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(file.lastPathComponent == "sandboxReceipt")
  }
}
