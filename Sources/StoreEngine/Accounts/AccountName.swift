import StoreAPI

/// An account name in a request; an account with this name may not exist.
package struct AccountName: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Whether an account can have this name: 1 to 64 ASCII letters, digits, `-`, `_`, `.` and `@`,
  /// but not `.` or `..`, because account names are used as folder names.
  package var isAllowed: Bool {
    text.wholeMatch(of: /[A-Za-z0-9\-_.@]{1,64}/) != nil && text != "." && text != ".."
  }

  /// The key for counting attempts; all names that no account can have share one key.
  var key: String { isAllowed ? text : "" }
}
