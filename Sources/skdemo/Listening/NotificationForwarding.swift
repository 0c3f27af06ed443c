import AppStoreServerAPI
import Foundation
import NotificationHTTPClient
import StoreAPI
import StoreEngine

/// What a listener does so that notifications arrive at the URL of `--forward-to`.
enum NotificationForwarding: Hashable, Sendable {
  /// Nothing: the store sends to its own URL.
  case none
  /// The store has no URL, so it sends to this one until the listener ends.
  case setsURL(String)
  /// The store has another URL, so the listener sends copies to this one.
  case copies(to: NotificationURL)

  /// Decides by the URL of the store and that of the option.
  ///
  /// - Parameters:
  ///   - url: The URL of `--forward-to`.
  ///   - current: The store's URL.
  ///   - isOnThisMachine: Whether the store sends from this machine.
  /// - Throws: ``CommandFailure`` if no notification would be sent, and the errors of `NotificationURL`.
  init(to url: String?, storeSendsTo current: String?, isOnThisMachine: Bool) throws {
    switch (url, current) {
    case (nil, nil): throw CommandFailure.sendsNoNotifications
    case (let url?, nil):
      guard isOnThisMachine else { throw CommandFailure.sendsNoNotifications }
      self = .setsURL(url)
    case (nil, _?): self = .none
    case (let url?, let current?):
      let copies = try NotificationURL(url, allowsOwnNetwork: true)
      self = Self.isSame(copies, as: current) ? .none : .copies(to: copies)
    }
  }

  /// Whether both name the same address, with or without a slash at the end of the host.
  private static func isSame(_ url: NotificationURL, as current: String) -> Bool {
    let current = try? NotificationURL(current, allowsOwnNetwork: true)
    return current.map { withPath($0.url) == withPath(url.url) } ?? false
  }

  private static func withPath(_ url: URL) -> URL {
    url.path().isEmpty ? url.appending(path: "/") : url
  }

  /// Sends a copy of a notification, if the listener sends copies.
  ///
  /// - Returns: The answer, by Apple's name; `nil` without a copy.
  func forward(_ signedPayload: String) async throws -> String? {
    guard case .copies(let url) = self else { return nil }
    let body = try JSONEncoder().encode(["signedPayload": signedPayload])
    let result = await HTTPNotificationTransport()
      .post(body, to: NotificationDestination(url: url, allowsOwnNetwork: true))
    return result.rawValue
  }
}

extension CommandFailure {
  /// The failure of a listener to a store that sends nothing.
  fileprivate static let sendsNoNotifications = CommandFailure(
    code: "notificationRefused",
    message: "the store has no URL to send notifications to: set one with skdemo store "
      + "notifications set-url; for a store on this machine, --forward-to URL sets one too")
}
