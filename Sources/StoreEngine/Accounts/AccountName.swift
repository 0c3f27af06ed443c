import StoreAPI

/// A name as somebody sends it, which an account may or may not have.
package struct AccountName: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Names become names of folders: 1 to 64 letters and digits of ASCII, `-`, `_`, `.` and `@`, and
  /// not `.` or `..`.
  package var isAllowed: Bool {
    text.wholeMatch(of: /[A-Za-z0-9\-_.@]{1,64}/) != nil && text != "." && text != ".."
  }

  /// What attempts are counted by: one key for all names that no account can have.
  var key: String { isAllowed ? text : "" }
}
