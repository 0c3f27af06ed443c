package import Foundation

/// A key of the App Store Server API, in the operator's list.
package struct OperatorAPIKey: Codable, Hashable, Sendable, Identifiable {
  /// The `kid` of its tokens: ten capital letters and digits.
  package var id: String
  /// The store's time at which it was made.
  package var date: Date
  /// The store's time at which it was revoked; `nil` if it is valid.
  package var revocationDate: Date?

  package init(id: String, date: Date, revocationDate: Date? = nil) {
    self.id = id
    self.date = date
    self.revocationDate = revocationDate
  }

  /// The maximum number of keys in a list.
  package static let listLimit = 100
}
