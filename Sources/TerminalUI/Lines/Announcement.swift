/// An event as a sentence, for a terminal that reads it out.
package struct Announcement: Hashable, Sendable {
  /// The sentence as the screen shows it.
  package let text: String
  /// The sentence for a screen reader: without signs, and with prices in words.
  package let spoken: String

  /// - Parameters:
  ///   - text: The sentence as the screen shows it.
  ///   - spoken: The sentence for a screen reader; `nil` if it is the same.
  package init(_ text: String, spoken: String? = nil) {
    self.text = text
    self.spoken = spoken ?? text
  }
}
