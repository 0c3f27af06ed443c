/// Where a store sends the notifications of its events, and how often it tries.
package struct NotificationSettings: Codable, Hashable, Sendable {
  /// The URL of the app's server, which was checked when it was set.
  package var url: String
  /// Whether a notification that fails is sent again, as in Apple's production environment; a sandbox
  /// tries once.
  package var retries: Bool
  /// Whether the URL may lead to an address of the machine's own network.
  package var allowsOwnNetwork: Bool

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case url, retries, allowsOwnNetwork
  }

  package init(url: String, retries: Bool = false, allowsOwnNetwork: Bool = false) {
    self.url = url
    self.retries = retries
    self.allowsOwnNetwork = allowsOwnNetwork
  }
}
