import Foundation

/// The system's sheet that asks for a rating of the app.
package struct ReviewSheet: Identifiable, Hashable, Sendable {
  /// The ratings that the sheet offers, in stars.
  package static let stars = 1...5

  package let id: UUID
  /// The app's bundle ID.
  package let app: String

  package init(id: UUID, app: String) {
    self.id = id
    self.app = app
  }
}
