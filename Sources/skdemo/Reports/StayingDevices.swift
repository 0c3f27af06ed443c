extension [String] {
  /// The devices that stay signed in after a change of the password.
  var stayingText: String {
    isEmpty ? "no device stays signed in" : "still signed in: \(joined(separator: ", "))"
  }
}
