import Synchronization

/// A request to the App Store in original StoreKit.
///
/// Use ``SKProductsRequest`` or ``SKReceiptRefreshRequest``. A request that is under way is retained;
/// Apple's needs a reference of the app's own. The delegate is not retained. Source: "SKRequest".
open class SKRequest: NSObject {
  weak var receiver: (any SKRequestDelegate)?
  private let attempts = Mutex(RequestAttempts())

  /// Creates a request.
  public override init() { super.init() }

  /// Sends the request; a request that is under way is not sent again.
  open func start() {
    let question = self.question
    attempts.withLock { attempts in
      guard let number = attempts.begin() else { return }
      attempts.task = MainQueueReport.beginThrowing {
        try await question.answer()
      } report: { result in
        self.end(number, with: result)
      }
    }
  }

  /// Cancels the request: the delegate is not called.
  open func cancel() { attempts.withLock { $0.cancel() }?.cancel() }

  /// What the request asks the store.
  var question: RequestQuestion { .nothing }

  /// Calls the delegate's methods for an answer, before ``SKRequestDelegate/requestDidFinish(_:)``.
  func deliver(_ answer: RequestAnswer) {}

  private func end(_ number: Int, with result: Result<RequestAnswer, any Error>) {
    guard attempts.withLock({ $0.end(number) }) else { return }
    switch result {
    case .success(let answer):
      deliver(answer)
      receiver?.requestDidFinish(self)
    case .failure(let error): receiver?.request(self, didFailWithError: SKError(error))
    }
  }
}

/// Receives the end of a request to the App Store.
///
/// The methods are called on the main queue. They are optional: a delegate without one receives
/// nothing. Source: "SKRequestDelegate".
public protocol SKRequestDelegate: NSObjectProtocol {
  /// Called when the request has succeeded.
  func requestDidFinish(_ request: SKRequest)

  /// Called when the request has failed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - error: The reason, an ``SKError``.
  func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
  /// Does nothing.
  public func requestDidFinish(_ request: SKRequest) {}

  /// Does nothing.
  public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}

/// Gives each request its delegate.
///
/// The property is in a protocol, because that of ``SKProductsRequest`` has another type, and Swift
/// allows no other type in an override.
public protocol SKRequestDelegating: AnyObject {}

extension SKRequest: SKRequestDelegating {}

extension SKRequestDelegating where Self: SKRequest {
  /// The object that receives the request's end; it is not retained.
  public var delegate: (any SKRequestDelegate)? {
    get { receiver }
    set { receiver = newValue }
  }
}
