import OpenStoreKit
import OpenStoreKitTest
import TestSupport
import Testing

extension SKTestSessionTests {
  /// Requests of original StoreKit in a test session.
  @Suite struct OriginalRequestTests {
    /// Returns what the delegate of a request for one product receives first.
    private func load(_ id: String) async -> String? {
      let recorder = ProductRecorder()
      var results = recorder.results.makeLimitedIterator()
      let request = SKProductsRequest(productIdentifiers: [id])
      request.delegate = recorder
      request.start()
      let result = await results.next()
      withExtendedLifetime(recorder) {}
      return result
    }

    @Test func `a request fails with the simulated error, and succeeds once it is removed`()
      async throws
    {
      let session = try SKTestSession(contentsOf: .products)
      try await session.setSimulatedError(
        .generic(.networkError(URLError(.timedOut))), forAPI: .loadProducts)

      #expect(await load("nonconsumable.car") == "failed: cloudServiceNetworkConnectionFailed")

      try await session.setSimulatedError(nil, forAPI: .loadProducts)
      #expect(await load("nonconsumable.car") == "loaded: Car")
    }
  }
}

/// Records the result of a request.
private final class ProductRecorder: NSObject, SKProductsRequestDelegate, Sendable {
  let results: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  override init() {
    (results, continuation) = AsyncStream.makeStream()
    super.init()
  }

  func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
    let names = response.products.map(\.localizedTitle)
    continuation.yield("loaded: \(names.joined(separator: ", "))")
  }

  func request(_ request: SKRequest, didFailWithError error: any Error) {
    let code = (error as? SKError)?.code
    continuation.yield("failed: \(code.map { "\($0)" } ?? "no SKError")")
  }
}
