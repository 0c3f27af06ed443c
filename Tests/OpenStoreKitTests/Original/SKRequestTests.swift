import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct SKRequestTests {
  private static let products: Set = [
    "subscription.pro", "nonconsumable.boat", "nonconsumable.car",
  ]
  private static let answer =
    #"sold ["nonconsumable.car", "subscription.pro"], not sold ["nonconsumable.boat"]"#

  private let recorder = RequestRecorder()

  private func productsRequest() -> SKProductsRequest {
    let request = SKProductsRequest(productIdentifiers: Self.products)
    request.delegate = recorder
    return request
  }

  private func receiptRequest() -> SKReceiptRefreshRequest {
    let request = SKReceiptRefreshRequest()
    request.delegate = recorder
    return request
  }

  /// Starts a request, as the app on a customer's device does.
  private func start(_ request: SKRequest, on device: Customer) {
    StoreSession.$current.withValue(device.session) { request.start() }
  }

  /// Uses a request while it cannot end, because its delegate is called on the same queue.
  private func startOnMainQueue(
    on device: Customer, _ use: @escaping @MainActor @Sendable (SKRequest) -> Void
  ) async {
    let (session, recorder) = (device.session, recorder)
    await MainActor.run {
      let request = SKProductsRequest(productIdentifiers: Self.products)
      request.delegate = recorder
      StoreSession.$current.withValue(session) { use(request) }
    }
  }

  /// The URL of a device's receipt, as its app reads it.
  private func receiptFile(of device: Customer) -> URL? {
    StoreSession.$current.withValue(device.session) { Bundle.main.appStoreReceiptURL }
  }

  @Test func `a request delivers what is sold and what is not, and then its end`() async throws {
    let alice = try await Customer.onNewDevice()
    var calls = recorder.calls.makeLimitedIterator()

    start(productsRequest(), on: alice)

    #expect(await calls.next() == Self.answer)
    #expect(await calls.next() == "finished")
    #expect(alice.recorder.diagnostics == [.unknownProducts(["nonconsumable.boat"])])
  }

  @Test func `a request that is under way is sent once`() async throws {
    let alice = try await Customer.onNewDevice()
    var calls = recorder.calls.makeLimitedIterator()

    await startOnMainQueue(on: alice) { request in
      request.start()
      request.start()
    }

    #expect(await calls.next() == Self.answer)
    #expect(await calls.next() == "finished")
    #expect(alice.line.questions == ["products"])
  }

  @Test func `a request that was cancelled reports nothing, and can be sent again`() async throws {
    let alice = try await Customer.onNewDevice()
    var calls = recorder.calls.makeLimitedIterator()

    await startOnMainQueue(on: alice) { request in
      request.start()
      request.cancel()
      request.start()
    }

    #expect(await calls.next() == Self.answer)
    #expect(await calls.next() == "finished")
    start(receiptRequest(), on: alice)
    #expect(await calls.next() == "finished")
  }

  @Test func `without a connection, a request fails with original StoreKit's error`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .cut
    var calls = recorder.calls.makeLimitedIterator()

    start(productsRequest(), on: alice)

    #expect(await calls.next() == "failed: cloudServiceNetworkConnectionFailed")
  }

  @Test func `a refreshed receipt is at the URL that the app reads`() async throws {
    let alice = try await Customer.onNewDevice()
    let file = try #require(receiptFile(of: alice))
    #expect(!FileManager.default.fileExists(atPath: file.path))
    var calls = recorder.calls.makeLimitedIterator()

    start(receiptRequest(), on: alice)

    #expect(await calls.next() == "finished")
    #expect(alice.sheets.authentications == ["alice"])
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a customer who does not authenticate receives no receipt`() async throws {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(confirms: false))
    var calls = recorder.calls.makeLimitedIterator()

    start(receiptRequest(), on: alice)

    #expect(await calls.next() == "failed: paymentCancelled")
    #expect(!FileManager.default.fileExists(atPath: alice.session.receiptURL.path))
  }

  @Test func `an app that may not run without a valid receipt ends itself`() async {
    await #expect(processExitsWith: .exitCode(173)) { SKTerminateForInvalidReceipt() }
  }
}
