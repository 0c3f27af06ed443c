package import AppStoreServerAPI
package import Foundation

/// Sends notifications to the developer's server.
package protocol NotificationTransport: Sendable {
  /// Posts a JSON body, and waits a few seconds for the status of the response.
  ///
  /// It follows no redirect. Unless ``NotificationDestination/allowsOwnNetwork`` is set, it connects to no
  /// address of the machine's own network, whatever the host resolves to.
  ///
  /// - Returns: The result, by Apple's names.
  func post(_ body: Data, to destination: NotificationDestination) async -> SendAttemptResult
}

/// The server to which notifications are sent.
package struct NotificationDestination: Hashable, Sendable {
  package var url: NotificationURL
  /// Whether the server may be at an address of the machine's own network.
  package var allowsOwnNetwork: Bool

  package init(url: NotificationURL, allowsOwnNetwork: Bool) {
    self.url = url
    self.allowsOwnNetwork = allowsOwnNetwork
  }
}
