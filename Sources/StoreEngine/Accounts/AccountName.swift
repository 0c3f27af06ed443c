import StoreAPI

/// An account name in a request; an account with this name may not exist.
package struct AccountName: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Whether an account can have this name, by `NameRule`.
  package var isAllowed: Bool { NameRule.allows(text) }

  /// The key for counting attempts; all names that no account can have share one key.
  var key: String { isAllowed ? text : "" }
}
