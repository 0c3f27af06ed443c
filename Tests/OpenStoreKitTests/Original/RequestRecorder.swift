import Dispatch
import OpenStoreKit

/// Records what a request's delegate receives, which must come on the main queue.
final class RequestRecorder: NSObject, SKProductsRequestDelegate, Sendable {
  /// Yields each call.
  let calls: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  override init() {
    (calls, continuation) = AsyncStream.makeStream()
    super.init()
  }

  func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
    let sold = response.products.map(\.productIdentifier)
    record("sold \(sold), not sold \(response.invalidProductIdentifiers)")
  }

  func requestDidFinish(_ request: SKRequest) { record("finished") }

  func request(_ request: SKRequest, didFailWithError error: any Error) {
    let code = (error as? SKError)?.code
    record("failed: \(code.map { "\($0)" } ?? "no SKError")")
  }

  private func record(_ call: String) {
    dispatchPrecondition(condition: .onQueue(.main))
    continuation.yield(call)
  }
}
