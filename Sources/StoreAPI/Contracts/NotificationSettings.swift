/// Where a store sends the notifications of its events, in which version, and how often it tries.
package struct NotificationSettings: Codable, Hashable, Sendable {
  /// The URL of the app's server, which was checked when it was set.
  package var url: String
  /// Whether a notification that fails is sent again, as in Apple's production environment; a sandbox
  /// tries once.
  package var retries: Bool
  /// Whether the URL may lead to an address of the machine's own network.
  package var allowsOwnNetwork: Bool
  // Absent from JSON if it is 2, as in settings of earlier versions.
  private var storedVersion: NotificationVersion?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case url, retries, allowsOwnNetwork
    case storedVersion = "version"
  }

  /// The version of the notifications.
  package var version: NotificationVersion {
    get { storedVersion ?? .v2 }
    set { storedVersion = newValue == .v2 ? nil : newValue }
  }

  package init(
    url: String, retries: Bool = false, allowsOwnNetwork: Bool = false,
    version: NotificationVersion = .v2
  ) {
    self.url = url
    self.retries = retries
    self.allowsOwnNetwork = allowsOwnNetwork
    self.version = version
  }
}

/// A version of App Store Server Notifications.
package enum NotificationVersion: Int, Codable, Hashable, Sendable, CaseIterable {
  /// Not signed, with the customer's receipt; deprecated by Apple.
  case v1 = 1
  /// Signed.
  case v2 = 2
}
