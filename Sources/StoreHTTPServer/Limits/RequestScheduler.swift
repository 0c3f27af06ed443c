import Crypto
import Foundation
import HTTPService
import StoreAPI
import StoreHTTP
import Synchronization
import TaskScheduling

/// Ensures that no account's requests keep those of another waiting.
///
/// A token that calls too often is refused. A few requests of an account run at once; the others
/// wait in a queue in which the accounts take turns, and requests beyond its capacity are refused.
///
/// Pages of transactions take long to read, sign and encode, so they have a queue of their own: an
/// account may have one at a time, and their total leaves a processor to other requests.
final class RequestScheduler: Sendable {
  private let requests: FairQueue<AccountNumber>
  private let pages: FairQueue<AccountNumber>
  private let rates: Mutex<RateLimiter<SHA256Digest>>
  private let start = ContinuousClock.now

  init(
    _ limits: RequestLimits,
    processors: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    requests = FairQueue(
      .init(
        running: limits.requests, runningPerKey: limits.requestsPerAccount,
        waitingPerKey: limits.waitingPerAccount))
    pages = FairQueue(
      .init(
        running: max(1, processors - 1), runningPerKey: 1,
        waitingPerKey: limits.waitingPerAccount))
    rates = Mutex(RateLimiter(rate: limits.rate, burst: limits.burst))
  }

  /// Counts a call with a token, even one that the store does not know.
  ///
  /// - Throws: ``StoreHTTP/RequestError/Code/tooManyRequests`` if there were too many.
  func count(_ token: SHA256Digest) throws(RequestError) {
    let now = ContinuousClock.now - start
    guard rates.withLock({ $0.count(token, at: now) }) else {
      throw RequestError(
        .tooManyRequests, "this token is used too often: wait a second before the next request")
    }
  }

  /// The cost of a request.
  enum Cost {
    case short
    /// A page of transactions.
    case page
    /// Password hashes, which wait in a bounded queue of their own.
    case password
  }

  /// Runs `body` in its account's turn; at once if it belongs to no account or waits elsewhere.
  ///
  /// - Throws: The errors of `body`, ``StoreHTTP/RequestError/Code/tooManyRequests`` if the maximum
  ///   number of the account's requests is waiting, and `CancellationError`.
  func run<Value>(
    for account: AccountNumber?, cost: Cost, _ body: () async throws -> Value
  ) async throws -> Value {
    guard let account else { return try await body() }
    // A page waits in one queue only. If it also waited for its account's short requests, it would
    // meanwhile keep its place from the pages of other accounts.
    let queue =
      switch cost {
      case .short: requests
      case .page: pages
      case .password: nil as FairQueue<AccountNumber>?
      }
    guard let queue else { return try await body() }
    return try await queue.run(for: account, refusing: Self.error, body)
  }

  private static func error(_ refusal: FairQueue<AccountNumber>.QueueError) -> any Error {
    switch refusal {
    case .full:
      RequestError(
        .tooManyRequests,
        "too many requests of this account wait for their answers: wait for one of them")
    case .cancelled: CancellationError()
    }
  }
}
