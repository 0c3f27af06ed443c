import AppStorePayloads
import Dispatch
import TestSupport
import Testing

@testable import OpenStoreKit

/// The App Store's page and the sheet for a rating, as an app opens them with original StoreKit.
@Suite(.hangLimit) struct SKStoreProductViewControllerTests {
  private let recorder = PageRecorder()

  /// Loads a page, and returns whether it was loaded.
  private func load(_ parameters: [String: any Sendable], on device: Customer) async -> Bool {
    await withCheckedContinuation { done in
      let controller = SKStoreProductViewController()
      controller.delegate = recorder
      StoreSession.$current.withValue(device.session) {
        controller.loadProduct(withParameters: parameters) { isLoaded, error in
          dispatchPrecondition(condition: .onQueue(.main))
          done.resume(returning: isLoaded && error == nil)
        }
      }
    }
  }

  @Test(arguments: ["an NSNumber", "digits"])
  func `the page opens when it has loaded, and its end is reported`(kind: String) async throws {
    let alice = try await Customer.onNewDevice()
    var closed = recorder.closed.makeLimitedIterator()
    let number: any Sendable = kind == "digits" ? "1234567890" : NSNumber(value: 1_234_567_890)

    let isLoaded = await load(
      [SKStoreProductParameterITunesItemIdentifier: number], on: alice)

    #expect(isLoaded)
    #expect(await closed.next() != nil)
    #expect(alice.sheets.pages.count == 1)
  }

  @Test func `without an app's number no page is loaded`() async throws {
    let alice = try await Customer.onNewDevice()

    #expect(await !load([:], on: alice))
    #expect(await !load([SKStoreProductParameterITunesItemIdentifier: "car"], on: alice))

    #expect(alice.sheets.pages.isEmpty)
  }

  @Test func `original StoreKit asks for a rating with the same sheet`() async throws {
    let alice = try await Customer.onNewDevice(of: StoreFixture.make(environment: .xcode))
    func ask(_ request: () -> Void) {
      StoreSession.$current.withValue(alice.session) { request() }
    }

    ask { SKStoreReviewController.requestReview() }
    try await wait { alice.sheets.reviewSheets == 1 }
  }
}

/// Records the end of pages, which must come on the main queue.
private final class PageRecorder: NSObject, SKStoreProductViewControllerDelegate, Sendable {
  let closed: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  override init() {
    (closed, continuation) = AsyncStream.makeStream()
    super.init()
  }

  func productViewControllerDidFinish(_ viewController: SKStoreProductViewController) {
    dispatchPrecondition(condition: .onQueue(.main))
    continuation.yield()
  }
}
