/// The state of a download.
@nonexhaustive
public enum SKDownloadState: Int, Sendable {
  /// It has not begun.
  case waiting = 0
  /// Content is being downloaded.
  case active = 1
  /// The app has paused it.
  case paused = 2
  /// All content is in a file.
  case finished = 3
  /// It has ended with an error.
  case failed = 4
  /// The app has cancelled it.
  case cancelled = 5
}

/// Content that Apple hosts for a product.
///
/// Apple no longer hosts content, and this store never did: no transaction has a download. A download
/// that an app makes for a test is empty and waits.
open class SKDownload: NSObject {
  /// Creates an empty download, for tests.
  public override init() { super.init() }

  /// The product's ID; empty.
  open var contentIdentifier: String { "" }
  /// The file of the content; `nil`, because nothing was downloaded.
  open var contentURL: URL? { nil }
  /// The version of the content; empty.
  open var contentVersion: String { "" }
  /// The length of the content, in bytes; 0.
  open var expectedContentLength: Int64 { 0 }
  /// How much was downloaded, from 0 to 1; 0.
  open var progress: Float { 0 }
  /// The time until the end of the download, in seconds; ``SKDownloadTimeRemainingUnknown``.
  open var timeRemaining: TimeInterval { SKDownloadTimeRemainingUnknown }
  /// The state of the download; `waiting`.
  open var state: SKDownloadState { .waiting }
  /// The error that has ended the download; `nil`.
  open var error: (any Error)? { nil }
  /// The transaction with the download; an empty one.
  open var transaction: SKPaymentTransaction { SKPaymentTransaction() }

  /// Returns the file of a product's content; always `nil`.
  open class func contentURL(forProductID productID: String) -> URL? { nil }

  /// Has no effect, because products have no content.
  open class func deleteContent(forProductID productID: String) {}
}

/// The time of a download whose end cannot be estimated.
public let SKDownloadTimeRemainingUnknown: TimeInterval = -1
