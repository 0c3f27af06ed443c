package import AppStorePayloads
package import AppStoreServerAPI
package import Foundation
package import StoreEngine
import StoreOperatorAPI
import Synchronization

/// A double of the developer's server: it records what it receives, and gives the answers that a
/// test sets.
package final class NotificationReceiver: NotificationTransport {
  /// A notification that arrived.
  package struct Received: Hashable, Sendable {
    package var payload: NotificationPayload
    package var signedPayload: String
    package var url: URL

    /// Such as `DID_CHANGE_RENEWAL_PREF UPGRADE`.
    package var name: String {
      [payload.notificationType.rawValue, payload.subtype?.rawValue].compactMap(\.self)
        .joined(separator: " ")
    }

    /// The transaction that it is about.
    package func transaction() throws -> TransactionPayload {
      guard case .data(let data) = payload.subject, let token = data.signedTransactionInfo else {
        throw FixtureError(text: "\(name) has no transaction")
      }
      return try JWS(token).payload(as: TransactionPayload.self)
    }
  }

  /// Called when a notification has arrived, before the answer.
  package typealias Hold = @Sendable (Received) async -> Void

  private let hold: Hold
  private let results: Mutex<[SendAttemptResult]>
  private let arrived = Mutex<[Received]>([])

  /// A server that answers with these results, and then with success.
  package init(_ results: [SendAttemptResult] = [], hold: @escaping Hold = { _ in }) {
    self.results = Mutex(results)
    self.hold = hold
  }

  /// The notifications that have arrived, in their order.
  package var received: [Received] { arrived.withLock { $0 } }

  package func post(
    _ body: Data, to destination: NotificationDestination
  ) async -> SendAttemptResult {
    guard let text = try? JSONDecoder.payload.decode(Body.self, from: body).signedPayload,
      let payload = try? JWS(text).payload(as: NotificationPayload.self)
    else { return .invalidResponse }
    let received = Received(
      payload: payload, signedPayload: text, url: destination.url.url)
    arrived.withLock { $0.append(received) }
    await hold(received)
    return results.withLock { $0.isEmpty ? .success : $0.removeFirst() }
  }

  private struct Body: Decodable {
    let signedPayload: String
  }
}

extension StoreFixture {
  /// The URL to which fixtures send notifications.
  package static let notificationURL = "https://shop.example.com/notifications"

  /// Sets the URL, and opens an engine that sends to `receiver`, as another process would.
  package func sending(
    to receiver: NotificationReceiver, retries: Bool = false,
    wallClock: @escaping @Sendable () -> Date = { .fixture }
  ) async throws -> StoreEngine {
    _ = try await engine.perform(
      .setNotificationURL(url: Self.notificationURL, retries: retries))
    return try await another(wallClock: wallClock).sendingNotifications(by: receiver)
  }
}
